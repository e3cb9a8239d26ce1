import Rotations

// The step of the default filter, every 50 ms (TheDefaultFilter.md, section 4).
//
// In lanes a decision that is taken often is taken by a mask inside the part that it concerns; `modify`, which copies
// the whole filter where the lanes differ, is for what is rare: the start, a gap, a lost tilt.

extension VelocityBoundedFilter {
  /// One step of the Kalman filter over the increment, which is then cleared.
  @export(implementation)
  mutating func step() {
    strapdown.increment.finish(strapdown.levelFromBody)  // (10)
    hasSteppedSinceGap = Scalar.Mask(repeating: true)
    let (hasField, hasForce) = (strapdown.increment.hasMagneticField, strapdown.increment.hasSpecificForce)
    noteMissingField(hasField)
    strapdown.judgeStandstill(
      readings, interval: sampleGuard.nominalInterval, averagingTime: parameters.rest.averagingTime)  // (37), (38)
    followHeadingDrift()  // (53)
    let isAligned = alignedTime .>= parameters.alignmentDuration
    conditionField(where: hasField .& isAligned)  // (14) to (20)
    modify(where: hasForce .& .!isAligned) { $0.align() }  // (12), (13)
    modify(where: hasForce .& isAligned) { $0.estimate() }
    modify(where: .!hasForce) { $0.estimateWithoutForce(isAligned) }  // (11)
    modify(where: .!isCorrectionDue) { $0.strapdown.increment = MotionIncrement() }
  }

  /// One step after alignment, unless the mean specific force shows that the tilt is lost.
  @export(implementation)
  mutating func estimate() {
    correctMissedRotation(where: strapdown.increment.hasMagneticField)  // (21) to (23)
    velocityMonitor.follow(strapdown.increment)
    let isLost = velocityMonitor.isLost  // (24)
    modify(where: isLost) {
      $0.restart()
      $0.errorState.addHeadingVariance(Self.headingDeviationOfLost.squared)
      $0.hasJumped = Scalar.Mask(repeating: true)
    }
    modify(where: .!isLost) { $0.predictAndCorrect() }
  }

  /// Prediction and what the velocity shows, then the other measurements and the correction; with `spreadsSteps` these wait for the next
  /// sample.
  @export(implementation)
  mutating func predictAndCorrect() {
    startDoubt.follow(
      excess: velocityMonitor.excess, isAtRest: restGate.isAtRest, duration: strapdown.increment.duration)  // (51)
    let isSpread = parameters.spreadsSteps && !takesObservations
    predict()  // (25), (26)
    followVelocity()  // (27) to (34)
    if isSpread {
      isCorrectionDue = Scalar.Mask(repeating: true)
    } else {
      correct()
    }
  }

  /// The second half of a step that is spread over two samples. Before the next sample is taken, so the state is that of a whole step.
  @export(implementation)
  mutating func completeStep() {
    modify(where: isCorrectionDue) {
      $0.correct()
      $0.strapdown.increment = MotionIncrement()
      $0.isCorrectionDue = Scalar.Mask(repeating: false)
    }
  }

  /// Measurements, and their correction.
  @export(implementation)
  mutating func correct() {
    if !isVelocityKnown { observeBoundedVelocity() }  // (36)
    observeRest()  // (39) to (41)
    observeField(where: Scalar.Mask(repeating: true))  // (13), (42) to (48)
    inject()  // (49)
  }

  /// One step without specific force: the velocity is not known, the heading goes on (equation 11).
  @export(implementation)
  mutating func estimateWithoutForce(_ isAligned: Scalar.Mask) {
    aiding.forget()
    restGate.isAtRest = Scalar.Mask(repeating: false)
    errorState.predictWithoutForce(
      strapdown.increment, largestRate: readings.rateClipping.largest, silentRate: silentRate,
      parameters)
    boundHeadingVariance()
    observeField(where: isAligned)
    strapdown.correctGyroscope(by: errorState, biasLimit: parameters.rest.biasLimit)
    correctHeading()
  }

