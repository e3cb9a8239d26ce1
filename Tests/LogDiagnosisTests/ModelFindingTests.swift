import LogDiagnosis
import LogFormats
import LogTables
import Rotations
import Testing

/// Faults that explain what other checks measure: each is the first reason, with and without the true attitude.
@Suite struct ModelFindingTests {
  private static let walk = FaultyRecording.simulated("walking", duration: 120)

  /// What the checks find in a walk with a fault, with and without the true attitude.
  private func findings(
    of rows: [LogRecord] = walk, _ change: (Int, inout LogRecord) -> Void
  ) throws -> [[Finding]] {
    let changed = FaultyRecording.changed(rows, change)
    return [
      try FaultyRecording.findings(changed),
      try FaultyRecording.findings(FaultyRecording.changed(changed) { $1.trueENUFromBody = nil }),
    ]
  }

  private func expectFirst(_ fact: Finding.Fact, in found: [[Finding]], _ severity: Finding.Severity = .unusable) {
    for findings in found {
      #expect(findings.first?.fact == fact && findings.first?.severity == severity, "\(findings.map(\.text))")
    }
  }

  @Test(arguments: [(2, 1.1), (0, 0.88)]) func anAxisOfTheGyroscopeHasAnotherScale(axis: Int, scale: Double) throws {
    let found = try findings { $1.angularRate[axis] *= scale }
    expectFirst(.wrongAxisScale(.gyroscope, axis: axis), in: found, .doubt)
    #expect(abs((found[0].first?.evidence.last?.value ?? 0) / scale - 1) < 0.02)
    let half = try findings { $1.angularRate[axis] *= 1 + 0.3 * (scale - 1) }
    #expect(half.allSatisfy { !$0.doubts(.gyroscopeUnit) })
  }

  @Test(arguments: 0..<3) func anAxisOfTheAccelerometerIsInAnotherUnit(axis: Int) throws {
    let found = try findings { $1.specificForce[axis] /= 9.80665 }
    expectFirst(.wrongAxisScale(.accelerometer, axis: axis), in: found)
    #expect(found[0].first?.advice?.action?.contains("from g;") ?? false, "\(found[0].map(\.text))")
  }

  /// Gravity stays along the axis: no turn shows its gain, but its size does.
  @Test func anAxisAlongGravityIsInG() throws {
    func rows(_ scale: Vector3<Double>) -> [LogRecord] {
      (0..<6000).map { row in
        func sine(_ rate: Double) -> Double { .sineAndCosine(rate * Double(row)).sine }
        return LogRecord(
          timestamp: Int64(row) * 10_000_000,
          angularRate: Vector3(x: 0.01 * sine(0.3), y: 0.01 * sine(0.4), z: 0.5 * sine(0.01)),
          specificForce: Vector3(
            x: 3 * sine(0.07) * scale.x, y: 2 * sine(0.11) * scale.y, z: (9.80665 + 0.2 * sine(0.05)) * scale.z))
      }
    }
    let g = 1 / 9.80665
    let found = try FaultyRecording.findings(rows(Vector3(x: 1, y: 1, z: g)))
    expectFirst(.wrongAxisScale(.accelerometer, axis: 2), in: [found])
    let whole = try FaultyRecording.findings(rows(Vector3(x: g, y: g, z: g)))
    #expect(whole.first?.fact == .wrongUnit(.accelerometer, "g"), "\(whole.map(\.text))")
  }

  @Test func anAxisOfTheGyroscopeIsInDegrees() throws {
    expectFirst(
      .wrongAxisScale(.gyroscope, axis: 0),
      in: try findings(of: FaultyRecording.turning()) { $1.angularRate.x *= 180 / .pi })
  }

  @Test func aBiasSteps() throws {
    let half = Self.walk.count / 2
    let found = try findings { $1.angularRate.y += $0 > half ? 3 * .pi / 180 : 0 }
    expectFirst(.biasStep, in: found, .doubt)
    let (change, after) = (found[0].first?.evidence.first?.value ?? 0, found[0].first?.evidence.last?.value ?? 0)
    #expect(abs(change - 3) < 0.5 && abs(after - 60) < 6)
  }

  @Test func integersOverflow() throws {
    expectFirst(
      .overflows(.gyroscope, axis: 2),
      in: try findings { $1.angularRate.z -= 2 * ($1.angularRate.z / 2).rounded() })
    // A sensor that stays at its limit goes from one to the other, too.
    let saturated = FaultyRecording.changed(FaultyRecording.turning()) { row, record in
      record.angularRate.z = min(2, max(-2, 40 * Double.sineAndCosine(0.7 * Double(row)).sine))
    }
    #expect(try !FaultyRecording.findings(saturated).contains { $0.fact == .overflows(.gyroscope, axis: 2) })
  }

