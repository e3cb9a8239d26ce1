import Rotations

// The default filter at its start, after a gap, and when the tilt was lost (TheDefaultFilter.md, equations 4, 12 and 50).

extension VelocityBoundedFilter {
  /// The standard deviation of the heading after a lost tilt, rad (equation 24).
  @export(implementation) static var headingDeviationOfLost: Scalar { .degrees(40.0) }
  /// The least squared specific force that gives a first tilt, (m/s²)² (equation 1).
  @export(implementation) static var leastSquaredForce: Scalar { 1e-6 }
  /// The share of gravity below which the mean force of an alignment is that of a fall (equation 12).
  @export(implementation) static var leastShareOfGravity: Scalar { 0.5 }
  /// The variance of a turn of which nothing is known, rad²: a quarter turn, and the one from which nothing of the tilt is left,
  /// rad²: (40 degrees)² (equation 4).
  @export(implementation) static var largestVarianceOfGap: Scalar { 2.5 }
  @export(implementation) static var varianceOfLost: Scalar { 0.5 }
  /// The squared rate of a gap in addition to that of the seconds before, rad²/s²: a body at rest may move (equation 4).
  @export(implementation) static var squaredRateInGap: Scalar { 0.25 }
  /// The random walk of the bias of which nothing remains in a gap, rad/s per root second: below it a gap is divided by it.
  @export(implementation) static var leastBiasWalk: Scalar { 1e-9 }
  /// The standard deviation of a tilt from one sample in addition to that of an alignment, rad (equation 4).
  @export(implementation) static var addedTiltOfSample: Scalar { .degrees(12.0) }
  /// The largest squared excess of a sample's force that counts, rad².
  @export(implementation) static var largestSquaredExcess: Scalar { 9.0 }

  /// The first specific force gives the first tilt, the first field the first heading, which the first step replaces by that
  /// of its mean field.
  @export(implementation) @inline(__always)
  mutating func start(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isFirstField = admitted.hasMagneticField .& .!headingEstimator.hasStarted
    guard (isFirstField .| .!hasAttitude).isTrueInAnyLaneUnlikely else { return }
    startFromSpecificForce(admitted)
    startHeading(from: admitted, where: isFirstField .& hasAttitude)
  }

  @export(implementation) @inline(__always)
  mutating func startFromSpecificForce(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isFirst = .!hasAttitude .& (admitted.specificForce.squaredLength .> Self.leastSquaredForce)
    guard isFirst.isTrueInAnyLane else { return }
    strapdown.modify(where: isFirst) {
      $0.levelFromBody = Rotation(shortestToUnitZ: admitted.specificForce)
      $0.increment = MotionIncrement()
    }
    hasAttitude = hasAttitude .| isFirst
  }

  @export(implementation) @inline(__always)
  mutating func startHeading(from admitted: SampleGuard<Scalar>.AdmittedSample, where mask: Scalar.Mask) {
    guard mask.isTrueInAnyLane else { return }
    let field = strapdown.levelFromBody.rotate(admitted.magneticField)
    modify(where: mask .& HeadingEstimator.hasHeading(field)) {
      $0.headingEstimator.takeFirst(field)
      $0.showFirstHeading(where: Scalar.Mask(repeating: true))
    }
  }

  /// Alignment: the mean specific force in level axes is up, unless the sensor falls freely (equation 12).
  @export(implementation)
  mutating func align() {
    aiding.forget()
    let (sum, time) = (alignmentSum + strapdown.increment.velocity, alignedTime + strapdown.increment.duration)
    let isFalling =
      sum.squaredLength .< (Self.leastShareOfGravity * Scalar.nominalGravity * time).squared
    modify(where: isFalling) {
      $0.alignedTime = 0.0
      $0.alignmentSum = .zero
      $0.startDoubt = StartDoubt()
    }
    modify(where: .!isFalling) { $0.align(sum, time) }
  }

