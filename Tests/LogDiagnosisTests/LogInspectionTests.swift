import LogDiagnosis
import LogTables
import MotionSamples
import Rotations
import Testing

/// What an inspection measures; `FindingTests` has the verdicts.
@Suite struct LogInspectionTests {
  private static let sound = FaultyRecording.simulated(seed: 5, duration: 30)

  private func inspection(_ change: (inout LogRecord) -> Void = { _ in }) throws -> LogInspection {
    let records = Self.sound.map { record in
      var record = record
      change(&record)
      return record
    }
    var reader = FaultyRecording(records)
    return try LogInspection(reading: &reader)
  }

  @Test func measuresASoundLog() throws {
    let inspection = try inspection()
    #expect(inspection.intervals.count == 3000 && inspection.truthCount == 3000)
    #expect(inspection.rests.time > 0 && inspection.rests.time < 30)
    let field = try #require(inspection.gyroscopeInMagnetometer.fit)
    #expect(field.best.isIdentity && field.share > 0.9 && field.nextShare < 0.6)
    // The field dips by 67.9 degrees: its sine above the horizon is -0.93.
    #expect(abs(try #require(inspection.dip.sineAboveHorizon()?.mean) + 0.92) < 0.05)
    #expect(abs(try #require(inspection.force.quietMagnitude?.mean) - 9.81) < 0.1)
    // 0.8986 by NumPy from the rows that the command writes.
    #expect(abs(try #require(inspection.force.gravityShare) - 0.8986) < 0.002)
  }

  @Test(arguments: [0.0, 0.02, 0.05, -0.03])
  func measuresADelay(delay: Double) throws {
    var delays = SensorDelay()
    let bodyRate = { (time: Double) in
      Vector3<Double>(
        x: .sineAndCosine(4 * time).sine, y: .sineAndCosine(3 * time).cosine, z: .sineAndCosine(5 * time).sine)
    }
    var attitudes: [Rotation<Double>] = [.identity]
    for row in 0..<60_000 {
      let rate = bodyRate((Double(row) + 0.5) * 1e-3)
      attitudes.append((attitudes[row] * Rotation(rotationVector: rate * 1e-3)).renormalized)
    }
    for row in 20..<5900 {
      let (now, before) = (attitudes[10 * row], attitudes[10 * (row - 1)])
      let late = attitudes[10 * row - Int(delay * 1000)]
      delays.add(
        angularRate: now.relative(to: before).rotationVector * 100,
        reading: late.inverse.rotate(Vector3(x: 0, y: 20, z: -40)), interval: 0.01)
    }
    let estimate = try #require(delays.estimate)
    #expect(abs(estimate.delay - delay) < 0.001 && estimate.share > 0.99)
  }

  @Test func fitsASphereToTheField() throws {
    let sphere = try #require(
      try inspection { $0.magneticField += Vector3(x: 20, y: -10, z: 5) }.field.sphere)
    #expect((sphere.centre - Vector3(x: 20, y: -10, z: 5)).length < 3)
    #expect(abs(sphere.radius - 49.6) < 3)
  }
}
