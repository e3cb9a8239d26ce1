import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// What every filter promises: signs and directions by hand-computed examples, convergence, and handling of timestamps.
///
/// The field is (0, 20, -40) µT in ENU: it points north and, in the northern hemisphere, down.
@Suite struct FilterContractTests {
  static let up = Vector3(x: 0, y: 0, z: 9.81)
  static let north = Vector3(x: 0, y: 20, z: -40)
  static let degree = Double.pi / 180

  // MARK: The attitude of a body at rest

  /// Level, x to the east: the identity of ENU.
  @Test(arguments: FilterUnderTest.all)
  func levelFacingNorthIsTheIdentity(_ filter: FilterUnderTest) {
    let answers = filter.run(rest(Self.up, Self.north, seconds: 5))
    #expect(answers.allSatisfy { $0.enuFromBody.angle < 1e-6 })
  }

  /// Yawed by +90 degrees, x points north and y west: the field lies along +x of the body.
  @Test(arguments: FilterUnderTest.all)
  func yawIsCounterclockwiseFromEast(_ filter: FilterUnderTest) {
    let field = Vector3(x: 20, y: 0, z: -40)
    let attitude = filter.run(rest(Self.up, field, seconds: 5)).last!.enuFromBody
    expect(attitude.rotate(.unitX), .unitY)
    expect(attitude.rotate(.unitY), -.unitX)
  }

  /// Rolled by +90 degrees about x: y of the body is up, z points south.
  @Test(arguments: FilterUnderTest.all)
  func rollTurnsYUp(_ filter: FilterUnderTest) {
    let attitude = filter.run(
      rest(Vector3(x: 0, y: 9.81, z: 0), Vector3(x: 0, y: -40, z: -20), seconds: 5)
    ).last!.enuFromBody
    expect(attitude.rotate(.unitY), .unitZ)
    expect(attitude.rotate(.unitX), .unitX)
  }

  /// Without magnetometer: level, with the heading it started with.
  @Test(arguments: FilterUnderTest.all)
  func withoutFieldTheHeadingStartsAtZero(_ filter: FilterUnderTest) {
    let answers = filter.run(rest(Self.up, .absent, seconds: 5))
    #expect(answers.allSatisfy { $0.enuFromBody.angle < 1e-9 })
    #expect(answers.allSatisfy { $0.outcome.isMagneticFieldAbsent && !$0.outcome.isMagneticFieldRejected })
  }

  // MARK: Directions of the gyroscope

  /// A turn of +90 degrees about up, seen by the gyroscope alone, takes x to y.
  @Test(arguments: FilterUnderTest.all)
  func positiveRateAboutUpTurnsXToY(_ filter: FilterUnderTest) {
    let turn = (0..<100).map { _ in
      MotionSample(interval: 0.01, angularRate: Vector3(x: 0, y: 0, z: .pi / 2), specificForce: Self.up)
    }
    let attitude = filter.run(rest(Self.up, .absent, seconds: 5) + turn).last!.enuFromBody
    #expect(attitude.angle(to: Rotation(aboutZ: .pi / 2)) < 1 * Self.degree)
  }

  /// A turn of +90 degrees about y takes x down, with the gyroscope alone: the accelerometer is silent.
  @Test(arguments: FilterUnderTest.all)
  func positiveRateAboutYTurnsXDown(_ filter: FilterUnderTest) {
    let turn = (0..<100).map { _ in MotionSample(interval: 0.01, angularRate: Vector3(x: 0, y: .pi / 2, z: 0)) }
    let attitude = filter.run(rest(Self.up, Self.north, seconds: 5) + turn).last!.enuFromBody
    #expect((attitude.rotate(.unitX) + .unitZ).length < 1 * Self.degree)
  }

  // MARK: Convergence

  /// The first sample lies about tilt, by an angle and upside down; then a body at rest is level to
  /// within a degree after a minute and a half: an integral bias has to unwind.
  @Test(arguments: FilterUnderTest.all, [40.0, 120.0, 180.0])
  func zeroRateStillLevels(_ filter: FilterUnderTest, _ angle: Double) {
    let (sine, cosine) = Double.sineAndCosine(angle * Self.degree)
    let lie = MotionSample(interval: 0, angularRate: .zero, specificForce: Vector3(x: 0, y: sine, z: cosine) * 9.81)
    let attitude = filter.run([lie] + rest(Self.up, .absent, seconds: 90)).last!.enuFromBody
    #expect(tiltError(attitude, .identity) < 1 * Self.degree)
  }