  /// Carries the covariance over the step (equations 25 and 26).
  @export(implementation) @inline(__always)
  mutating func predict() {
    if takesObservations { correctTrial() }
    let isKnown = isVelocityKnown
    errorState.predict(
      strapdown.increment, largestRate: readings.rateClipping.largest, silentRate: silentRate,
      velocityWalk: isKnown ? knownVelocityWalk : velocityDensity.velocityWalk(parameters),
      biasWalk: isKnown ? aiding.biasWalkFactor * parameters.biasWalk : parameters.biasWalk,
      knownVelocity: isKnown ? velocityMonitor.velocity : nil, parameters)
    boundHeadingVariance()
  }

  /// Before the heading is known its variance is that of a drift, and no part of the covariance (equation 26).
  @export(implementation) @inline(__always)
  mutating func boundHeadingVariance() {
    headingDrift.ofNoise += Scalar.zero.replacing(with: errorState.headingVariance, where: .!isHeadingKnown)
    errorState.boundHeadingVariance(isHeadingKnown: isHeadingKnown)
  }

  /// Adds what the errors of the gyroscope do to a heading that nothing shows (equation 53).
  @export(implementation) @inline(__always)
  mutating func followHeadingDrift() {
    let isUnknown = .!isHeadingKnown
    guard isUnknown.isTrueInAnyLane else { return }
    let (up, increment) = (strapdown.levelFromBody.matrix.row2, strapdown.increment)
    headingDrift.follow(
      biasDeviation: Scalar.maximum(0.0, errorState.biasVariance(about: up)).squareRoot(),
      scaleDeviation: Scalar.maximum(0.0, errorState.scaleVariance).squareRoot(),
      turn: increment.levelRate.z * increment.duration, duration: increment.duration, where: isUnknown)
  }

  /// Whether the velocity is measured, or its direction is known.
  @export(implementation) @inline(__always)
  var isVelocityKnown: Bool { parameters.platform == .vehicle || isAided }

  /// While the velocity is known, the accelerometer's own errors let it walk, m/s per root second (equation 55).
  @export(implementation) static var accelerationNoise: Scalar { 0.05 }
  @export(implementation) @inline(__always)
  var knownVelocityWalk: Scalar {
    Scalar.maximum(0.0, Self.accelerationNoise.squared - parameters.accelerometerNoise.squared)
  }

  /// The assumed rate of the body while the gyroscope is silent, rad/s (equation 26).
  @export(implementation) @inline(__always)
  var silentRate: Scalar {
    let usual = Scalar.maximum(sampleGuard.rateBeforeSilence, velocityDensity.squaredRate.squareRoot())
    return Self.leastSilentRate + Self.silentRateFactor * usual
  }
  @export(implementation) static var leastSilentRate: Scalar { 1.0 }
  @export(implementation) static var silentRateFactor: Scalar { 1.0 }

  /// Starts or measures the heading (equations 13 and 42 to 48).
  @export(implementation) @inline(__always)
  mutating func observeField(where mask: Scalar.Mask) {
    let field = strapdown.increment.magneticField
    let hasHeading = mask .& strapdown.increment.hasMagneticField .& HeadingEstimator.hasHeading(field)
    let wasReady = headingEstimator.isReady
    startHeading(where: hasHeading .& .!wasReady)
    observeHeading(where: hasHeading .& wasReady)
  }

  /// The velocity is what was observed, or along the forward axis of a vehicle; else its density is learned for the measurement that it
  /// is zero on average.
  @export(implementation) @inline(__always)
  mutating func followVelocity() {
    if takesObservations { observeMeasuredVelocity() }
    if parameters.platform == .vehicle, !isAided { observeVehicle() }
    learnVelocityDensity(isKnown: isVelocityKnown)
  }

