import Rotations

// The step of the default filter, every 50 ms (TheDefaultFilter.md, section 4).
//
// In lanes a decision that is taken often is taken by a mask inside the part that it concerns; `modify`, which copies
// the whole filter where the lanes differ, is for what is rare: the start, a gap, a lost tilt.

extension VelocityBoundedFilter {
  /// The standard deviation of the heading after a lost tilt, rad (equation 13).
  @inlinable static var headingDeviationOfLost: Scalar { .degrees(40.0) }

  /// One step of the Kalman filter over the increment, which is then cleared.
  @inlinable
  mutating func step() {
    strapdown.increment.finish()  // (10)
    let hasField = strapdown.increment.hasMagneticField
    noteMissingField(hasField)  // (59)
    let isAligned = alignedTime .>= parameters.alignmentDuration
    conditionField(where: hasField .& isAligned)  // (42) to (51)
    let hasForce = strapdown.increment.hasSpecificForce
    modify(where: hasForce .& .!isAligned) { $0.align() }  // (61)
    modify(where: hasForce .& isAligned) { $0.estimate() }
    modify(where: .!hasForce .& isAligned) { $0.estimateWithoutForce() }
    strapdown.increment = MotionIncrement()
  }

  /// One step after alignment, unless the mean specific force shows that the tilt is lost.
  @inlinable
  mutating func estimate() {
    if parameters.detectsMissedRotations { correctMissedRotation(where: strapdown.increment.hasMagneticField) }
    velocityMonitor.observeSpecificForce(strapdown.increment)  // (11)
    let normError = velocityMonitor.normError  // (12)
    let isLost = velocityMonitor.isLost(normError: normError)  // (13)
    modify(where: isLost) {
      $0.resetTilt(addedHeadingVariance: Self.headingDeviationOfLost.squared)
      $0.hasJumped = Scalar.Mask(repeating: true)
    }
    modify(where: .!isLost) { $0.predictAndCorrect(normError: normError) }
  }

  /// Prediction, measurements, and their correction.
  @inlinable
  mutating func predictAndCorrect(normError: Scalar) {
    velocityMonitor.integrate(strapdown.increment)  // (14)
    predict()
    judgeRest()  // (30) to (32)
    observeVelocity(normError: normError)  // (22) to (29)
    observeRateAtRest()  // (33)
    observeField()
    inject()  // (40)
  }

  /// One step without specific force: the velocity is unknown (equation 65).
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

  /// Carries the covariance over the step (equations 16 to 21).
  @inlinable @inline(__always)
  mutating func predict() {
    let isKnown = isVelocityKnown
    errorState.predict(
      strapdown.increment, largestRate: strapdown.rateClippingDetector.largest, silentRate: silentRate,
      velocityWalk: isKnown ? knownVelocityWalk : velocityDensity.velocityWalk(parameters),
      biasWalk: isKnown ? Self.biasWalkShare * parameters.biasWalk : parameters.biasWalk,
      knownVelocity: isKnown ? velocityMonitor.velocity : nil, parameters)  // (16) to (20), (71)
    errorState.boundHeadingVariance(isHeadingKnown: isHeadingKnown)  // (21)
  }

  /// Whether the velocity is measured, or its direction is known.
  @inlinable @inline(__always)
  var isVelocityKnown: Bool { parameters.carrier == .vehicle || isAided }

  /// While the velocity is known the bias shows better, and walks less; the accelerometer's own errors let the velocity walk,
  /// m/s per root second (equation 71).
  @inlinable static var biasWalkShare: Scalar { 0.3 }
  @inlinable static var accelerationNoise: Scalar { 0.05 }
  @inlinable @inline(__always)
  var knownVelocityWalk: Scalar {
    Scalar.maximum(0.0, Self.accelerationNoise.squared - parameters.accelerometerNoise.squared)
  }

  /// The rate, rad/s, with which the body may turn while the gyroscope is silent (equation 66).
  @inlinable @inline(__always)
  var silentRate: Scalar {
    let usual = Scalar.maximum(sampleGuard.rateBeforeSilence, velocityDensity.squaredRate.squareRoot())
    return Self.leastSilentRate + Self.silentRateFactor * usual
  }
  @inlinable static var leastSilentRate: Scalar { 3.0 }
  @inlinable static var silentRateFactor: Scalar { 3.0 }

  /// Starts or measures the heading (section 4.5).
  @inlinable @inline(__always)
  mutating func observeField() {
    let field = strapdown.increment.magneticField
    let hasHeading = strapdown.increment.hasMagneticField .& HeadingEstimator.hasHeading(field)  // (27)
    let wasReady = headingEstimator.isReady
    startHeading(where: hasHeading .& .!wasReady)  // (29), (30)
    observeHeading(where: hasHeading .& wasReady)  // (31) to (39)
  }

  /// The velocity is what was observed, or along the forward axis of a vehicle, or zero on average.
  @inlinable @inline(__always)
  mutating func observeVelocity(normError: Scalar) {
    if takesObservations { observeMeasuredVelocity() }
    let isAided = isAided
    let densityFactor = 1.0 + (normError / parameters.normTolerance).squared  // (12)
    if parameters.carrier == .vehicle, !isAided { observeVehicle(densityFactor: densityFactor) }
    observeBoundedVelocity(densityFactor: densityFactor, isKnown: isAided || parameters.carrier == .vehicle)
  }

