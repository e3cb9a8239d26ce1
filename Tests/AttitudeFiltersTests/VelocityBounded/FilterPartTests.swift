import MotionSamples
import MotionSimulation
import Rotations
import TestSupport
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
    var previous = Vector3<Double>.zero
    func feed(_ x: Double, isPresent: Bool = true) -> Bool {
      let reading = Vector3(x: x, y: 1, z: 2)
      detector.update(
        reading, square: reading.squaredLength, previous: previous, least: 14.7, isPresent: isPresent)
      previous = reading
      return detector.isClipped
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
    let missing = feed(-39.2, isPresent: false)
    #expect(!missing)
  }
}

/// The checks of successive readings, on a sensor that turns at 1 rad/s about x unless the tests say otherwise.
@Suite struct ReadingChecksTests {
  private static let interval = 0.01

  private func sample(
    rate: Vector3<Double> = Vector3(x: 1, y: 0, z: 0), force: Vector3<Double>, field: Vector3<Double>
  ) -> SampleGuard<Double>.AdmittedSample {
    var guardOfSamples = SampleGuard<Double>()
    return guardOfSamples.admit(
      MotionSample(interval: Self.interval, angularRate: rate, specificForce: force, magneticField: field))
  }

  /// A little noise, so that no reading has the bits of the one before.
  private func noise(_ index: Int) -> Vector3<Double> {
    Vector3(x: 1e-3 * Double(index % 7), y: -1e-3 * Double(index % 5), z: 1e-3 * Double(index % 3))
  }

  /// Feeds readings by index and gives the forces and whether each sensor was used.
  private func run(
    _ count: Int, rate: (Int) -> Vector3<Double>, force: (Int) -> Vector3<Double>, field: (Int) -> Vector3<Double>
  ) -> (forces: [Vector3<Double>], hasForce: [Bool], hasField: [Bool], checks: ReadingChecks<Double>) {
    var checks = ReadingChecks<Double>()
    var result: (forces: [Vector3<Double>], hasForce: [Bool], hasField: [Bool]) = ([], [], [])
    for index in 0..<count {
      var admitted = sample(rate: rate(index), force: force(index), field: field(index))
      _ = checks.check(&admitted, bias: .zero)
      result.forces.append(admitted.specificForce)
      result.hasForce.append(admitted.hasSpecificForce)
      result.hasField.append(admitted.hasMagneticField)
    }
    return (result.forces, result.hasForce, result.hasField, checks)
  }

  private let turning = Vector3(x: 1.0, y: 0, z: 0)
  private let up = Vector3(x: 0.0, y: 0, z: 9.81)
  private let north = Vector3(x: 0.0, y: 20, z: -40)

  @Test func aFieldThatDoesNotTurnWithTheBodyIsNone() {
    let run = run(40, rate: { turning + noise($0) }, force: { up + noise($0) }, field: { _ in north })
    // 0.1 rad at 1 rad/s: the eleventh repetition of 10 ms is the first beyond it.
    #expect(run.hasField.prefix(9).allSatisfy { $0 } && run.hasField.suffix(25).allSatisfy { !$0 })
    #expect(run.hasForce.allSatisfy { $0 })
    let still = self.run(200, rate: { noise($0) }, force: { up + noise($0) }, field: { _ in north })
    #expect(still.hasField.prefix(150).allSatisfy { $0 }, "a body that hardly turns shows nothing")
  }

  @Test func aForceThatDoesNotTurnWithTheBodyIsNone() {
    let run = run(40, rate: { turning + noise($0) }, force: { _ in up }, field: { north + noise($0) })
    #expect(run.hasForce.prefix(9).allSatisfy { $0 } && run.hasForce.suffix(25).allSatisfy { !$0 })
    #expect(run.hasField.allSatisfy { $0 })
    let aboutUp = self.run(
      400, rate: { _ in Vector3(x: 0, y: 0, z: 1) }, force: { _ in up }, field: { north + noise($0) })
    #expect(aboutUp.hasForce.allSatisfy { $0 }, "a turn about up leaves gravity where it is")
  }

  @Test func aRateThatRepeatsWhileTheForceMovesIsFrozen() {
    func checks(_ amplitude: Double) -> ReadingChecks<Double> {
      run(
        60, rate: { _ in .zero }, force: { up + Vector3(x: amplitude * Double($0) / 60, y: 0, z: 0) + noise($0) },
        field: { north + noise($0) }
      ).checks
    }
    #expect(checks(8).isRateFrozen && checks(8).frozenTime > 0.2)
    #expect(!checks(2.5).isRateFrozen, "a car that accelerates may well repeat a rate of zero")
    let steady = run(
      60, rate: { _ in turning }, force: { Rotation(rotationVector: turning * (-0.01 * Double($0))).rotate(up) },
      field: { north + noise($0) })
    #expect(!steady.checks.isRateFrozen, "gravity turns as a steady rate says")
  }

