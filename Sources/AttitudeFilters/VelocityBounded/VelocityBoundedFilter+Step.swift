import Rotations

// The step of the default filter, every 50 ms (TheDefaultFilter.md, section 4).
//
// In lanes a decision that is taken often is taken by a mask inside the part that it concerns; `modify`, which copies
// the whole filter where the lanes differ, is for what is rare: the start, a gap, a lost tilt.

extension VelocityBoundedFilter {
  /// The standard deviation of the heading after a lost tilt, rad (equation 13).
  @inlinable static var headingDeviationOfLost: Scalar { .degrees(40.0) }
  /// The gate of the zero-rate measurement: the squared number of standard deviations, 3², and the rate that is accepted
  /// whatever the covariance, rad/s (equation 25).
  @inlinable static var squaredSigmasOfRest: Scalar { 9.0 }
  @inlinable static var acceptedRateAtRest: Scalar { .degrees(0.2) }

  /// One step of the Kalman filter over the increment, which is then cleared.
  @inlinable
  mutating func step() {
    modify(where: strapdown.increment.specificForceDuration .> 0.0) {
      $0.strapdown.increment.finish()  // (10)
      let hasField = $0.strapdown.increment.hasMagneticField
      $0.noteMissingField(hasField)  // (59)
      let isAligned = $0.alignedTime .>= $0.parameters.alignmentDuration
      $0.conditionField(where: hasField .& isAligned)  // (42) to (51)
      $0.modify(where: .!isAligned) { $0.align() }  // (61)
      $0.modify(where: isAligned) { $0.estimate() }
    }
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
    errorState.predict(strapdown.increment, parameters)  // (16) to (20)
    errorState.boundHeadingVariance(isHeadingKnown: headingEstimator.isReady)  // (21)
    observeBoundedVelocity(normError: normError)  // (22) to (24)
    observeRateAtRest()  // (25), (26)
    let field = strapdown.increment.magneticField
    let hasHeading = strapdown.increment.hasMagneticField .& HeadingEstimator.hasHeading(field)  // (27)
    let wasReady = headingEstimator.isReady
    startHeading(where: hasHeading .& .!wasReady)  // (29), (30)
    observeHeading(where: hasHeading .& wasReady)  // (31) to (39)
    inject()  // (40)
  }

  /// The mean velocity is zero (equations 22 to 24).
  @inlinable @inline(__always)
  mutating func observeBoundedVelocity(normError: Scalar) {
    let duration = strapdown.increment.duration
    let densityFactor = 1.0 + (normError / parameters.normTolerance).squared  // (12)
    let quiet = parameters.velocityDensity.replacing(
      with: parameters.velocityDensityAtRest, where: strapdown.restDetector.isAtRest)
    let density = densityFactor * quiet  // (22)
    let added = velocityMonitor.unexplainedAttitudeVariance(
      density: density, variance: errorState.velocityVariance, densityFactor: densityFactor, duration: duration)
    errorState.addAttitudeVariance(added)  // (23)
    errorState.observeVelocity(-velocityMonitor.velocity, variance: density / duration)  // (24)
  }

  /// At rest the gyroscope shows its bias (E. Foxlin 2005). The gate keeps a slow constant turn from being taken for a bias
  /// once the bias is known (equations 25 and 26).
  @inlinable @inline(__always)
  mutating func observeRateAtRest() {
    var isBias = strapdown.restDetector.isAtRest
    guard isBias.isTrueInAnyLane else { return }
    let difference = strapdown.restDetector.averageRate - strapdown.gyroscopeErrors.bias
    let biasVariance = errorState.biasVariance
    for axis in 0..<3 {
      let allowed = biasVariance[axis] + Self.acceptedRateAtRest.squared
      isBias = isBias .& (difference[axis].squared .< Self.squaredSigmasOfRest * allowed)  // (25)
    }
    guard isBias.isTrueInAnyLane else { return }
    let variance = parameters.restRateDeviation.squared / strapdown.increment.duration
    errorState.observeBias(difference, variance: variance, where: isBias)  // (26)
  }

  /// Moves the correction of this step into the estimate (equation 40).
  @inlinable @inline(__always)
  mutating func inject() {
    let tilt = errorState.tiltCorrection
    missedRotationDetector.rotateHistory(by: tilt)
    strapdown.turn(by: Rotation(rotationVector: tilt))
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
  /// The heading variance after a gap (equation 64): half the angle of the gap at the rate before it, to which 0.5 rad/s are
  /// added, at most 1.5 rad.
  @inlinable static var turnShareOfGap: Scalar { 0.5 }
  @inlinable static var rateInGap: Scalar { 0.5 }
  @inlinable static var largestTurnInGap: Scalar { 1.5 }

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
    headingEstimator.squaredAnomaly = 0.0
    alignedTime = 0.0
    alignmentSum = .zero
    forgetFieldHistory(where: Scalar.Mask(repeating: true))
  }

  /// After a gap the tilt is found again, the heading has turned by an unknown angle, and the gyroscope's errors have drifted, at
  /// most to their prior variance (equation 64).
  @inlinable
  mutating func openAfterGap(_ gap: Scalar, _ rateBefore: Vector3<Scalar>) {
    let turn = Scalar.minimum(
      Self.largestTurnInGap, Self.turnShareOfGap * gap * (Self.rateInGap + rateBefore.length))
    strapdown.increment = MotionIncrement()
    let unknownAgain = (parameters.biasDeviation / parameters.biasWalk).squared
    errorState.addGyroscopeWalk(over: Scalar.minimum(gap, unknownAgain), parameters)
    resetTilt(addedHeadingVariance: turn.squared)
  }
}
