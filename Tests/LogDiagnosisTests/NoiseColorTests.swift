import LogDiagnosis
import LogTables
import MotionSimulation
import Rotations
import Testing

/// A low-pass filter of the accelerometer where no rotation shows its delay: in the noise.
@Suite struct NoiseColorTests {
  /// A level body that is moved to and fro half of the time, with white noise, at a rate in Hz; the accelerometer and the gyroscope behind a filter of
  /// first order with a time constant in s.
  private func findings(
    rate: Double, accelerometer: Double, gyroscope: Double = 0, ofMotion size: Double = 2
  ) throws -> [Finding] {
    var random = RandomSource(seed: 7)
    var (force, turn) = (Vector3<Double>(x: 0, y: 0, z: 9.80665), Vector3<Double>.zero)
    func noise(_ sigma: Double) -> Vector3<Double> {
      Vector3(x: sigma * random.nextNormal(), y: sigma * random.nextNormal(), z: sigma * random.nextNormal())
    }
    let rows = (0..<Int(90 * rate)).map { row in
      let time = Double(row) / rate
      func sine(_ frequency: Double) -> Double { .sineAndCosine(frequency * time).sine }
      let size = Int(time) % 20 < 10 ? size : 0
      let moved = Vector3(x: size * sine(5), y: size * sine(3.7), z: 9.80665 + size * sine(4.1))
      force += (moved + noise(0.02) - force) * (1 / (1 + accelerometer * rate))
      turn += (noise(0.002) - turn) * (1 / (1 + gyroscope * rate))
      return LogRecord(timestamp: Int64(1e9 * time), angularRate: turn, specificForce: force)
    }
    return try FaultyRecording.findings(rows)
  }

  @Test(arguments: [100.0, 200, 286]) func aFilterThatDelaysIsFoundByTheNoise(rate: Double) throws {
    for time in [0.06, 0.2] {
      let found = try findings(rate: rate, accelerometer: time)
      #expect(found.first?.fact == .late(.accelerometer) && found.first?.severity == .doubt, "\(found.map(\.text))")
      // The lower end of what the noise allows.
      let least = found.first?.evidence.first?.value ?? 0
      #expect(least > 18 && least < 1000 * time, "\(least) ms of \(time) s at \(rate) Hz")
    }
  }

  @Test(arguments: [100.0, 200, 286]) func whatDelaysLittleOrAllSensorsIsNoFault(rate: Double) throws {
    for (accelerometer, gyroscope) in [(0, 0), (0.004, 0), (0.2, 0.2)] {
      let found = try findings(rate: rate, accelerometer: accelerometer, gyroscope: gyroscope)
      #expect(!found.contains { $0.check == .sensorDelay }, "\(found.map(\.text))")
    }
    // Large motion hides the noise.
    #expect(try !findings(rate: rate, accelerometer: 0, ofMotion: 20).contains { $0.check == .sensorDelay })
  }
}
