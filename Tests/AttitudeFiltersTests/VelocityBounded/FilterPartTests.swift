import MotionSamples
import Rotations
import Testing

@testable import AttitudeFilters

private let degree = Double.pi / 180

@Suite struct RestDetectorTests {
  private func detector(rate: Vector3<Double>, wobble: Double, seconds: Double) -> RestDetector<Double> {
    var detector = RestDetector<Double>()
    for index in 0..<Int(seconds * 100) {
      let sign = index.isMultiple(of: 2) ? 1.0 : -1.0
      detector.update(
        angularRate: rate + Vector3(x: wobble * sign, y: 0, z: 0),
        specificForce: Vector3(x: 0, y: 0, z: 9.81), hasSpecificForce: true, interval: 0.01,
        parameters: RestDetectorParameters())
    }
    return detector
  }

  @Test func restTakesAWhile() {
    #expect(!detector(rate: .zero, wobble: 0, seconds: 1.4).isAtRest)
    #expect(detector(rate: .zero, wobble: 0, seconds: 1.6).isAtRest)
  }
  @Test func aBiasIsRestAndATurnIsNot() {
    #expect(detector(rate: Vector3(x: 0, y: 2.9 * degree, z: 0), wobble: 0, seconds: 3).isAtRest)
    #expect(!detector(rate: Vector3(x: 0, y: 3.1 * degree, z: 0), wobble: 0, seconds: 3).isAtRest)
  }
  @Test func shakingIsNotRest() {
    #expect(detector(rate: .zero, wobble: 1.5 * degree, seconds: 3).isAtRest)
    #expect(!detector(rate: .zero, wobble: 2.5 * degree, seconds: 3).isAtRest)
  }
  @Test func missingSpecificForceDoesNotEndRest() {
    var still = detector(rate: .zero, wobble: 0, seconds: 3)
    still.update(
      angularRate: .zero, specificForce: .zero, hasSpecificForce: false, interval: 0.01,
      parameters: RestDetectorParameters())
    #expect(still.isAtRest)
  }
}

@Suite struct ClippingDetectorTests {
  @Test func onlyAStuckValueAtTheTopIsClipped() {
    var detector = ClippingDetector<Double>()
    func feed(_ x: Double) -> Bool {
      detector.update(Vector3(x: x, y: 1, z: 2), least: 14.7, isPresent: true)
    }
    let usual = [feed(9.81), feed(9.81)]
    #expect(usual == [false, false], "a repeated value below 1.5 g is no clipping")
    let first = feed(39.2)
    #expect(!first, "the first time at the top may be chance")
    let stuck = [feed(39.2), feed(39.2)]
    #expect(stuck == [true, true])
    let below = [feed(30), feed(30)]
    #expect(below == [false, false], "a repeated value below the top is no clipping")
    let bottom = [feed(-39.2), feed(-39.2)]
    #expect(bottom == [false, true], "the bottom of the range clips too")
    let missing = detector.update(Vector3(x: -39.2, y: 1, z: 2), least: 14.7, isPresent: false)
    #expect(!missing)
  }
}

@Suite struct VelocityMonitorTests {
  private func monitor(force: Vector3<Double>, steps: Int = 100, clipped: Double = 0) -> VelocityMonitor<Double> {
    var monitor = VelocityMonitor<Double>()
    for _ in 0..<steps {
      var increment = MotionIncrement<Double>()
      increment.duration = 0.05
      increment.clippedDuration = clipped
      increment.velocity = force * 0.05
      monitor.observeSpecificForce(increment)
    }
    return monitor
  }

  @Test func gravityFromTheSideIsLost() {
    let side = monitor(force: Vector3(x: 9.81, y: 0, z: 0.1))
    #expect(side.isLost(normError: side.normError))
    let up = monitor(force: Vector3(x: 3, y: 0, z: 9.3))
    #expect(!up.isLost(normError: up.normError))
    let below = monitor(force: Vector3(x: 0, y: 0, z: -9.81))
    #expect(below.isLost(normError: below.normError))
  }
  @Test func aStrongOrClippedForceIsNoProof() {
    let strong = monitor(force: Vector3(x: 30, y: 0, z: 9.81))
    #expect(!strong.isLost(normError: strong.normError))
    let clipped = monitor(force: Vector3(x: 9.81, y: 0, z: 0.1), clipped: 0.02)
    #expect(!clipped.isLost(normError: clipped.normError))
  }
  @Test func aLargeMeanVelocityOpensTheCovariance() {
    var monitor = VelocityMonitor<Double>()
    monitor.velocity.x = 0.3
    func added(tiltShare: Double) -> Double {
      var meanSquare = 0.0
      for _ in 0..<40 { meanSquare = monitor.averagedSquare(0.05) }
      return monitor.unexplainedAttitudeVariance(
        meanSquare: meanSquare, density: 0.1, variance: 0.01, densityFactor: 1, tiltShare: tiltShare, duration: 0.05)
    }
    #expect(added(tiltShare: 1) == 0, "0.3 m/s is within the model")
    monitor.velocity.x = 20
    let (wrongTilt, acceleration) = (added(tiltShare: 1), added(tiltShare: 0))
    #expect(wrongTilt > 0 && wrongTilt <= 0.0125)
    #expect(acceleration == 0, "a carrier that accelerates is no wrong tilt")
  }
}