  /// Learns the density of the velocity, and opens the covariance for what it does not explain (equations 27 to 34).
  @export(implementation) @inline(__always)
  mutating func learnVelocityDensity(isKnown: Bool) {
    let duration = strapdown.increment.duration
    let meanSquare = velocityMonitor.averagedSquare(duration)
    velocityDensity.learn(
      strapdown.increment, meanSpecificForce: velocityMonitor.meanSpecificForce, tiltVariance: errorState.tiltVariance,
      slowSquare: meanSquare, wholeSquare: 0.5 * velocityMonitor.velocity.squaredLength, isAtRest: restGate.isAtRest,
      parameters)
    if isKnown { return }
    let added = velocityMonitor.unexplainedAttitudeVariance(
      meanSquare: meanSquare, density: velocityDensity.value, variance: errorState.velocityVariance,
      tiltShare: velocityDensity.tiltShare, duration: duration)
    let biasWalk: Scalar = isBiasEstimated ? VelocityDensity.biasWalkLeaning : 0.0
    errorState.addBiasVariance(biasWalk.squared * velocityDensity.tiltErrorWeight * duration)
    errorState.addAttitudeVariance(added)  // (34)
  }

  /// The mean velocity is zero (equation 36).
  @export(implementation) @inline(__always)
  mutating func observeBoundedVelocity() {
    let up = strapdown.levelFromBody.matrix.row2
    errorState.observeVelocity(
      -velocityMonitor.velocity, variance: velocityDensity.value * strapdown.increment.inverseDuration, up: up,
      scaleShare: velocityDensity.scaleShare,
      biasShare: velocityDensity.biasShare(variance: errorState.levelBiasVariance(up: up), parameters))
  }

  /// Whether the bias is estimated: nothing opens a variance that was given as zero.
  @export(implementation) @inline(__always)
  var isBiasEstimated: Bool { (parameters.biasDeviation .> 0.0).isTrueInAnyLane }

  /// Determines whether the sensor is at rest, where the gyroscope shows its bias (equations 39 to 41; E. Foxlin 2005).
  @export(implementation) @inline(__always)
  mutating func observeRest() {
    let isStanding = strapdown.isStanding
    guard isStanding.isTrueInAnyLane else { return restGate.leave() }
    let up = strapdown.levelFromBody.matrix.row2
    let (rate, bias) = (strapdown.restDetector.averageRate, strapdown.gyroscopeErrors.bias)
    let added = restGate.judge(
      isStanding: isStanding, rate: up.dot(rate), bias: up.dot(bias),
      biasVariance: errorState.biasVariance(about: up), duration: strapdown.increment.duration)
    if (added .> 0.0).isTrueInAnyLaneUnlikely, isBiasEstimated { errorState.addBiasVariance(added, about: up) }
    guard restGate.isAtRest.isTrueInAnyLane else { return }
    errorState.observeBias(
      rate - bias, variance: parameters.restRateDeviation.squared * strapdown.increment.inverseDuration,
      where: restGate.isAtRest)
  }

  /// Moves the correction of this step into the estimate (equation 49).
  @export(implementation) @inline(__always)
  mutating func inject() {
    let tilt = errorState.tiltCorrection
    missedRotationDetector.rotateHistory(by: tilt)
    strapdown.turn(by: Rotation(rotationVector: tilt))
    velocityDensity.correctTilt(by: tilt)
    strapdown.correctGyroscope(by: errorState, biasLimit: parameters.rest.biasLimit)
    velocityMonitor.velocity += errorState.velocityCorrection
    correctHeading()
  }

  @export(implementation) @inline(__always)
  mutating func correctHeading() {
    headingEstimator.offset = (headingEstimator.offset + errorState.headingCorrection).wrappedToHalfTurn()
    enuFromLevel = Rotation(aboutZ: headingEstimator.offset)
  }
}