  /// The mean velocity is zero (equations 22 to 29), unless the velocity `isKnown`: then its density is only learned.
  @inlinable @inline(__always)
  mutating func observeBoundedVelocity(densityFactor: Scalar, isKnown: Bool) {
    let duration = strapdown.increment.duration
    let meanSquare = velocityMonitor.averagedSquare(duration)  // (21)
    velocityDensity.learn(
      strapdown.increment, meanSpecificForce: velocityMonitor.meanSpecificForce, meanSquare: meanSquare,
      factor: densityFactor, isAtRest: restGate.isAtRest, parameters)  // (22) to (25)
    if isKnown { return }
    let density = densityFactor * velocityDensity.value
    let added = velocityMonitor.unexplainedAttitudeVariance(
      meanSquare: meanSquare, density: density, variance: errorState.velocityVariance, densityFactor: densityFactor,
      tiltShare: velocityDensity.tiltShare, duration: duration)
    errorState.addBiasVariance(velocityDensity.biasVariance(duration))  // (26)
    errorState.addAttitudeVariance(added)  // (27)
    errorState.observeVelocity(
      -velocityMonitor.velocity, variance: density / duration, up: strapdown.levelFromBody.matrix.row2,
      scaleShare: velocityDensity.scaleShare)  // (28), (29)
  }

  /// Decides whether the sensor is at rest (equations 30 to 32).
  @inlinable @inline(__always)
  mutating func judgeRest() {
    let up = strapdown.levelFromBody.matrix.row2
    let added = restGate.judge(
      strapdown.restDetector, bias: strapdown.gyroscopeErrors.bias, up: up, duration: strapdown.increment.duration,
      parameters)
    guard (added .> 0.0).isTrueInAnyLaneUnlikely else { return }
    errorState.addBiasVariance(added, about: up)
  }

  /// At rest the gyroscope shows its bias (E. Foxlin 2005; equation 33).
  @inlinable @inline(__always)
  mutating func observeRateAtRest() {
    guard restGate.isAtRest.isTrueInAnyLane else { return }
    let difference = strapdown.restDetector.averageRate - strapdown.gyroscopeErrors.bias
    let variance = parameters.restRateDeviation.squared / strapdown.increment.duration
    errorState.observeBias(difference, variance: variance, where: restGate.isAtRest)
    restGate.observe(variance: variance)
  }

  /// Moves the correction of this step into the estimate (equation 40).
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
  /// The heading variance after a gap (equation 64): the angle of the gap at the rate before it, to which 0.5 rad/s are
  /// added, at most 3 rad.
  @inlinable static var turnShareOfGap: Scalar { 1.0 }
  @inlinable static var rateInGap: Scalar { 0.5 }
  @inlinable static var largestTurnInGap: Scalar { 3.0 }

  /// The first specific force gives the first tilt (equation 60).
  @inlinable @inline(__always)
  mutating func startFromSpecificForce(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isFirst = .!hasAttitude .& (admitted.specificForce.squaredLength .> Self.leastSquaredForce)
    guard isFirst.isTrueInAnyLane else { return }
    strapdown.levelFromBody.replace(with: Rotation(shortestToUnitZ: admitted.specificForce), where: isFirst)
    hasAttitude = hasAttitude .| isFirst
  }

  /// Alignment: the mean specific force in level axes is up (equation 61).
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

  /// Resets tilt and velocity. Bias, scale and, with more variance, the heading are kept (equation 62).
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

  /// After a gap the tilt is found again, the heading has turned by an unknown angle, and the gyroscope's errors have drifted, at
  /// most to their prior variance (equation 64). The sample alone levels the attitude and measures the heading, so that slow
  /// loggers, whose intervals are all gaps, have both.
  @inlinable
  mutating func openAfterGap(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let usual = Scalar.maximum(sampleGuard.rateBeforeSilence, velocityDensity.squaredRate.squareRoot())
    let turn = Scalar.minimum(Self.largestTurnInGap, Self.turnShareOfGap * admitted.gap * (Self.rateInGap + usual))
    strapdown.increment = MotionIncrement()
    let unknownAgain = (parameters.biasDeviation / parameters.biasWalk).squared
    errorState.addGyroscopeWalk(
      over: Scalar.minimum(admitted.gap, unknownAgain), squaredRateIntegral: 0.0, biasWalk: parameters.biasWalk,
      parameters)
    resetTilt(addedHeadingVariance: turn.squared)
    modify(where: admitted.hasSpecificForce) { $0.level(admitted) }
  }

  /// Levels the attitude by one sample and measures the heading with it (equation 64).
  @inlinable
  mutating func level(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    strapdown.levelFromBody.level(along: admitted.specificForce)
    let normError = admitted.squaredSpecificForce.squareRoot() / Scalar.nominalGravity - 1.0
    errorState.addTiltVariance(Self.addedTiltAfterGap.squared + normError.squared)
    guard admitted.hasMagneticField.isTrueInAnyLane else { return }
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
  /// The deviation of the tilt that one sample gives, beside that of an alignment, rad.
  @inlinable static var addedTiltAfterGap: Scalar { .degrees(12.0) }
}
