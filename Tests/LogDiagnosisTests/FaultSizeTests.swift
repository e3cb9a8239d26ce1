import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import MotionSimulation
import Rotations
import Testing

/// Faults at the size of their threshold and above, and one half as large: which check finds them, and what it blames.
@Suite struct FaultSizeTests {
  private func rounded(_ vector: Vector3<Double>, _ step: Double) -> Vector3<Double> {
    Vector3(
      x: (vector.x / step).rounded() * step, y: (vector.y / step).rounded() * step,
      z: (vector.z / step).rounded() * step)
  }

  @Test func largeStepsAreFoundAndNotCalledStuck() throws {
    let degree = Double.pi / 180
    let rate = try FaultyRecording.findings { $1.angularRate = rounded($1.angularRate, degree) }
    #expect(rate.contains { $0.fact == .coarse(.gyroscope) } && !rate.doubts(.stuckAxis) && !rate.doubts(.heldReadings))
    let force = try FaultyRecording.findings { $1.specificForce = rounded($1.specificForce, 0.4) }
    #expect(force.contains { $0.fact == .coarse(.accelerometer) } && !force.doubts(.stuckAxis))
    let field = try FaultyRecording.findings { $1.magneticField = rounded($1.magneticField, 4) }
    #expect(field.contains { $0.fact == .coarse(.magnetometer) } && !field.doubts(.stuckAxis))
    let half = try FaultyRecording.findings {
      $1.angularRate = rounded($1.angularRate, 0.25 * degree)
      $1.specificForce = rounded($1.specificForce, 0.1)
      $1.magneticField = rounded($1.magneticField, 1)
    }
    #expect(!half.doubts(.noise), "\(half.map(\.text))")
  }

  @Test func aScaleShowsWithoutARest() throws {
    // No second of walking is quiet.
    let walk = FaultyRecording.simulated("walking")
    func findings(_ scale: Double) throws -> [Finding] {
      try FaultyRecording.findings(FaultyRecording.changed(walk) { $1.specificForce *= scale })
    }
    for scale in [0.93, 1.06] {
      let found = try findings(scale)
      #expect(found.contains { $0.fact == .wrongScale(.accelerometer) }, "\(found.map(\.text))")
    }
    #expect(!(try findings(1.008).doubts(.accelerometerScale)))
  }

  /// Slow swings seem rests whose bias changes its sign.
  @Test func aSlowSwingHasNoBias() throws {
    func attitude(_ row: Int) -> Rotation<Double> {
      Rotation(aboutX: 0.25 * Double.sineAndCosine(0.002 * Double(row)).sine)
        * Rotation(aboutY: 0.2 * Double.sineAndCosine(0.003 * Double(row)).sine)
    }
    func findings(_ bias: Vector3<Double>) throws -> [Finding] {
      try FaultyRecording.findings(
        (0..<12_000).map { row in
          LogRecord(
            timestamp: Int64(row) * 10_000_000,
            angularRate: (attitude(row - 1).inverse * attitude(row)).rotationVector * 100 + bias,
            specificForce: attitude(row).inverse.rotate(Vector3(x: 0, y: 0, z: 9.81)))
        })
    }
    #expect(try !findings(.zero).doubts(.gyroscopeBias))
    #expect(try findings(Vector3(x: 0.08, y: -0.06, z: 0.02)).doubts(.gyroscopeBias))
  }

