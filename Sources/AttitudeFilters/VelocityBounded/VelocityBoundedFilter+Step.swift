import Rotations

// What the default filter does every 50 ms (TheDefaultFilter.md, section 3).

extension VelocityBoundedFilter {
  /// One step of the Kalman filter over the increment, which starts anew.
  @inlinable
  mutating func step() {
    modify(where: increment.specificForceDuration .> 0.0) {
      $0.increment.finish()
      $0.noteMissingField()
      let isAligned = $0.alignedTime .>= $0.parameters.alignmentDuration
      $0.modify(where: $0.increment.hasMagneticField .& isAligned) { $0.conditionField() }
      $0.modify(where: .!isAligned) { $0.align() }
      $0.modify(where: isAligned) { $0.estimate() }
    }
    increment = MotionIncrement()
  }

  /// After 0.3 s without field the field before is no longer compared with.
  @inlinable @inline(__always)
  mutating func noteMissingField() {
    let hasField = increment.hasMagneticField
    timeWithoutField = (timeWithoutField + increment.duration).replacing(with: 0.0, where: hasField)
    modify(where: timeWithoutField .> 0.3) { $0.forgetFieldHistory() }
  }

  @inlinable
  mutating func forgetFieldHistory() {
    missedRotationDetector.clearHistory()
    fieldConditioner.clearAverages()
  }

  /// Takes lag and hard iron away from the field (3.7).
  @inlinable
  mutating func conditionField() {
    let isSwitched = fieldConditioner.condition(&increment, parameters)
    modify(where: isSwitched) {
      $0.missedRotationDetector.clearHistory()
      $0.headingEstimator.forgetCandidate()
    }
  }

  /// Alignment: the mean specific force in the inertial frame is up (3.1).
  @inlinable
  mutating func align() {
    alignedTime += increment.duration
    alignmentSum += increment.velocity
    modify(where: alignmentSum.squaredLength .> 1e-12) {
      let correction = Rotation(shortestToUnitZ: $0.alignmentSum)
      $0.attitude = (correction * $0.attitude).renormalized
      $0.increment.magneticField = correction.rotate($0.increment.magneticField)
      $0.alignmentSum = Vector3(x: 0.0, y: 0.0, z: $0.alignmentSum.length)
    }
    let isFirst = increment.hasMagneticField .& .!headingEstimator.isReady
    modify(where: isFirst .& HeadingEstimator.hasHeading(increment.magneticField)) { $0.startHeading() }
  }

  /// One step after alignment, unless the mean specific force says that the tilt is lost (3.2).
  @inlinable
  mutating func estimate() {
    if parameters.detectsMissedRotations {
      modify(where: increment.hasMagneticField) { $0.correctMissedRotation() }
    }
    velocityMonitor.observeSpecificForce(increment)
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
    forgetFieldHistory()
  }

  /// Prediction, the measurements, and their correction (3.3 to 3.6).
  @inlinable
  mutating func predictAndCorrect(normError: Scalar) {
    velocityMonitor.integrate(increment)
    errorState.predict(increment, parameters, gravity: Self.gravity)
    boundHeadingVariance()
    observeBoundedVelocity(normError: normError)
    observeRateAtRest()
    let hasHeading = increment.hasMagneticField .& HeadingEstimator.hasHeading(increment.magneticField)
    let wasReady = headingEstimator.isReady
    modify(where: hasHeading .& .!wasReady) { $0.startHeading() }
    modify(where: hasHeading .& wasReady) { $0.observeHeading() }
    inject()
  }

  /// There is no heading variance before there is a heading, and none above half a turn.
  @inlinable @inline(__always)
  mutating func boundHeadingVariance() {
    let largest = Scalar.pi.squared
    modify(where: .!headingEstimator.isReady) { $0.errorState.covariance.clear(2) }
    modify(where: errorState.headingVariance .> largest) { $0.errorState.covariance.isolate(2, variance: largest) }
  }

  /// The velocity of a carried body is zero on average (3.4).
  @inlinable @inline(__always)
  mutating func observeBoundedVelocity(normError: Scalar) {
    let duration = increment.duration
    let densityFactor = 1.0 + (normError / parameters.normTolerance).squared
    let quiet = parameters.velocityDensity.replacing(
      with: parameters.velocityDensityAtRest, where: restDetector.isAtRest)
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
    let difference = restDetector.averageRate - gyroscopeErrors.bias
    var passes = restDetector.isAtRest
    for axis in 0..<3 {
      let allowed = errorState.covariance[3 + axis, 3 + axis] + Scalar.degrees(0.2).squared
      passes = passes .& (difference[axis].squared .< 9.0 * allowed)
    }
    let variance = parameters.restRateDeviation.squared / increment.duration
    errorState.modify(where: passes) {
      for axis in 0..<3 { $0.observe(3 + axis, difference: difference[axis], variance: variance) }
    }
  }

  /// Puts the correction of this step into the estimate (3.6).
  @inlinable @inline(__always)
  mutating func inject() {
    let correction = errorState.correction
    let tilt = Vector3(x: correction[0], y: correction[1], z: 0.0)
    missedRotationDetector.rotateHistory(by: tilt)
    attitude = (Rotation(rotationVector: tilt) * attitude).renormalized
    headingEstimator.offset = (headingEstimator.offset + correction[2]).wrappedToHalfTurn()
    earthFromLevel = Rotation(aboutZ: headingEstimator.offset)
    gyroscopeErrors.bias = gyroscopeErrors.bias.adding(
      correction[3], correction[4], correction[5], within: parameters.biasLimit)
    gyroscopeErrors.scale = gyroscopeErrors.scale.adding(
      correction[6], correction[7], correction[8], within: parameters.scaleLimit)
    if stateCount > 11 {
      gyroscopeErrors.crossAxis = gyroscopeErrors.crossAxis.adding(
        correction[11], correction[12], correction[13], within: parameters.scaleLimit)
    }
    velocityMonitor.velocityX += correction[9]
    velocityMonitor.velocityY += correction[10]
  }
}
