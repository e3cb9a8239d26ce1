import Rotations

// The step of the default filter, every 50 ms (TheDefaultFilter.md, section 4).
//
// In lanes a decision that is taken often is taken by a mask inside the part that it concerns; `modify`, which copies
// the whole filter where the lanes differ, is for what is rare: the start, a gap, a lost tilt.

extension VelocityBoundedFilter {
  /// The standard deviation of the heading after a lost tilt, rad (equation 14).
  @inlinable static var headingDeviationOfLost: Scalar { .degrees(40.0) }
  /// The standard deviation of a tilt from the mean specific force in addition to that of an alignment, rad (equation 14).
  @inlinable static var addedTiltOfLost: Scalar { .degrees(6.0) }

  /// One step of the Kalman filter over the increment, which is then cleared.
  @inlinable
  mutating func step() {
    strapdown.increment.finish()  // (11)
    let hasField = strapdown.increment.hasMagneticField
    noteMissingField(hasField)  // (73)
    let isAligned = alignedTime .>= parameters.alignmentDuration
    conditionField(where: hasField .& isAligned)  // (56) to (65)
    followFieldTurn(where: hasField)  // (25)
    let hasForce = strapdown.increment.hasSpecificForce
    modify(where: hasForce .& .!isAligned) { $0.align() }  // (75)
    modify(where: hasForce .& isAligned) { $0.estimate() }
    modify(where: .!hasForce .& isAligned) { $0.estimateWithoutForce() }
    strapdown.increment = MotionIncrement()
  }

  /// One step after alignment, unless the mean specific force shows that the tilt is lost.
  @inlinable
  mutating func estimate() {
    if parameters.detectsMissedRotations { correctMissedRotation(where: strapdown.increment.hasMagneticField) }
    velocityMonitor.observeSpecificForce(strapdown.increment)  // (12)
    let normError = velocityMonitor.normError  // (13)
    let isLost = velocityMonitor.isLost(normError: normError)  // (14)
    modify(where: isLost) {
      $0.strapdown.turn(by: Rotation(shortestToUnitZ: $0.velocityMonitor.meanSpecificForce))
      $0.resetTilt(addedHeadingVariance: Self.headingDeviationOfLost.squared)
      $0.errorState.addTiltVariance(Self.addedTiltOfLost.squared)
      $0.hasJumped = Scalar.Mask(repeating: true)
    }
    modify(where: .!isLost) { $0.predictAndCorrect(normError: normError) }
  }

  /// Prediction, measurements, and their correction.
  @inlinable
  mutating func predictAndCorrect(normError: Scalar) {
    velocityMonitor.integrate(strapdown.increment)  // (15)
    predict()
    judgeRest()  // (24) to (27)
    observeVelocity(normError: normError)  // (28) to (37)
    observeRateAtRest()  // (38)
    observeField()
    inject()  // (52)
  }

  /// One step without specific force: the velocity is unknown and reset (equation 80).
  @inlinable
  mutating func estimateWithoutForce() {
    velocityMonitor.reset()
    errorState.resetVelocity(parameters)
    aiding.forget()
    restGate.isAtRest = Scalar.Mask(repeating: false)
    predict()
    observeField()
    inject()
  }

  /// Carries the covariance over the step (equations 17 to 23).
  @inlinable @inline(__always)
  mutating func predict() {
    let isKnown = isVelocityKnown
    errorState.predict(
      strapdown.increment, largestRate: strapdown.rateClippingDetector.largest, silentRate: silentRate,
      velocityWalk: isKnown ? knownVelocityWalk : velocityDensity.velocityWalk(parameters),
      biasWalk: isKnown ? aiding.biasWalkFactor * parameters.biasWalk : parameters.biasWalk,
      knownVelocity: isKnown ? velocityMonitor.velocity : nil, parameters)  // (17) to (22), (82)
    errorState.boundHeadingVariance(isHeadingKnown: isHeadingKnown)  // (23)
  }

  /// Whether the velocity is measured, or its direction is known.
  @inlinable @inline(__always)
  var isVelocityKnown: Bool { parameters.carrier == .vehicle || isAided }

