import Rotations

// What the default filter does with the magnetic field (TheDefaultFilter.md, sections 3.8 and 4).

extension VelocityBoundedFilter {
  /// What the heading estimator must know of this step.
  @inlinable @inline(__always)
  var situation: HeadingEstimator<Scalar>.Situation {
    HeadingEstimator.Situation(
      duration: increment.duration,
      motion: Scalar.minimum(1.0, increment.meanRate / .degrees(20.0)),
      tiltVariance: errorState.tiltVariance,
      headingVariance: errorState.headingVariance,
      isAtRest: restDetector.isAtRest,
      isAligned: alignedTime .>= parameters.alignmentDuration)
  }

  /// Averages the first heading; once it is good the Kalman filter takes over with 20 degrees.
  @inlinable
  mutating func startHeading() {
    let isReady = headingEstimator.start(increment.magneticField, situation)
    earthFromLevel = Rotation(aboutZ: headingEstimator.offset)
    errorState.modify(where: isReady) { $0.covariance.isolate(2, variance: Scalar.degrees(20.0).squared) }
  }

  /// Measures the heading. Tilt, scale and velocity are considered, not corrected.
  @inlinable
  mutating func observeHeading() {
    let measurement = headingEstimator.measure(increment.magneticField, situation, parameters)
    errorState.covariance[2, 2] += measurement.addedVariance
    errorState.observeHeading(difference: measurement.difference, variance: measurement.variance)
  }

  /// The only place where the magnetometer touches tilt: a step of the field that a rotation explains and the gyroscope
  /// did not see.
  @inlinable
  mutating func correctMissedRotation() {
    let finding = missedRotationDetector.examine(
      increment, lagVariance: fieldConditioner.lagVariance(parameters), reference: headingEstimator.reference,
      isReferenceReady: headingEstimator.isReady)
    modify(where: finding.isRotation) {
      $0.modify(where: finding.isCertain) { $0.turnBack(by: finding) }
      $0.errorState.modify(where: .!finding.isCertain) { $0.addAttitudeVariance(finding.squaredAngle * 0.5) }
      $0.errorState.covariance[2, 2] += finding.headingChange.squared
      $0.errorState.resetVelocity($0.parameters)
      $0.velocityMonitor.reset(gravity: Self.gravity)
      $0.headingEstimator.forgetDifferences()
      $0.forgetFieldHistory()
    }
    missedRotationDetector.remember(increment)
  }

  /// Takes the missed rotation into the attitude: two axes are known from the field, the one along it is open.
  @inlinable
  mutating func turnBack(by finding: MissedRotationDetector<Scalar>.Finding) {
    hasJumped = Scalar.Mask(repeating: true)
    attitude = (finding.correction * attitude).renormalized
    increment.magneticField = finding.correction.rotate(increment.magneticField)
    increment.velocity = finding.correction.rotate(increment.velocity)
    let open = Matrix3(outerProductOf: finding.fieldDirection, finding.fieldDirection) * finding.squaredAngle
    let block = errorState.covariance.block(0, 0) + open
    errorState.covariance.setBlock(0, 0, block)
    errorState.addAttitudeVariance(Scalar.degrees(8.0).squared)
  }
}
