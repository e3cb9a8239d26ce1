import Rotations

// A velocity over ground must have explained what the sensor felt before it is used (TheDefaultFilter.md, equations 57 to 60).

extension VelocityBoundedFilter {
  /// The shares of the density that is assumed without velocities, below which that of the velocities is, to begin and to go on
  /// (equation 58).
  @export(implementation) static var shareToStart: Scalar { 0.03 }
  @export(implementation) static var shareToStay: Scalar { 0.3 }
  /// The share of the velocity over ground by which it may be wrong in each level axis while the heading is unknown.
  @export(implementation) static var squaredShareOfSpeed: Scalar { 25.0 }
  /// The residual that is as assumed, and the time over which what is beyond it keeps its sign, s (equation 58).
  @export(implementation) static var toleratedResidual: Scalar { 3.0 }
  @export(implementation) static var correlationTime: Scalar { 10.0 }
  /// What tilt and heading may be wrong by when a velocity that was used is refuted, rad.
  @export(implementation) static var tiltDeviationOfRefutation: Scalar { .degrees(3.0) }
  @export(implementation) static var headingDeviationOfRefutation: Scalar { .degrees(5.0) }
  /// The time before courses are searched again after the ones that were found were refuted, s.
  @export(implementation) static var pauseOfCourses: Scalar { 60.0 }

  /// Uses the velocity over ground that waits.
  @export(implementation)
  mutating func observeGroundVelocity() {
    let variance = aiding.velocityDeviation.squared
    let age = aiding.velocityAge + strapdown.increment.duration + aiding.addedLag
    aiding.velocityDeviation = 0.0
    guard let trail = aiding.trail(at: age) else { return aiding.isRefused = Scalar.Mask(repeating: true) }
    let silence = aiding.timeSinceVelocity
    aiding.timeSinceVelocity = 0.0
    let reading = VelocityReading(
      measured: aiding.velocity, felt: trail, effects: aiding.effects(at: age, trail: trail))
    compare(reading, variance: variance)
    let wasRefused = aiding.refusedTime .> 0.0
    if isHeadingKnown.isTrueInAnyLane {
      useGroundVelocity(reading, variance, silence: silence)
    } else {
      boundSpeed(reading.measured, variance, silence: silence)
    }
    // One alone that was refused begins no change and ends none.
    guard (wasRefused .| (aiding.refusedTime .<= 0.0)).isTrueInAnyLane,
      let change = aiding.changes.observe(reading.measured, trail: trail, duration: strapdown.increment.duration),
      !isHeadingKnown.isTrueInAnyLane
    else { return }
    searchHeading(change, variance)
  }

  /// Measures the velocity with one over ground, if that is proven and says enough of it (equation 58).
  @export(implementation)
  mutating func useGroundVelocity(_ reading: VelocityReading<Scalar>, _ assumed: Scalar, silence: Scalar) {
    if !aiding.isTrusted.isTrueInAnyLane { aiding.origin = reading.measured }
    let noise = noiseFactor(interval: silence) * assumed
    let variance = Vector2(x: noise, y: noise) + varianceOfDoubt(reading, interval: silence)
    let isWorth = isWorthUsing(Scalar.minimum(variance.x, variance.y), interval: silence)
    let (isProven, isRefuted) = (aiding.trial.verdict.isProven, aiding.trial.verdict.isRefuted)
    aiding.isRefused = isRefuted .| (isProven .& .!isWorthUsing(noise, interval: silence))
    if isRefuted.isTrueInAnyLane { refute() }
    aiding.isTrusted = isWorth .& isProven
    guard aiding.isTrusted.isTrueInAnyLane else { return aiding.refusedTime = 0.0 }
    let measured = levelVelocity(of: reading)
    guard aiding.hasVelocity.isTrueInAnyLane, (silence .< VelocityAiding.longestSilence).isTrueInAnyLane else {
      return takeGroundVelocity(measured, variance: variance)
    }
    let difference = measured - velocityMonitor.velocity
    let turned = velocityMonitor.velocity.quarterTurn
    let first = observeRow(Vector3(x: 0.0, y: 0.0, z: turned.x), Vector2(x: 1.0, y: 0.0), difference.x, variance.x)
    let second = observeRow(Vector3(x: 0.0, y: 0.0, z: turned.y), Vector2(x: 0.0, y: 1.0), difference.y, variance.y)
    aiding.follow(Vector2(x: first, y: second), silence: silence)
    let isAccepted = isWithinGate(first, second)
    guard countRefusals(isAccepted: isAccepted, silence: silence) else { return }
    takeGroundVelocity(measured, variance: variance)
    errorState.addTiltVariance(Self.tiltDeviationOfRefusal.squared)
    errorState.addHeadingVariance(Self.headingDeviationOfRefusal.squared)
  }