  @Test func aSpikeIsHeldBackAndAStepIsNot() {
    let spike = run(
      100, rate: { turning + noise($0) },
      force: { up + noise($0) + ($0 == 50 ? Vector3(x: 160, y: 0, z: 0) : .zero) }, field: { north + noise($0) })
    #expect(spike.forces.allSatisfy { ($0 - up).length < 0.1 }, "the reading before stands in for a spike")
    let step = run(
      100, rate: { turning + noise($0) },
      force: { up + noise($0) + ($0 >= 50 ? Vector3(x: 30, y: 0, z: 0) : .zero) }, field: { north + noise($0) })
    #expect((step.forces[50] - up).length < 0.1 && (step.forces[51] - up).length > 29, "a step waits for one sample")
    #expect(step.forces.suffix(48).allSatisfy { ($0 - up).length > 29 })
    let two = run(
      100, rate: { turning + noise($0) },
      force: {
        up + noise($0)
          + ($0 == 50 ? Vector3(x: 160, y: 0, z: 0) : $0 == 51 ? Vector3(x: 0, y: -90, z: 0) : .zero)
      }, field: { north + noise($0) })
    #expect(two.forces.allSatisfy { ($0 - up).length < 0.1 }, "two spikes that contradict each other")
    let shaking = run(
      100, rate: { turning + noise($0) },
      force: { up + noise($0) + ($0 < 50 ? .zero : Vector3(x: $0.isMultiple(of: 2) ? 40 : -40, y: 0, z: 0)) },
      field: { north + noise($0) })
    #expect(shaking.forces.prefix(52).allSatisfy { ($0 - up).length < 0.1 })
    #expect(shaking.forces.suffix(48).allSatisfy { ($0 - up).length > 39 }, "a sensor that shakes loses two readings")
  }

  @Test func noiseIsHalfTheSquareOfSuccessiveDifferences() {
    let checks = run(
      2000, rate: { _ in turning }, force: { up + Vector3(x: $0.isMultiple(of: 2) ? 0.1 : -0.1, y: 0, z: 0) },
      field: { north + noise($0) }
    ).checks
    #expect(abs(checks.force.noise - 0.02) < 1e-4, "(0.2 m/s²)² / 2")
    #expect(checks.rate.noise == 0)
  }
}

@Suite struct VelocityMonitorTests {
  private func monitor(force: Vector3<Double>, steps: Int = 100) -> VelocityMonitor<Double> {
    var monitor = VelocityMonitor<Double>()
    for _ in 0..<steps {
      var increment = MotionIncrement<Double>()
      (increment.duration, increment.specificForceDuration) = (0.05, 0.05)
      increment.velocity = force * 0.05
      increment.finish(.identity)
      monitor.follow(increment)
    }
    return monitor
  }

  @Test func gravityFromBelowIsLost() {
    #expect(monitor(force: Vector3(x: 0, y: 0, z: -9.81)).isLost)
    #expect(!monitor(force: Vector3(x: 9.81, y: 0, z: 0.1)).isLost)
    let force = Vector3(x: 3.0, y: 0, z: 9.81)
    #expect(abs(monitor(force: force).excess - (force.length / 9.81 - 1)) < 0.01)
  }
  @Test func aLargeMeanVelocityOpensTheCovariance() {
    var monitor = VelocityMonitor<Double>()
    monitor.velocity.x = 0.3
    func added(tiltShare: Double) -> Double {
      var meanSquare = 0.0
      for _ in 0..<40 { meanSquare = monitor.averagedSquare(0.05) }
      return monitor.unexplainedAttitudeVariance(
        meanSquare: meanSquare, density: 0.1, variance: 0.01, tiltShare: tiltShare, duration: 0.05)
    }
    #expect(added(tiltShare: 1) == 0, "0.3 m/s is within the model")
    monitor.velocity.x = 20
    let (wrongTilt, acceleration) = (added(tiltShare: 1), added(tiltShare: 0))
    #expect(wrongTilt > 0 && wrongTilt <= 0.0125)
    #expect(acceleration == 0, "a carrier that accelerates is no wrong tilt")
  }
}

