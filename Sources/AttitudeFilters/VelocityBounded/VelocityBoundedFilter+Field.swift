import Rotations

// What the default filter does with the magnetic field (TheDefaultFilter.md, sections 3.8 and 4).

extension VelocityBoundedFilter {
  /// What the heading estimator must know of this step.
  @inlinable @inline(__always)
  var situation: HeadingEstimator<Scalar>.Situation {
    HeadingEstimator.Situation(
      duration: strapdown.increment.duration,
      motion: Scalar.minimum(1.0, strapdown.increment.meanRate / .degrees(20.0)),
      tiltVariance: errorState.tiltVariance,
      headingVariance: errorState.headingVariance,
      isAtRest: strapdown.restDetector.isAtRest,
      isAligned: alignedTime .>= parameters.alignmentDuration)
  }

  /// Averages the first heading; once it is good the Kalman filter takes over with 20 degrees, and more where the field does
  /// not fit a reference that was given.
  @inlinable
  mutating func startHeading(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let isReady = headingEstimator.start(strapdown.increment.magneticField, situation, where: mask)
    enuFromLevel = Rotation(aboutZ: headingEstimator.offset)
    let anomalyVariance = parameters.anomalyWeight.squared * headingEstimator.squaredAnomaly
    errorState.covariance.isolate(2, variance: Scalar.degrees(20.0).squared + anomalyVariance, where: isReady)
  }

  /// Measures the heading. Tilt, scale and velocity are considered, not corrected.
  @inlinable @inline(__always)
  mutating func observeHeading(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let measurement = headingEstimator.measure(strapdown.increment.magneticField, situation, parameters, where: mask)
    errorState.covariance[2, 2] += measurement.addedVariance
    errorState.observeHeading(difference: measurement.difference, variance: measurement.variance, where: mask)
  }

  /// The only place where the magnetometer touches tilt: a step of the field that a rotation explains and the gyroscope
  /// did not see.
  @inlinable @inline(__always)
  mutating func correctMissedRotation(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let finding = missedRotationDetector.examine(
      strapdown.increment, lagVariance: fieldConditioner.lagVariance(parameters),
      reference: headingEstimator.reference, isReferenceReady: headingEstimator.isReady, where: mask)
    modify(where: finding.isRotation) { $0.admitMissedRotation(finding) }
    missedRotationDetector.remember(strapdown.increment, where: mask)
  }

  @inlinable
  mutating func admitMissedRotation(_ finding: MissedRotationDetector<Scalar>.Finding) {
    modify(where: finding.isCertain) { $0.turnBack(by: finding) }
    errorState.modify(where: .!finding.isCertain) { $0.addAttitudeVariance(finding.squaredAngle * 0.5) }
    errorState.covariance[2, 2] += finding.headingChange.squared
    errorState.resetVelocity(parameters)
    velocityMonitor.reset(gravity: Self.gravity)
    headingEstimator.forgetDifferences()
    forgetFieldHistory(where: Scalar.Mask(repeating: true))
  }

  /// Takes the missed rotation into the attitude: two axes are known from the field, the one along it is open.
  @inlinable
  mutating func turnBack(by finding: MissedRotationDetector<Scalar>.Finding) {
    hasJumped = Scalar.Mask(repeating: true)
    strapdown.turn(by: finding.correction)
    strapdown.increment.magneticField = finding.correction.rotate(strapdown.increment.magneticField)
    strapdown.increment.velocity = finding.correction.rotate(strapdown.increment.velocity)
    let open = Matrix3(outerProductOf: finding.fieldDirection, finding.fieldDirection) * finding.squaredAngle
    let block = errorState.covariance.block(0, 0) + open
    errorState.covariance.setBlock(0, 0, block)
    errorState.addAttitudeVariance(Scalar.degrees(8.0).squared)
  }
}