  /// The first field lies about north by 120 degrees; within two minutes the heading is right.
  @Test(arguments: FilterUnderTest.all)
  func headingConvergesFromAWrongStart(_ filter: FilterUnderTest) {
    let wrong = Rotation(aboutZ: 120 * Self.degree).rotate(Self.north)
    let lie = MotionSample(interval: 0, angularRate: .zero, specificForce: Self.up, magneticField: wrong)
    let attitude = filter.run([lie] + rest(Self.up, Self.north, seconds: 120)).last!.enuFromBody
    #expect(attitude.angle < 3 * Self.degree)
  }

  /// A gyroscope at rest that reads a rate has that bias, with its sign; the corrected rate is what is left.
  @Test(arguments: FilterUnderTest.all)
  func biasHasTheSignOfTheReading(_ filter: FilterUnderTest) {
    let bias = Vector3(x: 0.006, y: -0.004, z: 0.005)
    let last = filter.run(rest(Self.up, Self.north, seconds: 180, rate: bias)).last!
    #expect((last.gyroscopeBias - (filter.learnsBias ? bias : .zero)).length < 0.0015)
    #expect((last.correctedAngularRate + last.gyroscopeBias - bias).length < 1e-12)
  }

  /// Motion with noise, bias and acceleration. The largest error that a filter may have by its design is Mahony's without
  /// bias: 0.006 rad/s over a heading gain of 0.5/s · 18² / (18² + 44²) is 5 degrees, and
  /// accelerations of 0.7 m/s² an axis, up to 7 degrees, add a part of theirs. Its integral
  /// bias swings as far at first; the others must do better.
  @Test(arguments: FilterUnderTest.all)
  func followsMotion(_ filter: FilterUnderTest) {
    var motion = SyntheticMotion(seed: 11)
    var samples: [MotionSample<Double>] = []
    var truth: [Rotation<Double>] = []
    for _ in 0..<6000 {
      samples.append(motion.next())
      truth.append(motion.enuFromBody)
    }
    let answers = filter.run(samples)
    let worst = (1000..<6000).map { answers[$0].enuFromBody.angle(to: truth[$0]) }.max()!
    #expect(worst < (filter.testDescription.hasPrefix("Mahony") ? 9 : 6) * Self.degree)
  }

  // MARK: Timestamps, gaps and bad readings

  /// Repeated and backward timestamps change nothing and are reported.
  @Test(arguments: FilterUnderTest.all, [0.0, -0.01, -1e9, Double.nan, Double.infinity])
  func timestampsThatDoNotAdvanceChangeNothing(_ filter: FilterUnderTest, _ interval: Double) {
    let repeated = MotionSample(
      interval: interval, angularRate: Vector3(x: 3, y: 1, z: 2), specificForce: Vector3(x: 5, y: 5, z: 5),
      magneticField: Vector3(x: 20, y: 0, z: 0))
    let answers = filter.run(rest(Self.up, Self.north, seconds: 3) + [repeated])
    #expect(answers.last!.outcome.isIntervalRejected)
    #expect(answers.last!.enuFromBody.quaternion == answers[answers.count - 2].enuFromBody.quaternion)
  }

  /// The body was turned while nothing came; seconds later the attitude is right, and the gap was reported.
  @Test(arguments: FilterUnderTest.all, [5.0, 18_000.0])
  func aTurnInAGapIsFoundAgain(_ filter: FilterUnderTest, _ gap: Double) {
    let after = Rotation(rotationVector: Vector3(x: 0.8, y: -0.5, z: 1.4))
    let force = after.inverse.rotate(Self.up)
    let field = after.inverse.rotate(Self.north)
    var second = rest(force, field, seconds: 30)
    second[0].interval = gap
    let first = rest(Self.up, Self.north, seconds: 20)
    let answers = filter.run(first + second)
    #expect(answers[first.count].outcome.isAfterGap)
    #expect(answers.last!.enuFromBody.angle(to: after) < 3 * Self.degree)
  }