/// A force longer than gravity shows a horizontal acceleration, which feigns a tilt.
@Suite struct StartDoubtTests {
  @Test func theDoubtIsTheTiltThatTheForceShows() {
    // tan² θ / 2 is the excess of the length, so that the variance of tilt is twice the excess less what a sensor may err.
    let tilt = 20 * degree
    let excess = 1 / Double.sineAndCosine(tilt).cosine - 1
    #expect(abs(StartDoubt.variance(excess: excess).squareRoot() - tilt) < 0.1 * tilt)
    #expect(StartDoubt.variance(excess: 0.004) == 0 && StartDoubt.variance(excess: 9.0) == 2)
    #expect(StartDoubt.variance(excess: -0.5) == 0.5)
  }
  @Test func itFadesAsTheForceStaysGravity() {
    var doubt = StartDoubt<Double>()
    doubt.begin(excess: 0.1, where: true)
    let first = doubt.variance
    for _ in 0..<100 { doubt.follow(excess: 0, isAtRest: false, duration: 0.05) }
    #expect(doubt.variance < 0.02 * first)
    doubt.begin(excess: 0.1, where: true)
    for _ in 0..<2000 { doubt.follow(excess: 0.1, isAtRest: false, duration: 0.05) }
    #expect(doubt.variance < first / 10, "no carrier accelerates for a hundred seconds")
    doubt = StartDoubt()
    doubt.begin(excess: 0.02, where: true)
    for _ in 0..<600 { doubt.follow(excess: 0.02, isAtRest: true, duration: 0.05) }
    #expect(doubt.variance.squareRoot() < 2.3 * degree, "an accelerometer of 2 % too much, at rest for 30 s")
  }
}

/// Rest and slow motion, in steps of 50 ms: a reading that has moved must stand four times as long as it took.
@Suite struct StandstillMonitorTests {
  /// The share of the last 20 s in which all stands, of a rate that a function of time gives, rad/s, with and without a field
  /// that turns with it about up.
  private func standingShare(rate: (Double) -> Double, seconds: Double = 60, hasField: Bool = true) -> Double {
    var filter = DefaultFilter<Double>()
    var random = SplitMix64(seed: 3)
    func noise(_ size: Double) -> Vector3<Double> {
      Vector3(
        x: Double.random(in: -size...size, using: &random), y: Double.random(in: -size...size, using: &random),
        z: Double.random(in: -size...size, using: &random))
    }
    var (angle, standing, count) = (0.0, 0.0, 0.0)
    for index in 0..<Int(seconds * 100) {
      let time = Double(index) * 0.01
      angle += rate(time) * 0.01
      let (sine, cosine) = Double.sineAndCosine(angle)
      filter.updated(
        MotionSample(
          interval: 0.01, angularRate: Vector3(x: 0, y: 0, z: rate(time)) + noise(1e-3),
          specificForce: Vector3(x: 0, y: 0, z: 9.81) + noise(0.02),
          magneticField: hasField ? Vector3(x: 20 * sine, y: 20 * cosine, z: -40) + noise(0.3) : .absent))
      guard time > seconds - 20 else { continue }
      standing += filter.isAtRest ? 1 : 0
      count += 1
    }
    return standing / count
  }

  @Test func restIsRest() {
    #expect(standingShare(rate: { _ in 0 }) > 0.95)
    #expect(standingShare(rate: { _ in 0.02 }, hasField: false) > 0.95, "a constant rate from the start may be a bias")
  }
  @Test(arguments: [0.3, 1, 4]) func aSlowTurnIsNoRestWhereTheFieldShowsIt(degreesPerSecond: Double) {
    // It begins after 20 s of rest, smoothly.
    let share = standingShare(rate: { $0 < 20 ? 0 : degreesPerSecond * degree * min(1, ($0 - 20) / 5) })
    #expect(share < 0.05, "\(share)")
  }
  @Test func aSlowSwingIsNoRest() {
    let share = standingShare(rate: { 2 * degree * Double.sineAndCosine(2 * .pi * $0 / 6).sine })
    #expect(share < 0.05, "\(share)")
  }
  /// The even curve of a train stands for up to a second, the drift of most hovers too, a car at a light for longer.
  @Test(arguments: [("train", UInt64(12), false), ("train", 13, false), ("hover", 1, false), ("city", 1, true)])
  func onlyWhatStopsIsAtRest(carrier: String, seed: UInt64, stops: Bool) throws {
    var (filter, count) = (DefaultFilter<Double>(), 0)
    for sample in try #require(SimulationScenario.named(carrier, seed: seed)).recording() {
      filter.updated(sample.motionSample())
      if filter.isAtRest { count += 1 }
    }
    #expect(stops ? count > 1000 : count == 0, "\(count)")
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
    for _ in 0..<500 { filter.updated(motion.next()) }
    motion.field = place
    for _ in 0..<6000 { filter.updated(motion.next()) }
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