  /// While the velocity is known, the accelerometer's own errors let it walk, m/s per root second (equation 82).
  @inlinable static var accelerationNoise: Scalar { 0.05 }
  @inlinable @inline(__always)
  var knownVelocityWalk: Scalar {
    Scalar.maximum(0.0, Self.accelerationNoise.squared - parameters.accelerometerNoise.squared)
  }

  /// The assumed rate of the body while the gyroscope is silent, rad/s (equation 19).
  @inlinable @inline(__always)
  var silentRate: Scalar {
    let usual = Scalar.maximum(sampleGuard.rateBeforeSilence, velocityDensity.squaredRate.squareRoot())
    return Self.leastSilentRate + Self.silentRateFactor * usual
  }
  @inlinable static var leastSilentRate: Scalar { 3.0 }
  @inlinable static var silentRateFactor: Scalar { 3.0 }

  /// Starts or measures the heading (section 4.7).
  @inlinable @inline(__always)
  mutating func observeField() {
    let field = strapdown.increment.magneticField
    let hasHeading = strapdown.increment.hasMagneticField .& HeadingEstimator.hasHeading(field)  // (39)
    let wasReady = headingEstimator.isReady
    startHeading(where: hasHeading .& .!wasReady)  // (41), (42)
    observeHeading(where: hasHeading .& wasReady)  // (43) to (51)
  }

  /// The velocity is what was observed, or along the forward axis of a vehicle, or zero on average.
  @inlinable @inline(__always)
  mutating func observeVelocity(normError: Scalar) {
    if takesObservations { observeMeasuredVelocity() }
    let isAided = isAided
    let densityFactor = densityFactor(normError: normError)
    if parameters.carrier == .vehicle, !isAided { observeVehicle(densityFactor: densityFactor) }
    observeBoundedVelocity(densityFactor: densityFactor, isKnown: isAided || parameters.carrier == .vehicle)
  }

  /// κ, from the relative deviation of the mean specific force from gravity (equation 13).
  @inlinable @inline(__always)
  func densityFactor(normError: Scalar) -> Scalar { 1.0 + (normError / parameters.normTolerance).squared }

  /// The mean velocity is zero (equations 28 to 37), unless the velocity `isKnown`: then its density is only learned.
  @inlinable @inline(__always)
  mutating func observeBoundedVelocity(densityFactor: Scalar, isKnown: Bool) {
    learnVelocityDensity(densityFactor: densityFactor, isKnown: isKnown)
    if isKnown { return }
    errorState.observeVelocity(
      -velocityMonitor.velocity, variance: densityFactor * velocityDensity.value / strapdown.increment.duration,
      up: strapdown.levelFromBody.matrix.row2, scaleShare: velocityDensity.scaleShare,
      biasShare: VelocityDensity.biasShare(leaning: velocityDensity.leaning))  // (36), (37)
  }

  /// Learns the density of the velocity, and opens the covariance for what it does not explain (equations 28 to 35).
  @inlinable @inline(__always)
  mutating func learnVelocityDensity(densityFactor: Scalar, isKnown: Bool) {
    let duration = strapdown.increment.duration
    let meanSquare = velocityMonitor.averagedSquare(duration)  // (28)
    velocityDensity.learn(
      strapdown.increment, meanSpecificForce: velocityMonitor.meanSpecificForce, slowSquare: meanSquare,
      wholeSquare: 0.5 * velocityMonitor.velocity.squaredLength, factor: densityFactor, isAtRest: restGate.isAtRest,
      parameters)  // (29) to (33)
    if isKnown { return }
    let density = densityFactor * velocityDensity.value
    let added = velocityMonitor.unexplainedAttitudeVariance(
      meanSquare: meanSquare, density: density, variance: errorState.velocityVariance, densityFactor: densityFactor,
      tiltShare: velocityDensity.tiltShare, duration: duration)
    let leaning = velocityDensity.leaning
    errorState.addBiasVariance(velocityDensity.biasVariance(duration, leaning: leaning))  // (34)
    errorState.addAttitudeVariance(added)  // (35)
  }

