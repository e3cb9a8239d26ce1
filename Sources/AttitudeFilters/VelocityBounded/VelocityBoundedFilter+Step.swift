import Rotations

// What the default filter does every 50 ms (TheDefaultFilter.md, section 3).
//
// In lanes a decision that is taken often is taken by a mask inside the part that it concerns; `modify`, which copies
// the whole filter where the lanes differ, is for what is rare: the start, a gap, a lost tilt.

extension VelocityBoundedFilter {
  /// One step of the Kalman filter over the increment, which starts anew.
  @inlinable
  mutating func step() {
    modify(where: strapdown.increment.specificForceDuration .> 0.0) {
      $0.strapdown.increment.finish()
      let hasField = $0.strapdown.increment.hasMagneticField
      $0.noteMissingField(hasField)
      let isAligned = $0.alignedTime .>= $0.parameters.alignmentDuration
      $0.conditionField(where: hasField .& isAligned)
      $0.modify(where: .!isAligned) { $0.align() }
      $0.modify(where: isAligned) { $0.estimate() }
    }
    strapdown.increment = MotionIncrement()
  }

  /// After 0.3 s without field the field before is no longer compared with.
  @inlinable @inline(__always)
  mutating func noteMissingField(_ hasField: Scalar.Mask) {
    timeWithoutField = (timeWithoutField + strapdown.increment.duration).replacing(with: 0.0, where: hasField)
    forgetFieldHistory(where: timeWithoutField .> 0.3)
  }

  @inlinable @inline(__always)
  mutating func forgetFieldHistory(where mask: Scalar.Mask) {
    missedRotationDetector.clearHistory(where: mask)
    fieldConditioner.clearAverages(where: mask)
  }

  /// Takes lag and hard iron away from the field (3.7).
  @inlinable @inline(__always)
  mutating func conditionField(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let isSwitched = fieldConditioner.condition(&strapdown.increment, parameters, where: mask)
    missedRotationDetector.clearHistory(where: isSwitched)
    headingEstimator.forgetCandidate(where: isSwitched)
  }

  /// Alignment: the mean specific force in the inertial frame is up (3.1).
  @inlinable
  mutating func align() {
    alignedTime += strapdown.increment.duration
    alignmentSum += strapdown.increment.velocity
    modify(where: alignmentSum.squaredLength .> 1e-12) {
      let correction = Rotation(shortestToUnitZ: $0.alignmentSum)
      $0.strapdown.turn(by: correction)
      $0.strapdown.increment.magneticField = correction.rotate($0.strapdown.increment.magneticField)
      $0.alignmentSum = Vector3(x: 0.0, y: 0.0, z: $0.alignmentSum.length)
    }
    let isFirst = strapdown.increment.hasMagneticField .& .!headingEstimator.isReady
    startHeading(where: isFirst .& HeadingEstimator.hasHeading(strapdown.increment.magneticField))
  }

  /// One step after alignment, unless the mean specific force says that the tilt is lost (3.2).
  @inlinable
  mutating func estimate() {
    if parameters.detectsMissedRotations { correctMissedRotation(where: strapdown.increment.hasMagneticField) }
    velocityMonitor.observeSpecificForce(strapdown.increment)
    let normError = velocityMonitor.normError(gravity: Self.gravity)
    let isLost = velocityMonitor.isLost(normError: normError)
    modify(where: isLost) {
      $0.findTiltAnew(addedHeadingVariance: Scalar.degrees(40.0).squared)
      $0.hasJumped = Scalar.Mask(repeating: true)
    }
    modify(where: .!isLost) { $0.predictAndCorrect(normError: normError) }
  }

  /// Forgets tilt and velocity; bias, scale and, with more variance, the heading survive (RESET_TILT).
  @inlinable
  mutating func findTiltAnew(addedHeadingVariance: Scalar) {
    errorState.resetTilt(parameters)
    errorState.covariance.isolate(2, variance: errorState.headingVariance + addedHeadingVariance)
    velocityMonitor.reset(gravity: Self.gravity)
    headingEstimator.squaredAnomaly = 0.0
    alignedTime = 0.0
    alignmentSum = .zero
    forgetFieldHistory(where: Scalar.Mask(repeating: true))
  }

  /// Prediction, the measurements, and their correction (3.3 to 3.6).
  @inlinable
  mutating func predictAndCorrect(normError: Scalar) {
    velocityMonitor.integrate(strapdown.increment)
    errorState.predict(strapdown.increment, parameters, gravity: Self.gravity)
    errorState.boundHeadingVariance(isHeadingKnown: headingEstimator.isReady)
    observeBoundedVelocity(normError: normError)
    observeRateAtRest()
    let field = strapdown.increment.magneticField
    let hasHeading = strapdown.increment.hasMagneticField .& HeadingEstimator.hasHeading(field)
    let wasReady = headingEstimator.isReady
    startHeading(where: hasHeading .& .!wasReady)
    observeHeading(where: hasHeading .& wasReady)
    inject()
  }

  /// The velocity of a carried body is zero on average (3.4).
  @inlinable @inline(__always)
  mutating func observeBoundedVelocity(normError: Scalar) {
    let duration = strapdown.increment.duration
    let densityFactor = 1.0 + (normError / parameters.normTolerance).squared
    let quiet = parameters.velocityDensity.replacing(
      with: parameters.velocityDensityAtRest, where: strapdown.restDetector.isAtRest)
    let density = densityFactor * quiet
    let added = velocityMonitor.unexplainedAttitudeVariance(
      density: density, variance: errorState.velocityVariance, densityFactor: densityFactor, duration: duration,
      gravity: Self.gravity)
    errorState.addAttitudeVariance(added)
    errorState.observe(9, difference: -velocityMonitor.velocityX, variance: density / duration)
    errorState.observe(10, difference: -velocityMonitor.velocityY, variance: density / duration)
  }

  /// At rest the gyroscope shows its bias (E. Foxlin, "Pedestrian tracking with shoe-mounted inertial sensors", 2005),
  /// behind a gate of three standard deviations, so that a slow constant turn is not taken for a bias once the bias is known (3.5).
  @inlinable @inline(__always)
  mutating func observeRateAtRest() {
    var passes = strapdown.restDetector.isAtRest
    guard passes.isTrueInAnyLane else { return }
    let difference = strapdown.restDetector.averageRate - strapdown.gyroscopeErrors.bias
    for axis in 0..<3 {
      let allowed = errorState.covariance[3 + axis, 3 + axis] + Scalar.degrees(0.2).squared
      passes = passes .& (difference[axis].squared .< 9.0 * allowed)
    }
    guard passes.isTrueInAnyLane else { return }
    let variance = parameters.restRateDeviation.squared / strapdown.increment.duration
    for axis in 0..<3 {
      errorState.observe(3 + axis, difference: difference[axis], variance: variance, where: passes)
    }
  }

  /// Puts the correction of this step into the estimate (3.6).
  @inlinable @inline(__always)
  mutating func inject() {
    let correction = errorState.correction
    let tilt = Vector3(x: correction[0], y: correction[1], z: 0.0)
    missedRotationDetector.rotateHistory(by: tilt)
    strapdown.turn(by: Rotation(rotationVector: tilt))
    headingEstimator.offset = (headingEstimator.offset + correction[2]).wrappedToHalfTurn()
    enuFromLevel = Rotation(aboutZ: headingEstimator.offset)
    strapdown.correctGyroscope(by: correction, parameters)
    velocityMonitor.velocityX += correction[9]
    velocityMonitor.velocityY += correction[10]
  }
}
