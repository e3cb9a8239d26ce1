import MotionSamples
import AttitudeSmoothing
import Rotations
import TestSupport
import Testing

/// The smoother on carriers other than a hand, and without magnetometer, beside offline VQF (vqf 2.1.2, `offlineVQF`).
@Suite(.needs(.carriers)) struct SmoothingCarrierTests {
  /// A set, and the RMS errors of offline VQF in degrees, means over its recordings: inclination, and heading without its
  /// constant offset.
  struct Reference: Sendable {
    var set: SharedRecordings.CarrierSet
    var inclination: Double
    var heading: Double
  }

  @Test(arguments: [
    Reference(set: .tumvi, inclination: 0.92, heading: 3.85),
    Reference(set: .eurocUnbiased, inclination: 1.13, heading: 0.765),
    Reference(set: .openaxes, inclination: 0.36, heading: 0.33),
  ])
  func tiltIsBetterAndHeadingAsGood(_ reference: Reference) throws {
    let (inclination, heading) = try errors(of: reference.set)
    #expect(inclination < 0.8 * reference.inclination, "inclination \(inclination)")
    #expect(heading < 1.15 * reference.heading, "heading \(heading)")
  }

  /// A constant bias of 1.2 to 4.4 degrees/s, which no rest shows.
  @Test func tiltBesideALargeBias() throws {
    let (inclination, _) = try errors(of: .euroc)
    #expect(inclination < 0.8 * 1.38, "inclination \(inclination)")
  }

  /// A wand of 1 m with a magnetometer: 0.77, 0.39 and 0.58 degrees, most of it from two recordings whose gyroscope saturates.
  @Test func wand() throws {
    var (total, inclination) = (0.0, 0.0)
    let paths = SharedRecordings.CarrierSet.tstick.paths
    for path in paths {
      let trial = try Trial(path: path)
      let smoothed = try AttitudeSmoother().smooth(trial.samples)
      let error = trial.error(of: smoothed)
      total += error.total / Double(paths.count)
      inclination += error.inclination / Double(paths.count)
    }
    #expect(total < 0.80 && inclination < 0.61, "\(total) \(inclination)")
  }

  /// Inclination and heading without its constant offset, degrees, means over a set without magnetometer.
  private func errors(of set: SharedRecordings.CarrierSet) throws -> (inclination: Double, heading: Double) {
    var (inclination, heading) = (0.0, 0.0)
    for path in set.paths {
      let trial = try Trial(path: path)
      let errors = trial.errors(of: try AttitudeSmoother().smooth(trial.samples)).rootMeanSquareWithoutHeadingOffset
      inclination += errors.inDegrees.inclination / Double(set.paths.count)
      heading += errors.inDegrees.heading / Double(set.paths.count)
    }
    return (inclination, heading)
  }

  /// A sensor at the end of an arm that turns about a point at rest, and whose accelerometer is 2 ms late.
  @Test func leverArmAndLagAreFound() throws {
    let (arm, lag) = (Vector3(x: 0.4, y: -0.1, z: 0.05), 0.002)
    func levelFromBody(_ time: Double) -> Rotation<Double> {
      func wave(_ rate: Double, _ phase: Double) -> Double { Double.sineAndCosine(rate * time + phase).sine }
      return Rotation(
        rotationVector: Vector3(x: 0.6 * wave(3.1, 0), y: 0.5 * wave(2.3, 1), z: 0.8 * wave(1.7, 2)))
    }
    func position(_ time: Double) -> Vector3<Double> { levelFromBody(time).rotate(arm) }
    let interval = 0.005
    let samples = (0..<12000).map { index in
      let time = interval * Double(index)
      let turned = levelFromBody(time - interval).inverse * levelFromBody(time)
      let (late, step) = (time - lag, 1e-3)
      let acceleration = (position(late - step) + position(late + step) - position(late) * 2) / (step * step)
      return MotionSample(
        interval: index == 0 ? 0 : interval, angularRate: turned.rotationVector / interval,
        specificForce: levelFromBody(late).inverse.rotate(acceleration + Vector3(x: 0, y: 0, z: 9.81)))
    }
    // A minute shows the lag to 5 ms; with the default prior of 3 ms the estimate would be nearer to zero.
    var parameters = AttitudeSmootherParameters()
    parameters.accelerometerLagDeviation = 1
    let errors = try #require(try AttitudeSmoother(parameters: parameters).smooth(samples).sensorErrors)
    #expect((errors.leverArm - arm).length < 0.02, "\(errors.leverArm)")
    #expect(errors.leverArmStandardDeviation.largestMagnitude < 0.1)
    #expect(abs(errors.accelerometerLag - lag) < 3e-4, "\(errors.accelerometerLag)")
    #expect((0.003...0.008).contains(errors.accelerometerLagStandardDeviation))
  }
}