  /// The velocity of the sensor now, in level axes, by one over ground and what was felt since.
  @export(implementation)
  func levelVelocity(of reading: VelocityReading<Scalar>) -> Vector2<Scalar> {
    var velocity = level(reading.measured) - reading.felt
    for index in 0..<4 { velocity = velocity - aiding.trial.verdict.errors[index] * reading.effects[index] }
    return velocity
  }

  /// A level vector in ENU, in level axes.
  @export(implementation)
  func level(_ vector: Vector2<Scalar>) -> Vector2<Scalar> {
    Vector2(levelPartOf: enuFromLevel.inverse.rotate(Vector3(level: vector)))
  }

  /// Another velocity than the given one explains what was felt: what was learned from it is in doubt, and a heading found by its courses
  /// is unknown again.
  @export(implementation)
  mutating func refute() {
    if aiding.isTrusted.isTrueInAnyLane {
      errorState.addTiltVariance(Self.tiltDeviationOfRefutation.squared)
      errorState.addHeadingVariance(Self.headingDeviationOfRefutation.squared)
    }
    guard !headingEstimator.isReady.isTrueInAnyLane else { return }
    aiding.courses = CourseSearch()
    aiding.trial = VelocityTrial()
    aiding.pauseOfCourses = Self.pauseOfCourses
  }

  /// The factor by which the variance of a velocity is larger than assumed, for velocities at this interval, s.
  @export(implementation)
  func noiseFactor(interval: Scalar) -> Scalar {
    1.0 + Scalar.maximum(0.0, aiding.trial.verdict.excess - Self.toleratedResidual)
      * Scalar.maximum(1.0, Self.correlationTime / interval)
  }

  /// The variance of a velocity along level x and y by what is not known of the set-up: lever arm and lag, and whether another velocity
  /// was given, which matters as far as the velocity changed since it was first used.
  @export(implementation)
  func varianceOfDoubt(_ reading: VelocityReading<Scalar>, interval: Scalar) -> Vector2<Scalar> {
    let verdict = aiding.trial.verdict
    let change = reading.measured - aiding.origin
    var other: Vector2<Scalar> = .zero
    for number in 1..<VelocityHypothesis.count {
      let difference = level(VelocityHypothesis(number).image(of: change) - change)
      other += verdict.likelihood(number) * Vector2(x: difference.x.squared, y: difference.y.squared)
    }
    let setUp = Vector2(
      x: verdict.variance(ofEffects: InlineArray { reading.effects[$0].x }),
      y: verdict.variance(ofEffects: InlineArray { reading.effects[$0].y }))
    return verdict.excess * setUp + Scalar.maximum(1.0, Self.correlationTime / interval) * other
  }

  /// Bounds the velocity by the speed over ground, while the heading is not known (equation 59).
  @export(implementation)
  mutating func boundSpeed(_ velocity: Vector2<Scalar>, _ variance: Scalar, silence: Scalar) {
    aiding.pauseOfCourses = Scalar.maximum(0.0, aiding.pauseOfCourses - silence)
    aiding.isTrusted = isWorthUsing(variance, interval: silence) .& (aiding.pauseOfCourses .<= 0.0)
    aiding.isRefused = .!aiding.isTrusted
    guard aiding.isTrusted.isTrueInAnyLane else { return aiding.refusedTime = 0.0 }
    let bound = variance + Self.squaredShareOfSpeed * velocity.squaredLength
    let largest = errorState.velocityVariance + variance + velocity.squaredLength
    aiding.follow(squaredInnovation: 0.5 * velocityMonitor.velocity.squaredLength / largest, silence: silence)
    errorState.observeVelocity(-velocityMonitor.velocity, variance: bound)
  }

  /// Takes the velocity from an observation; what was known of it before does not count.
  @export(implementation)
  mutating func takeGroundVelocity(_ velocity: Vector2<Scalar>, variance: Vector2<Scalar>) {
    aiding.hasVelocity = Scalar.Mask(repeating: true)
    velocityMonitor.velocity = velocity
    errorState.replaceVelocity(variance: Scalar.maximum(variance.x, variance.y))
    errorState.tieVelocityToHeading(velocity)
  }

  /// Finds the heading by changes of velocity where no magnetometer does (equation 60).
  @export(implementation)
  mutating func searchHeading(_ change: VelocityChange<Scalar>, _ variance: Scalar) {
    guard !(headingEstimator.hasStarted .| (aiding.pauseOfCourses .> 0.0)).isTrueInAnyLane,
      let finding = aiding.courses.observe(change, variance: variance)
    else { return }
    aiding.trial.evidence.turn(by: finding.heading)
    headingEstimator.offset = finding.heading
    enuFromLevel = Rotation(aboutZ: finding.heading)
    strapdown.makeRealPartPositive(in: enuFromLevel, where: Scalar.Mask(repeating: true))
    errorState.resetHeading(variance: finding.variance)
  }