  /// Readings that are not measurements are reported and leave a body at rest where it is.
  @Test(arguments: FilterUnderTest.all, [Double.nan, .infinity, 1e30, 0])
  func badReadingsAreLeftOut(_ filter: FilterUnderTest, _ bad: Double) {
    let vector = Vector3(repeating: bad)
    let nothing = MotionSample(
      interval: 0.01, angularRate: bad == 0 ? .zero : vector, specificForce: vector, magneticField: vector)
    let good = rest(Self.up, Self.north, seconds: 3)
    let answers = filter.run(good + [nothing, nothing, nothing] + good)
    #expect(answers.allSatisfy { $0.enuFromBody.angle < 1e-6 })
    let outcome = filter.run(good + [nothing]).last!.outcome
    // A vector of NaNs is no reading at all.
    #expect(outcome.isSpecificForceRejected == !bad.isNaN && outcome.isSpecificForceAbsent == bad.isNaN)
    #expect(outcome.isMagneticFieldRejected == !bad.isNaN && outcome.isMagneticFieldAbsent == bad.isNaN)
    #expect(outcome.isAngularRateRejected == (bad != 0 && !bad.isNaN) && outcome.isAngularRateAbsent == bad.isNaN)
  }

  // MARK: Values

  @Test(arguments: FilterUnderTest.all)
  func resetForgetsEverything(_ filter: FilterUnderTest) {
    var motion = SyntheticMotion(seed: 5)
    let samples = (0..<1000).map { _ in motion.next() }
    let (first, again) = (filter.run(samples), filter.runAfterReset(samples))
    #expect(zip(first, again).allSatisfy { $0.enuFromBody.quaternion == $1.enuFromBody.quaternion })
  }

  @Test(arguments: FilterUnderTest.all)
  func replacingTakesAllOfTheState(_ filter: FilterUnderTest) {
    var motion = SyntheticMotion(seed: 6)
    let samples = (0..<2000).map { _ in motion.next() }
    let (replaced, kept) = filter.runReplaced(samples)
    #expect(replaced.quaternion == filter.run(samples.suffix(1000)).last!.enuFromBody.quaternion)
    #expect(kept.quaternion == filter.run(samples).last!.enuFromBody.quaternion)
  }

  /// Eight streams, with absent sensors, gaps and bad timestamps in some, give in lanes what they give alone.
  @Test(arguments: FilterUnderTest.all)
  func lanesEqualScalars(_ filter: FilterUnderTest) {
    let streams = (0..<8).map { lane in
      var motion = SyntheticMotion(seed: UInt64(20 + lane))
      motion.interval = [0.005, 0.01, 0.01, 0.02, 0.04, 0.0035, 0.1, 0.01][lane]
      return (0..<2500).map { index in
        var sample = motion.next(isMoving: (index / 400 + lane) % 3 != 0)
        if lane == 1 && index % 40 == 9 { sample.angularRate.y = .nan }
        if lane == 2 && index % 4 != 0 { sample.magneticField = .absent }
        if lane == 3 && index == 900 { sample.interval = 4 }
        if lane == 4 && index % 17 == 3 { sample.interval = 0 }
        if lane == 5 && index < 300 { sample.specificForce = .absent }
        if lane == 7 && index > 1200 { sample.interval = index.isMultiple(of: 2) ? 0.008 : 0.012 }
        return sample
      }
    }
    for (lane, attitude) in filter.runLanes(streams).enumerated() {
      let alone = filter.run(streams[lane]).last!.enuFromBody
      #expect(attitude.quaternion == alone.quaternion, "lane \(lane)")
    }
  }

  // MARK: Helpers

  private func rest(
    _ force: Vector3<Double>, _ field: Vector3<Double>, seconds: Double, rate: Vector3<Double> = .zero
  ) -> [MotionSample<Double>] {
    (0..<Int(seconds * 100)).map { index in
      MotionSample(interval: index == 0 ? 0 : 0.01, angularRate: rate, specificForce: force, magneticField: field)
    }
  }

  private func expect(_ vector: Vector3<Double>, _ expected: Vector3<Double>) {
    #expect((vector - expected).length < 1e-6)
  }
}