  @Test func theColumnsOfTwoSensorsAreExchanged() throws {
    expectFirst(
      .exchanged(.gyroscope, .accelerometer),
      in: try findings { ($1.angularRate, $1.specificForce) = ($1.specificForce, $1.angularRate) })
  }

  @Test(arguments: [Vector3<Double>(x: 1, y: 0, z: 0), Vector3(x: 0, y: 0, z: 1)])
  func theSensorIsMountedAnew(axis: Vector3<Double>) throws {
    let (turn, start) = (Rotation(rotationVector: axis * (.pi / 2)), Self.walk.count * 2 / 5)
    let found = try findings { row, record in
      guard row >= start else { return }
      record.angularRate = turn.rotate(record.angularRate)
      record.specificForce = turn.rotate(record.specificForce)
      record.magneticField = turn.rotate(record.magneticField)
    }
    expectFirst(.remounted, in: found)
    #expect(abs((found[0].first?.times.first?.lowerBound ?? 0) - 48) < 4)
  }

  @Test func gravityIsBeyondTheRange() throws {
    let found = try findings { $1.specificForce.z = min(8, $1.specificForce.z) }
    expectFirst(.clipsGravity(axis: 2), in: found, .doubt)
  }

  @Test func anAccelerometerIsSmoothed() throws {
    var last = Vector3<Double>(x: 0, y: 0, z: 9.81)
    let rows = FaultyRecording.changed(Self.walk) { _, record in
      last += (record.specificForce - last) * (0.01 / 0.21)
      record.specificForce = last
    }
    expectFirst(.late(.accelerometer), in: try findings(of: rows) { _, _ in }, .doubt)
  }

  @Test func oneLateGyroscopeIsOneFinding() throws {
    let found = try findings { row, record in record.angularRate = Self.walk[max(0, row - 6)].angularRate }
    for findings in found {
      #expect(findings.filter { $0.severity > .note }.map(\.check) == [.sensorDelay], "\(findings.map(\.text))")
      #expect(findings.first?.fact.sensor == .gyroscope)
    }
  }

  /// With wrong axes, gravity turns whenever the body does.
  @Test func wrongAxesAreNoNewMounting() throws {
    let found = try findings(of: FaultyRecording.handHeld) { _, record in
      record.specificForce = Vector3(x: record.specificForce.y, y: record.specificForce.x, z: record.specificForce.z)
    }
    for findings in found {
      #expect(!findings.contains { $0.fact == .remounted } && findings.doubts(.axes), "\(findings.map(\.text))")
    }
  }

  @Test func anAccelerometerAtItsLimitExplainsWhatIsComparedWithIt() throws {
    let found = try findings { _, record in
      record.specificForce = Rotation(rotationVector: Vector3(x: 0, y: 0.2, z: 0)).rotate(record.specificForce)
      for axis in 0..<3 { record.specificForce[axis] = min(8, max(-8, record.specificForce[axis])) }
    }
    for findings in found {
      #expect(findings.doubts(.saturation) && !findings.doubts(.misalignment), "\(findings.map(\.text))")
    }
  }

  /// Rows in groups seem another rate.
  @Test func groupsOfRowsAreNoScale() throws {
    let rows = FaultyRecording.turning()
    let found = try findings(of: rows) { row, record in
      record.timestamp = rows[min(row / 8 * 8 + 7, rows.count - 1)].timestamp + Int64(row % 8) * 100_000
    }
    for findings in found {
      #expect(findings.doubts(.clock) && !findings.doubts(.gyroscopeUnit), "\(findings.map(\.text))")
    }
  }

  @Test(arguments: ["walking", "hand-held", "quadrotor", "pendulum", "hover", "city", "fixed-wing", "boat", "tram"])
  func motionIsNoFault(scenario: String) throws {
    for findings in try findings(of: FaultyRecording.simulated(scenario, seed: 5), { _, _ in }) {
      let found = findings.filter { $0.severity > .note }.map(\.fact)
      #expect(
        !found.contains { fact in
          switch fact {
          case .wrongAxisScale, .biasStep, .overflows, .exchanged, .remounted, .clipsGravity: true
          default: false
          }
        }, "\(scenario): \(findings.map(\.text))")
    }
  }
}
