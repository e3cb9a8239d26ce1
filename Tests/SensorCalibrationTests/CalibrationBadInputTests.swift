import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// Recordings that cannot calibrate: a clear error, never a wild fit, never a crash.
@Suite struct CalibrationBadInputTests {
  private static func calibrator(_ fields: [Vector3<Double>]) -> MagnetometerCalibrator {
    var calibrator = MagnetometerCalibrator()
    for field in fields { calibrator.add(MotionSample(interval: 0.01, angularRate: .zero, magneticField: field)) }
    return calibrator
  }

  private static func sphere(_ count: Int, noise: Double = 0.2, seed: UInt64 = 1) -> [Vector3<Double>] {
    var random = RandomSource(seed: seed)
    return (0..<count).compactMap { _ in
      random.nextNormalVector().normalized.map {
        $0 * 50 + Vector3(x: 12, y: -7, z: 3) + random.nextNormalVector() * noise
      }
    }
  }

  private static func problem(_ fields: [Vector3<Double>]) -> CalibrationError? {
    do throws(CalibrationError) {
      _ = try calibrator(fields).calibration()
      return nil
    } catch {
      return error
    }
  }

  @Test func noReadingsOrFewOnes() {
    #expect(Self.problem([]) == .tooFewReadings(.magnetometer, count: 0, needed: 30))
    #expect(Self.problem(Self.sphere(12)) == .tooFewReadings(.magnetometer, count: 12, needed: 30))
    let absent = [Vector3<Double>](repeating: .absent, count: 1000)
    #expect(Self.problem(absent) == .tooFewReadings(.magnetometer, count: 0, needed: 30))
  }

  @Test func aStuckMagnetometer() {
    let stuck = [Vector3<Double>](repeating: Vector3(x: 20, y: 1, z: -40), count: 5000)
    #expect(Self.problem(stuck) == .constantReadings(.magnetometer))
    #expect(Self.problem([Vector3<Double>](repeating: .zero, count: 5000)) == .constantReadings(.magnetometer))
  }

  @Test func aClippedMagnetometer() throws {
    let clipped = Self.sphere(3000).map { Vector3(x: min($0.x, 40), y: $0.y, z: $0.z) }
    guard case .clippedReadings(.magnetometer, axis: 0, let limit, let share) = try #require(Self.problem(clipped))
    else { return #expect(Bool(false), "\(Self.problem(clipped)?.description ?? "no error")") }
    #expect(limit == 40 && share > 0.1 && share < 0.35)
    // A whole sphere in coarse steps is not clipped.
    let coarse = Self.sphere(3000).map { Vector3(x: $0.x.rounded(), y: $0.y.rounded(), z: $0.z.rounded()) }
    #expect(Self.problem(coarse) == nil)
  }

  /// Turned about the vertical only: a circle lies on many ellipsoids.
  @Test(arguments: [0.0, 0.05, 0.3]) func oneAxisNeverTurned(noise: Double) throws {
    var random = RandomSource(seed: 4)
    let circle = (0..<2000).map { place in
      let (sine, cosine) = Double.sineAndCosine(0.01 * Double(place))
      return Vector3(x: 18 * cosine + 5, y: 18 * sine - 3, z: -45) + random.nextNormalVector() * noise
    }
    let problem = try #require(Self.problem(circle))
    #expect(problem.description.contains("turn"), "\(problem)")
  }

  @Test func onlyACapOfTheSphere() throws {
    let cap = Self.sphere(20000).filter { ($0 - Vector3(x: 12, y: -7, z: 3)).z > 36 }
    guard case .littleCoverage(.magnetometer, let share, _) = try #require(Self.problem(cap)) else {
      return #expect(Bool(false), "\(Self.problem(cap)?.description ?? "no error")")
    }
    #expect(share < 0.3)
  }

  @Test func anythingButAnEllipsoid() throws {
    var random = RandomSource(seed: 5)
    let cloud = (0..<3000).map { _ in random.nextNormalVector() * 30 }
    #expect(try #require(Self.problem(cloud)).description.contains("ellipsoid"))
  }

