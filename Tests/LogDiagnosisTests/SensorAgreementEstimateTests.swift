import LogDiagnosis
import Rotations
import Testing

/// Rotation, delay and iron that the agreement of the sensors shows: all faults at once, each estimated beside the others.
@Suite struct SensorAgreementEstimateTests {
  private static let interval = 0.01
  private static let rows = 6000

  /// Attitudes every 10 ms: swings about all axes.
  private static func attitude(_ time: Double) -> Rotation<Double> {
    func sine(_ angle: Double) -> Double { .sineAndCosine(angle).sine }
    return Rotation(aboutZ: 0.8 * sine(0.9 * time) + 0.2 * time) * Rotation(aboutY: 0.7 * sine(1.7 * time))
      * Rotation(aboutX: 0.9 * sine(1.3 * time))
  }

  private static func rate(_ time: Double) -> Vector3<Double> {
    (attitude(time - interval).inverse * attitude(time)).rotationVector / interval
  }

  private static let angle = Vector3<Double>(x: 0.03, y: -0.05, z: 0.02)

  @Test(arguments: [0.0, 0.03, -0.02]) func theForceShowsAngleDelayAndDrift(delay: Double) throws {
    var agreement = ForceAgreement()
    let turn = Rotation(rotationVector: Self.angle)
    let lever = Vector3<Double>(x: 0.2, y: -0.1, z: 0.3)
    let drift = Vector3<Double>(x: 0.01, y: 0, z: -0.005)
    for row in 0..<Self.rows {
      let time = Double(row) * Self.interval
      let (before, now, after) = (
        Self.rate(time - delay - 0.005), Self.rate(time - delay), Self.rate(time - delay + 0.005)
      )
      let swing = ((after - before) / 0.01).cross(lever) + now.cross(now.cross(lever))
      let gravity = Self.attitude(time - delay).inverse.rotate(Vector3(x: 0, y: 0, z: 9.81))
      agreement.add(
        angularRate: Self.rate(time) + drift * (Double(row) / Double(Self.rows)),
        specificForce: turn.rotate(gravity + swing), interval: Self.interval)
    }
    let (fast, slow) = try #require(agreement.estimates)
    for found in [fast, slow] {
      #expect((found.angle - Self.angle).length < 0.01 && found.angleDeviation < 0.005, "\(found)")
      #expect(abs(found.delay - delay) < 0.006 && found.delayDeviation < 0.006, "\(found)")
      #expect((found.drift - drift).length < 0.003, "\(found)")
    }
  }

  @Test(arguments: [0.0, 0.03, -0.02]) func theFieldShowsAngleDelayAndIron(delay: Double) throws {
    var agreement = FieldAgreement()
    let turn = Rotation(rotationVector: Self.angle)
    let offset = Vector3<Double>(x: 12, y: -8, z: 5)
    for row in 0..<Self.rows {
      let time = Double(row) * Self.interval
      var field = turn.rotate(Self.attitude(time - delay).inverse.rotate(Vector3(x: 0, y: 20, z: -40)))
      field.x *= 1.06
      field.z *= 0.94
      agreement.add(angularRate: Self.rate(time), magneticField: field + offset, interval: Self.interval)
    }
    let found = try #require(agreement.estimate)
    #expect((found.angle - Self.angle).length < 0.01 && found.angleDeviation < 0.005, "\(found)")
    #expect(abs(found.delay - delay) < 0.005, "\(found)")
    #expect((found.offset - offset).length < 1.5, "\(found)")
    #expect(abs(found.softIron[0, 0] - 0.06) < 0.01 && abs(found.softIron[2, 2] + 0.06) < 0.01, "\(found)")
  }

  @Test func bothShowTheGainOfTheGyroscope() throws {
    var (force, field) = (ForceAgreement(), FieldAgreement())
    for row in 0..<Self.rows {
      let time = Double(row) * Self.interval
      let body = Self.attitude(time).inverse
      var rate = Self.rate(time)
      rate.y *= 0.92
      force.add(
        angularRate: rate, specificForce: body.rotate(Vector3(x: 0, y: 0, z: 9.81)), interval: Self.interval)
      field.add(
        angularRate: rate, magneticField: body.rotate(Vector3(x: 0, y: 20, z: -40)), interval: Self.interval)
    }
    let ofForce = try #require(force.gyroscopeGain)
    for found in [ofForce.fast, ofForce.slow, try #require(field.gyroscopeGain)] {
      #expect(found.singleAxis == 1 && abs(found.gain[1, 1] * 0.92 - 1) < 0.01, "\(found)")
      #expect(abs(found.gain[0, 0] - 1) < 0.01 && abs(found.gain[2, 2] - 1) < 0.01 && found.remainder < 0.3)
    }
  }

  @Test func theForceShowsTheGainOfTheAccelerometer() throws {
    var agreement = ForceAgreement()
    for row in 0..<Self.rows {
      let time = Double(row) * Self.interval
      var force = Self.attitude(time).inverse.rotate(Vector3(x: 0, y: 0, z: 9.81))
      force.x /= 9.81
      agreement.add(angularRate: Self.rate(time), specificForce: force, interval: Self.interval)
    }
    let (fast, slow) = try #require(agreement.accelerometerGain)
    for found in [fast, slow] {
      // The mean of the gains is one.
      let others = found.gain[1, 1]
      #expect(abs(found.gain[0, 0] / others / 9.81 - 1) < 0.05 && abs(found.gain[2, 2] / others - 1) < 0.05, "\(found)")
    }
  }

  @Test func aShortLogShowsNothing() {
    var (force, field) = (ForceAgreement(), FieldAgreement())
    for row in 0..<1000 {
      let rate = Self.rate(Double(row) * Self.interval)
      force.add(angularRate: rate, specificForce: Vector3(x: 0, y: 0, z: 9.81), interval: Self.interval)
      field.add(angularRate: rate, magneticField: Vector3(x: 0, y: 20, z: -40), interval: Self.interval)
    }
    #expect(force.estimates == nil && field.estimate == nil)
  }
}