  /// Determines whether the sensor is at rest (equations 24 to 27).
  @inlinable @inline(__always)
  mutating func judgeRest() {
    let up = strapdown.levelFromBody.matrix.row2
    let added = restGate.judge(
      strapdown.restDetector, bias: strapdown.gyroscopeErrors.bias, up: up, duration: strapdown.increment.duration,
      parameters)
    guard (added .> 0.0).isTrueInAnyLaneUnlikely else { return }
    errorState.addBiasVariance(added, about: up)
  }

  /// At rest the gyroscope shows its bias (E. Foxlin 2005; equation 38).
  @inlinable @inline(__always)
  mutating func observeRateAtRest() {
    guard restGate.isAtRest.isTrueInAnyLane else { return }
    let difference = strapdown.restDetector.averageRate - strapdown.gyroscopeErrors.bias
    let variance = parameters.restRateDeviation.squared / strapdown.increment.duration
    errorState.observeBias(difference, variance: variance, where: restGate.isAtRest)
    restGate.observe(variance: variance)
  }

  /// Moves the correction of this step into the estimate (equation 52).
  @inlinable @inline(__always)
  mutating func inject() {
    let tilt = errorState.tiltCorrection
    missedRotationDetector.rotateHistory(by: tilt)
    strapdown.turn(by: Rotation(rotationVector: tilt))
    velocityDensity.correctTilt(by: tilt)
    headingEstimator.offset = (headingEstimator.offset + errorState.headingCorrection).wrappedToHalfTurn()
    enuFromLevel = Rotation(aboutZ: headingEstimator.offset)
    strapdown.correctGyroscope(by: errorState, parameters)
    velocityMonitor.velocity += errorState.velocityCorrection
  }
}

// MARK: Start and gaps (section 7)

extension VelocityBoundedFilter {
  /// The least squared specific force that gives a first tilt, (m/s²)², and the least squared sum of an alignment, (m/s)².
  @inlinable static var leastSquaredForce: Scalar { 1e-6 }
  @inlinable static var leastSquaredAlignment: Scalar { 1e-12 }
  /// The standard deviation of the heading after a gap (equation 78): the angle over the gap at the rate before it plus
  /// 0.5 rad/s, at most 3 rad.
  @inlinable static var turnShareOfGap: Scalar { 1.0 }
  @inlinable static var rateInGap: Scalar { 0.5 }
  @inlinable static var largestTurnInGap: Scalar { 3.0 }
  /// The least random walk of the bias that a gap is divided by (equation 78): without a walk nothing is forgotten.
  @inlinable static var leastBiasWalk: Scalar { 1e-9 }

  /// The first specific force gives the first tilt, the first field the first heading, which the first step replaces by that
  /// of its mean field (equations 41 and 74).
  @inlinable @inline(__always)
  mutating func start(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isFirstField = admitted.hasMagneticField .& .!headingEstimator.hasStarted
    guard (isFirstField .| .!hasAttitude).isTrueInAnyLaneUnlikely else { return }
    startFromSpecificForce(admitted)
    startHeading(from: admitted, where: isFirstField .& hasAttitude)
  }

  @inlinable @inline(__always)
  mutating func startFromSpecificForce(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isFirst = .!hasAttitude .& (admitted.specificForce.squaredLength .> Self.leastSquaredForce)
    guard isFirst.isTrueInAnyLane else { return }
    strapdown.levelFromBody.replace(with: Rotation(shortestToUnitZ: admitted.specificForce), where: isFirst)
    hasAttitude = hasAttitude .| isFirst
  }

  @inlinable @inline(__always)
  mutating func startHeading(from admitted: SampleGuard<Scalar>.AdmittedSample, where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let field = strapdown.levelFromBody.rotate(admitted.magneticField)
    modify(where: mask .& HeadingEstimator.hasHeading(field)) {
      $0.headingEstimator.takeFirst(field)
      $0.showFirstHeading(where: Scalar.Mask(repeating: true))
    }
  }

