import Rotations

// The default filter and the magnetic field (TheDefaultFilter.md, equations 13 to 23 and 42 to 48).

extension VelocityBoundedFilter {
  /// The time without field after which the field before is no longer compared with, s (equation 12).
  @export(implementation) static var longestTimeWithoutField: Scalar { 0.3 }
  /// The standard deviation of the attitude after a missed rotation was corrected, rad (equation 23).
  @export(implementation) static var deviationAfterMissedRotation: Scalar { .degrees(8.0) }

  /// The state of the filter for the heading estimator in this step.
  @export(implementation) @inline(__always)
  var situation: HeadingEstimator<Scalar>.Situation {
    HeadingEstimator.Situation(
      duration: strapdown.increment.duration,
      motion: strapdown.increment.motionShare,
      tiltVariance: errorState.tiltVariance,
      headingVariance: errorState.headingVariance,
      isAtRest: restGate.isAtRest,
      isAligned: alignedTime .>= parameters.alignmentDuration)
  }

  /// Counts the time without field, and clears what remembers the field when it is too long (equation 12).
  @export(implementation) @inline(__always)
  mutating func noteMissingField(_ hasField: Scalar.Mask) {
    timeWithoutField = (timeWithoutField + strapdown.increment.duration).replacing(with: 0.0, where: hasField)
    forgetFieldHistory(where: timeWithoutField .> Self.longestTimeWithoutField)
  }

  @export(implementation) @inline(__always)
  mutating func forgetFieldHistory(where mask: Scalar.Mask) {
    missedRotationDetector.clearHistory(where: mask)
    fieldConditioner.clearAverages(where: mask)
  }

  /// Removes lag and hard iron from the field (equations 14 to 20).
  @export(implementation) @inline(__always)
  mutating func conditionField(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let isSwitched = fieldConditioner.condition(
      &strapdown.increment, lagDeviation: parameters.lagDeviation, where: mask)
    missedRotationDetector.clearHistory(where: isSwitched)
    headingEstimator.forgetCandidate(where: isSwitched)
  }

  /// Averages the first heading until the Kalman filter takes over (equation 13).
  @export(implementation)
  mutating func startHeading(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let isFirst = mask .& .!headingEstimator.hasStarted
    let isReady = headingEstimator.start(strapdown.increment.magneticField, situation, where: mask)
    showFirstHeading(where: isFirst)
    headingDoubt.replace(with: HeadingDoubt(), where: isReady)
    let variance = startVarianceOfHeading
    errorState.resetHeading(variance: variance, where: isReady)
  }

  /// Turns the attitude to the heading; with the real part of the quaternion positive in the lanes of `mask`, at the start.
  @export(implementation)
  mutating func showFirstHeading(where mask: Scalar.Mask) {
    enuFromLevel = Rotation(aboutZ: headingEstimator.offset)
    strapdown.makeRealPartPositive(in: enuFromLevel, where: mask)
  }

  /// The variance of the first heading, rad² (equation 13).
  @export(implementation) @inline(__always)
  var startVarianceOfHeading: Scalar {
    parameters.fieldDirectionDeviation.squared
      + parameters.anomalyWeight.squared * headingEstimator.squaredAnomaly
      + HeadingEstimator.seenTiltVariance(headingEstimator.reference, errorState.tiltVariance)
  }

  /// Measures the heading (equations 42 to 48).
  @export(implementation) @inline(__always)
  mutating func observeHeading(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let measurement = headingEstimator.measure(strapdown.increment.magneticField, situation, parameters, where: mask)
    errorState.addHeadingVariance(measurement.addedVariance)
    let showsBias = headingDoubt.compare(
      measurement.difference, known: errorState.headingVariance + measurement.seenTilt,
      interval: strapdown.increment.duration, where: mask)
    let turn = errorState.observeHeading(
      measurement, up: strapdown.levelFromBody.matrix.row2, showsBias: showsBias, where: mask)
    headingDoubt.follow(turn)
  }

  /// Corrects a missed rotation: the only place where the magnetometer changes the tilt (equations 21 to 23).
  @export(implementation) @inline(__always)
  mutating func correctMissedRotation(where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let finding = missedRotationDetector.examine(
      strapdown.increment, reference: headingEstimator.reference, isReferenceReady: headingEstimator.isReady,
      where: mask)
    missedRotationDetector.hasFound.replace(with: finding.isRotation, where: mask)
    modify(where: finding.isRotation) { $0.turnBack(by: finding) }
    missedRotationDetector.remember(strapdown.increment, where: mask)
  }

  /// Applies a missed rotation: the field fixes two axes, the one along it stays open (equation 23).
  @export(implementation)
  mutating func turnBack(by finding: MissedRotationDetector<Scalar>.Finding) {
    hasJumped = Scalar.Mask(repeating: true)
    strapdown.turn(by: finding.correction)
    strapdown.increment.magneticField = finding.correction.rotate(strapdown.increment.magneticField)
    strapdown.increment.velocity = finding.correction.rotate(strapdown.increment.velocity)
    errorState.addAttitudeVariance(finding.squaredAngle, about: finding.fieldDirection)
    errorState.addAttitudeVariance(Self.deviationAfterMissedRotation.squared)
    errorState.addHeadingVariance(finding.headingChange.squared)
    forgetVelocity()
  }
}