@Suite struct HeadingEstimatorTests {
  @Test func headingIsZeroWhereTheFieldPointsNorth() {
    // ENU: north is y. A level frame whose x axis points north sees the field along x and is turned by +90 degrees.
    #expect(HeadingEstimator<Double>.heading(of: Vector3(x: 0, y: 20, z: -40)) == 0)
    #expect(abs(HeadingEstimator<Double>.heading(of: Vector3(x: 20, y: 0, z: -40)) - .pi / 2) < 1e-15)
    #expect(!HeadingEstimator<Double>.hasHeading(Vector3(x: 0, y: 0.01, z: -40)))
  }
  /// A field to the north that dips by atan 2 shows a tilt error about north twice in the heading, one about east not at all.
  @Test func tiltErrorsShowInTheHeading() {
    let north = HeadingEstimator<Double>.tiltEffect(on: Vector3(x: 0, y: 20, z: -40))
    #expect(abs(north.x) < 1e-15 && abs(north.y - 2) < 1e-15)
    let field = Vector3(x: 11.0, y: -17, z: 38)
    let effect = HeadingEstimator<Double>.tiltEffect(on: field)
    for error in [Vector3(x: 1e-6, y: 0, z: 0), Vector3(x: 0, y: 1e-6, z: 0), Vector3(x: -7e-7, y: 3e-7, z: 0)] {
      let level = Rotation(rotationVector: error).rotate(field)
      let difference = HeadingEstimator.heading(of: field) - HeadingEstimator.heading(of: level)
      #expect(abs(difference - (effect.x * error.x + effect.y * error.y)) < 1e-11)
    }
  }
  @Test func anomalyIsInUnitsOfTheHorizontalField() {
    let reference = FieldReference<Double>(horizontal: 20, vertical: -40)
    func anomaly(_ x: Double, _ y: Double) -> Double {
      reference.squaredAnomaly(of: FieldReference(of: Vector3(x: x, y: y, z: -40)))
    }
    #expect(abs(anomaly(0, 30) - 0.25) < 1e-15)
    #expect(anomaly(12, -16) < 1e-30, "heading does not count")
    #expect(FieldReference<Double>().squaredAnomaly(of: reference) == 1e12 && FieldReference<Float>().squaredSlope == 0)
  }
  @Test func aStartBesideAMagnetIsOvercome() {
    var motion = SyntheticMotion(seed: 21)
    let place = motion.field
    motion.field = Vector3(x: 40, y: 10, z: -10)
    var filter = DefaultFilter<Double>()
    for _ in 0..<500 { filter.update(motion.next()) }
    motion.field = place
    for _ in 0..<6000 { filter.update(motion.next()) }
    #expect(filter.enuFromBody.angle(to: motion.enuFromBody) < 4 * degree)
  }
}

@Suite struct SampleGuardTests {
  private let good = MotionSample<Double>(
    interval: 0.01, angularRate: Vector3(x: 0.1, y: 0.2, z: 0.3), specificForce: Vector3(x: 0, y: 0, z: 9.8),
    magneticField: Vector3(x: 0, y: 20, z: -40))

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e30]) func impossibleReadingsAreReplaced(_ bad: Double) {
    for axis in 0..<3 {
      var guardOfSamples = SampleGuard<Double>()
      _ = guardOfSamples.admit(good)
      var sample = good
      sample.angularRate[axis] = bad
      sample.specificForce[axis] = bad
      sample.magneticField[axis] = bad
      let admitted = guardOfSamples.admit(sample)
      #expect(admitted.outcome.isAngularRateRejected && admitted.angularRate == good.angularRate)
      #expect(admitted.outcome.isSpecificForceRejected && admitted.specificForce == .zero)
      #expect(admitted.outcome.isMagneticFieldRejected && admitted.magneticField == .zero)
      #expect(!admitted.hasSpecificForce && !admitted.hasMagneticField && admitted.hasInterval)
    }
  }
  @Test func zeroVectorsAreNoMeasurementsButZeroRateIs() {
    var guardOfSamples = SampleGuard<Double>()
    let admitted = guardOfSamples.admit(
      MotionSample(interval: 0.01, angularRate: .zero, specificForce: .zero, magneticField: .zero))
    #expect(!admitted.outcome.isAngularRateRejected)
    #expect(admitted.outcome.isSpecificForceRejected && admitted.outcome.isMagneticFieldRejected)
  }
  @Test func intervalsAreToldApart() {
    var guardOfSamples = SampleGuard<Double>()
    var sample = good
    func expectInterval(isRejected: Bool) {
      let admitted = guardOfSamples.admit(sample)
      #expect(admitted.outcome.isIntervalRejected == isRejected)
    }
    sample.interval = 0  // The first sample has no interval, which is no fault.
    expectInterval(isRejected: false)
    expectInterval(isRejected: true)
    sample.interval = 0.02
    let usual = guardOfSamples.admit(sample)
    #expect(usual.interval == 0.02)
    sample.interval = 18000
    let gap = guardOfSamples.admit(sample)
    #expect(gap.outcome.isAfterGap && gap.gap == 18000 && gap.interval == 0.02)
    sample.interval = .infinity
    expectInterval(isRejected: true)
  }
}