  @Test func aSensorWithoutErrorsIsLeftAsItIs() throws {
    var random = RandomSource(seed: 6)
    let good = (0..<3000).compactMap { _ in
      random.nextNormalVector().normalized.map { $0 * 48 + random.nextNormalVector() * 0.5 }
    }
    guard case .nothingToCorrect(.magnetometer, let correction, _) = try #require(Self.problem(good)) else {
      return #expect(Bool(false), "\(Self.problem(good)?.description ?? "no error")")
    }
    #expect(correction < 0.005)
  }

  /// Not-a-number, infinite and huge readings among good ones change nothing.
  @Test func poisonedReadingsAreLeftOut() throws {
    let clean = Self.sphere(1000)
    var poisoned: [Vector3<Double>] = []
    for (place, field) in clean.enumerated() {
      poisoned.append(field)
      switch place % 3 {
      case 0: poisoned.append(.absent)
      case 1: poisoned.append(Vector3(x: .infinity, y: 0, z: 0))
      default: poisoned.append(Vector3(x: 1e300, y: -1e300, z: 0))
      }
    }
    let expected = try Self.calibrator(clean).calibration()
    let found = try Self.calibrator(poisoned).calibration()
    #expect(found.model == expected.model)
  }

  @Test func aRecordingOfOneSecond() {
    var calibrator = DeviceCalibrator()
    for sample in SimulatedRecording(trajectory: HandHeldTrajectory(seed: 1), rate: 100, duration: 1) {
      calibrator.add(sample.motionSample())
    }
    #expect(throws: CalibrationError.self) { try calibrator.magnetometer() }
    #expect(throws: CalibrationError.tooFewPoses(count: 0, needed: 6)) { try calibrator.accelerometer() }
    #expect(throws: CalibrationError.noRest) { try calibrator.gyroscope() }
  }

  @Test func anEmptyRecording() {
    let calibrator = DeviceCalibrator()
    #expect(throws: CalibrationError.tooFewReadings(.magnetometer, count: 0, needed: 30)) {
      try calibrator.magnetometer()
    }
    #expect(throws: CalibrationError.noRest) { try calibrator.gyroscope() }
    let result = calibrator.result()
    #expect(result.isEmpty && result.restCount == 0)
    // In this order, whatever failed first.
    #expect(
      result.problems.map { $0.description.prefix { $0 != ":" } } == ["accelerometer", "gyroscope", "magnetometer"])
  }

  /// Ten hours at 20 rows a second, most of them on a desk: bounded memory, and the minutes of motion still count.
  @Test func aRecordingOfTenHours() throws {
    var random = RandomSource(seed: 7)
    var calibrator = DeviceCalibrator()
    let turned = Self.sphere(20000)
    for place in 0..<720_000 {
      let field =
        place % 36 == 0 ? turned[place / 36] : Vector3(x: 30, y: -25, z: -30) + random.nextNormalVector() * 0.3
      calibrator.add(
        MotionSample(
          interval: 0.05, angularRate: random.nextNormalVector() * 0.002,
          specificForce: .unitZ * 9.81 + random.nextNormalVector() * 0.02, magneticField: field))
    }
    let magnetometer = try calibrator.magnetometer()
    #expect(magnetometer.readings.count <= ThinnedCloud.largestCount)
    #expect((magnetometer.model.bias - Vector3(x: 12, y: -7, z: 3)).length < 0.3)
    #expect(try calibrator.gyroscope().model.bias.length < 1e-4)
  }

  @Test func aGyroscopeThatNeverTurnsAboutOneAxisGivesItsBiasOnly() throws {
    // Rests on four sides of a roll about x.
    let bias = Vector3(x: 0.01, y: 0.02, z: -0.01)
    let transitions = (0..<12).map { place in
      let ups = [place, place + 1].map { Rotation(aboutX: -0.5 * Double.pi * Double($0)).rotate(.unitZ) }
      let steps = (0..<50).map { _ in
        RestTransition.Step(angularRate: .unitX * (0.5 * Double.pi) + bias, interval: 0.02)
      }
      func rest(_ up: Vector3<Double>) -> RestSegment {
        RestSegment(start: 0, duration: 2, angularRate: bias, specificForce: up * 9.81)
      }
      return RestTransition(before: rest(ups[0]), after: rest(ups[1]), steps: steps)
    }
    let found = try GyroscopeCalibrator.calibration(
      rests: transitions.map(\.before), transitions: transitions, accelerometer: .identity)
    #expect(found.matrixProblem == .axisNotTurned(axis: 1))
    #expect(found.model.matrix == .identity && (found.model.bias - bias).length < 1e-12)
  }

  @Test func everyErrorSaysWhatToDo() {
    let errors: [CalibrationError] = [
      .tooFewReadings(.magnetometer, count: 3, needed: 30), .constantReadings(.magnetometer),
      .clippedReadings(.magnetometer, axis: 2, limit: -40, share: 0.2),
      .littleCoverage(.magnetometer, share: 0.18, needed: 0.3), .notAnEllipsoid(.magnetometer, residualShare: 0.2),
      .undetermined(.gyroscope), .nothingToCorrect(.magnetometer, correction: 0.01, disturbance: 0.02),
      .tooFewPoses(count: 4, needed: 6), .axisNotTurned(axis: 1), .noRest,
      .tooFewTemperatures(count: 1, needed: 2), .littleGain(.magnetometer, gain: -0.1, needed: 0.05),
    ]
    for error in errors { #expect(error.description.contains(":") && error.description.count > 40) }
    #expect(errors[3].description.contains("only 18 % of the sphere covered"))
  }
}