  /// Alignment: the mean specific force in level axes is up (equation 75).
  @inlinable
  mutating func align() {
    aiding.forget()
    alignedTime += strapdown.increment.duration
    alignmentSum += strapdown.increment.velocity
    modify(where: alignmentSum.squaredLength .> Self.leastSquaredAlignment) {
      let correction = Rotation(shortestToUnitZ: $0.alignmentSum)
      $0.strapdown.turn(by: correction)
      $0.strapdown.increment.magneticField = correction.rotate($0.strapdown.increment.magneticField)
      $0.alignmentSum = Vector3(x: 0.0, y: 0.0, z: $0.alignmentSum.length)
    }
    let isFirst = strapdown.increment.hasMagneticField .& .!headingEstimator.isReady
    startHeading(where: isFirst .& HeadingEstimator.hasHeading(strapdown.increment.magneticField))
  }

  /// Resets tilt and velocity. Bias, scale and, with more variance, the heading are kept (equation 76).
  @inlinable
  mutating func resetTilt(addedHeadingVariance: Scalar) {
    errorState.resetTilt(parameters)
    errorState.resetHeading(variance: errorState.headingVariance + addedHeadingVariance)
    velocityMonitor.reset()
    velocityDensity.meanAcceleration = .zero
    aiding.forget()
    headingEstimator.squaredAnomaly = 0.0
    alignedTime = 0.0
    alignmentSum = .zero
    forgetFieldHistory(where: Scalar.Mask(repeating: true))
  }

  /// Restarts the alignment after a gap, in which the heading turned by an unknown angle and the gyroscope's errors drifted, at
  /// most to their prior variance (equation 78). One sample levels the attitude and measures the heading (equation 79), which
  /// serves slow loggers, whose intervals are all gaps.
  @inlinable
  mutating func openAfterGap(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let usual = Scalar.maximum(sampleGuard.rateBeforeSilence, velocityDensity.squaredRate.squareRoot())
    let turn = Scalar.minimum(Self.largestTurnInGap, Self.turnShareOfGap * admitted.gap * (Self.rateInGap + usual))
    strapdown.increment = MotionIncrement()
    let unknownAgain = (parameters.biasDeviation / Scalar.maximum(parameters.biasWalk, Self.leastBiasWalk)).squared
    errorState.addGyroscopeWalk(
      over: Scalar.minimum(admitted.gap, unknownAgain), squaredRateIntegral: 0.0, biasWalk: parameters.biasWalk,
      parameters)
    resetTilt(addedHeadingVariance: turn.squared)
    modify(where: admitted.hasSpecificForce) { $0.level(admitted) }
  }

  /// Levels the attitude by one sample and measures the heading with it (equation 79).
  @inlinable
  mutating func level(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    strapdown.levelFromBody.level(along: admitted.specificForce)
    let normError = admitted.squaredSpecificForce.squareRoot() / Scalar.nominalGravity - 1.0
    let shown = Scalar.minimum(normError.squared, Self.largestTurnInGap.squared)
    errorState.addTiltVariance(Self.addedTiltAfterGap.squared + shown)
    modify(where: admitted.hasMagneticField) { $0.observeFieldAfterGap(admitted) }
  }

  /// Measures the heading by the field of one sample (equation 79).
  @inlinable
  mutating func observeFieldAfterGap(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    strapdown.increment.duration = Scalar.minimum(admitted.gap, 2.0 * parameters.fieldCorrelationTime)
    strapdown.increment.magneticField = strapdown.levelFromBody.rotate(
      admitted.magneticField - fieldConditioner.provenHardIron)
    strapdown.increment.magneticFieldCount = Scalar.zero.replacing(with: 1.0, where: admitted.hasMagneticField)
    alignedTime = parameters.alignmentDuration
    errorState.clearCorrection()
    observeField()
    inject()
    alignedTime = 0.0
    strapdown.increment = MotionIncrement()
  }

  /// The standard deviation of a tilt from one sample in addition to that of an alignment, rad (equation 79).
  @inlinable static var addedTiltAfterGap: Scalar { .degrees(12.0) }
}