  /// Turns the mean specific force up, and the field with it.
  @export(implementation)
  mutating func align(_ sum: Vector3<Scalar>, _ time: Scalar) {
    let correction = Rotation(shortestToUnitZ: sum)
    strapdown.turn(by: correction)
    strapdown.increment.magneticField = correction.rotate(strapdown.increment.magneticField)
    alignmentSum = Vector3(x: 0.0, y: 0.0, z: sum.length)
    alignedTime = time
    let excess = alignmentSum.z / (time * Scalar.nominalGravity) - 1.0
    startDoubt.begin(excess: excess, where: time .>= parameters.alignmentDuration)
    let isFirst = strapdown.increment.hasMagneticField .& .!headingEstimator.isReady
    startHeading(where: isFirst .& HeadingEstimator.hasHeading(strapdown.increment.magneticField))  // (13)
  }

  /// Tilt and velocity are unknown; bias, scale, heading and density are kept (equation 50).
  @export(implementation)
  mutating func restart() {
    errorState.resetTilt(parameters)
    errorState.resetHeading(variance: errorState.headingVariance)
    alignedTime = 0.0
    alignmentSum = .zero
    startDoubt = StartDoubt()
    velocityDensity.lastingTime = 0.0
    velocityDensity.forgetGravity(parameters)
    forgetVelocity()
  }

  /// The velocity is unknown (equation 50).
  @export(implementation)
  mutating func forgetVelocity() {
    errorState.resetVelocity(parameters)
    velocityMonitor.reset()
    velocityDensity.lastingForce = .zero
    aiding.forget()
    headingEstimator.squaredAnomaly = 0.0
    forgetFieldHistory(where: Scalar.Mask(repeating: true))
  }

  /// A gap, in which the body may have turned as fast as in the seconds before (equation 4). Where nothing of the tilt is left the
  /// filter starts again. Without a step since the gap before the intervals are all gaps: of a slow logger each sample counts.
  @export(implementation)
  mutating func openAfterGap(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let gap = admitted.gap
    let squaredRate = velocityDensity.squaredRate + Self.squaredRateInGap
    let turn = Scalar.minimum(squaredRate * gap.squared * (1.0 / 3.0), Self.largestVarianceOfGap)
    let isSlow = .!hasSteppedSinceGap
    let isLost = (turn .> Self.varianceOfLost) .| isSlow
    errorState.addAttitudeVariance(turn.replacing(with: Self.largestVarianceOfGap, where: isSlow))
    let walk = Scalar.maximum(parameters.biasWalk, Self.leastBiasWalk)
    errorState.addBiasWalk(
      over: Scalar.minimum(gap, (parameters.biasDeviation / walk).squared), squaredRateIntegral: 0.0,
      biasWalk: parameters.biasWalk, parameters)
    hasSteppedSinceGap = Scalar.Mask(repeating: false)
    strapdown.increment = MotionIncrement()
    strapdown.previousRotationVector = .zero
    modify(where: .!isLost) { $0.forgetVelocity() }
    modify(where: isLost) {
      $0.restart()
      $0.modify(where: isSlow .& admitted.hasSpecificForce) { $0.measureOnce(admitted) }
      $0.headingEstimator.restart(where: admitted.hasMagneticField .& .!isSlow)
    }
  }

  /// The attitude of a slow logger, by one sample (equation 4).
  @export(implementation)
  mutating func measureOnce(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    strapdown.levelFromBody.level(along: admitted.specificForce)
    let excess = admitted.squaredSpecificForce.squareRoot() / Scalar.nominalGravity - 1.0
    errorState.addTiltVariance(
      Self.addedTiltOfSample.squared + Scalar.minimum(excess.squared, Self.largestSquaredExcess))
    startDoubt.begin(excess: excess, where: Scalar.Mask(repeating: true))
    modify(where: admitted.hasMagneticField) { $0.observeFieldAfterGap(admitted) }
  }

  /// Measures the heading by the field of one sample (equation 4).
  @export(implementation)
  mutating func observeFieldAfterGap(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    strapdown.increment.duration = Scalar.minimum(admitted.gap, 2.0 * parameters.fieldCorrelationTime)
    strapdown.increment.magneticField = strapdown.levelFromBody.rotate(
      admitted.magneticField - fieldConditioner.provenHardIron)
    strapdown.increment.magneticFieldCount = Scalar.zero.replacing(with: 1.0, where: admitted.hasMagneticField)
    alignedTime = parameters.alignmentDuration
    errorState.clearCorrection()
    observeField(where: Scalar.Mask(repeating: true))
    correctHeading()
    alignedTime = 0.0
    strapdown.increment = MotionIncrement()
  }
}