  /// Whether velocities of this variance say more of the velocity than that it is zero on average.
  @export(implementation)
  func isWorthUsing(_ variance: Scalar, interval: Scalar) -> Scalar.Mask {
    let share = Self.shareToStart.replacing(with: Self.shareToStay, where: aiding.isTrusted)
    let density = Scalar.maximum(velocityDensity.value, parameters.largestVelocityDensity)
    return variance * Scalar.minimum(interval, VelocityAiding.longestSilence) .< share * density
  }
}

// MARK: The trial

extension VelocityBoundedFilter {
  /// What the trial allows the sensors: scale and bias of the accelerometer, 1 and m/s², the bias walk of a bad gyroscope, rad/s per root
  /// second, and the tilt error at its start, rad (equation 57).
  @export(implementation) static var scaleOfAccelerometer: Scalar { 0.01 }
  @export(implementation) static var biasOfAccelerometer: Scalar { 0.05 }
  @export(implementation) static var biasWalkOfTrial: Scalar { .degrees(0.1) }
  @export(implementation) static var tiltOfTrial: Scalar { .degrees(5.0) }
  /// The longest time over which the past predicts a velocity, s.
  @export(implementation) static var longestPrediction: Scalar { 20.0 }
  /// The lag that is taken over, s, and the largest standard deviation that it may have, s.
  @export(implementation) static var leastAddedLag: Scalar { 0.03 }
  @export(implementation) static var largestLagDeviation: Scalar { 0.01 }

  /// Compares a velocity over ground with what the sensor felt (equation 57).
  @export(implementation)
  mutating func compare(_ reading: VelocityReading<Scalar>, variance: Scalar) {
    guard (aiding.trial.hasStart .& (aiding.trial.age .< Self.longestPrediction)).isTrueInAnyLane else {
      let squaredGravity = Scalar.nominalGravity.squared
      return aiding.trial.start(
        reading,
        variance: Vector3(
          x: variance, y: squaredGravity * (errorState.tiltVariance + Self.tiltOfTrial.squared),
          z: squaredGravity * meanBiasVariance))
    }
    let isKnown = isHeadingKnown.isTrueInAnyLane
    aiding.trial.observe(reading, variance: variance, heading: isKnown ? enuFromLevel : nil)
    guard isKnown else { return }
    aiding.trial.verdict.judge(
      aiding.trial.evidence, lagVariance: aiding.lagVariance, headingVariance: errorState.headingVariance)
    takeOverLag()
  }

  /// Takes over a lag that the evidence determines, and begins a new trial with it: the effect of a lag is linear only while it is small.
  @export(implementation)
  mutating func takeOverLag() {
    let (lag, variance) = (aiding.trial.verdict.errors[3], aiding.trial.verdict.covariance[3, 3])
    guard
      (aiding.trial.verdict.isProven .& (lag.absoluteValue .> Self.leastAddedLag)
        .& (variance .< Self.largestLagDeviation.squared)).isTrueInAnyLane
    else { return }
    aiding.addedLag += lag
    aiding.lagVariance = Self.leastAddedLag.squared
    aiding.trial = VelocityTrial()
    aiding.trial.verdict.isProven = Scalar.Mask(repeating: true)
    aiding.origin = aiding.velocity
  }

  /// The variances that velocity, acceleration and its growth gain in a step by the errors of the sensors (equation 57).
  @export(implementation)
  var noiseOfTrial: Vector3<Scalar> {
    let (increment, squaredGravity) = (strapdown.increment, Scalar.nominalGravity.squared)
    let squaredTurn = increment.squaredRateIntegral * increment.duration
    let tilt =
      parameters.angleRandomWalk.squared * increment.duration
      + parameters.relativeRateNoise.squared * increment.squaredRateIntegral + errorState.scaleVariance * squaredTurn
    let growth =
      Self.biasWalkOfTrial.squared * increment.duration
      + meanBiasVariance * (increment.levelRate.z * increment.duration).squared
    return Vector3(
      x: Self.accelerationNoise.squared * increment.duration
        + Self.scaleOfAccelerometer.squared * Vector2(levelPartOf: increment.velocity).squaredLength,
      y: squaredGravity * tilt + Self.biasOfAccelerometer.squared * squaredTurn, z: squaredGravity * growth)
  }

  /// The mean variance of the three components of the bias, (rad/s)².
  @export(implementation)
  var meanBiasVariance: Scalar { errorState.biasVariance.dot(Vector3(repeating: 1.0 / 3.0)) }

  /// Applies the last correction of attitude and bias to the felt velocity of the trial.
  @export(implementation)
  mutating func correctTrial() {
    aiding.trial.turn(
      by: errorState.tiltCorrection, rate: -strapdown.levelFromBody.rotate(errorState.biasCorrection))
    // A heading by courses begins far off; one by the field follows the drift of the level frame.
    guard aiding.courses.isFound.isTrueInAnyLane, !headingEstimator.isReady.isTrueInAnyLane else { return }
    aiding.trial.evidence.turn(by: errorState.headingCorrection)
  }
}