  @Test func aLateAccelerometerIsFound() throws {
    // A turn of 20 degrees back and forth about a level axis, at rest otherwise.
    func findings(_ delay: Int) throws -> [Finding] {
      func attitude(_ row: Int) -> Rotation<Double> {
        Rotation(aboutX: 0.6 * Double.sineAndCosine(0.023 * Double(row)).sine)
          * Rotation(aboutY: 0.5 * Double.sineAndCosine(0.031 * Double(row)).sine)
      }
      let rows = (0..<9000).map { row in
        LogRecord(
          timestamp: Int64(row) * 10_000_000,
          angularRate: (attitude(row - 1).inverse * attitude(row)).rotationVector * 100,
          specificForce: attitude(row - delay).inverse.rotate(Vector3(x: 0, y: 0, z: 9.81)),
          magneticField: attitude(row).inverse.rotate(Vector3(x: 0, y: 20, z: -40)))
      }
      return try FaultyRecording.findings(rows)
    }
    let found = try findings(4)
    let finding = try #require(found.first { $0.fact == .late(.accelerometer) }, "\(found.map(\.text))")
    #expect(finding.severity == .doubt && abs((finding.evidence.first?.value ?? 0) - 40) < 2)
    #expect(!(try findings(1).doubts(.sensorDelay)))
    let early = try findings(-4)
    #expect(early.contains { $0.fact == .gyroscopeLate(against: .accelerometer) }, "\(early.map(\.text))")
  }

  @Test func aRunOfTheFilterShowsRatesInDegrees() throws {
    func findings(_ factor: Double) throws -> [Finding] {
      var reader: any MotionLogReader = FaultyRecording(
        FaultyRecording.changed(FaultyRecording.handHeld) { $1.angularRate *= factor })
      return try LogFusion().run(&reader).findings
    }
    #expect(try findings(180 / .pi).contains { $0.fact == .wrongUnit(.gyroscope, "deg/s") })
    #expect(!(try findings(1).doubts(.gyroscopeUnit)))
  }

  @Test func lostRowsAreNotJitter() throws {
    func findings(_ every: Int) throws -> [Finding] {
      try FaultyRecording.findings(
        FaultyRecording.handHeld.enumerated().filter { $0.offset * 7919 % every != 0 }.map(\.element))
    }
    let found = try findings(10)
    #expect(found.contains { $0.fact == .gaps && $0.severity == .doubt } && !found.contains { $0.fact == .jitter })
    #expect(!(try findings(100).doubts(.clock)))
  }

  @Test func aBiasIsFoundInAWalk() throws {
    let walk = FaultyRecording.simulated("walking")
    func findings(_ degrees: Double) throws -> [Finding] {
      try FaultyRecording.findings(FaultyRecording.changed(walk) { $1.angularRate.x += degrees * .pi / 180 })
    }
    #expect(try findings(5).contains { $0.fact == .bias && $0.severity == .doubt })
    #expect(!(try findings(0.2).doubts(.gyroscopeBias)))
  }

  @Test func vibrationOfMotorsShowsInFastRows() throws {
    // 47 Hz at 400 Hz: second differences of the rows hardly see it.
    func findings(_ size: Double) throws -> [Finding] {
      let rows = FaultyRecording.changed(FaultyRecording.turning(rate: 400)) { row, record in
        record.specificForce.z += size * 2.0.squareRoot() * Double.sineAndCosine(2 * .pi * 47 * Double(row) / 400).sine
      }
      return try FaultyRecording.findings(rows)
    }
    let found = try findings(6)
    #expect(found.doubts(.vibration) && !found.doubts(.noise), "\(found.map(\.text))")
    #expect(!(try findings(3).doubts(.vibration)))
  }

  @Test func noiseIsNotVibration() throws {
    let noisy = FaultyRecording.simulated { $0.errors.accelerometer.noiseDensity = 40 * 9.80665e-3 }
    let found = try FaultyRecording.findings(noisy)
    #expect(found.contains { $0.fact == .noisy(.accelerometer) } && !found.doubts(.vibration), "\(found.map(\.text))")
  }

  @Test func aTurnedAccelerometerIsFound() throws {
    func findings(_ degrees: Double) throws -> [Finding] {
      let turn = Rotation(rotationVector: Vector3<Double>(x: 0.6, y: 0, z: 0.8) * (degrees * .pi / 180))
      let rows = FaultyRecording.changed(FaultyRecording.turning()) { $1.specificForce = turn.rotate($1.specificForce) }
      return try FaultyRecording.findings(rows)
    }
    let found = try findings(6)
    #expect(found.contains { $0.fact == .misaligned(.accelerometer) }, "\(found.map(\.text))")
    #expect(!(try findings(1.5).doubts(.misalignment)))
  }
}
