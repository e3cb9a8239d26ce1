import MotionSamples
import Rotations

// What the default filter does at every sample (TheDefaultFilter.md, section 2).

extension VelocityBoundedFilter {
  /// The first specific force gives the first tilt.
  @inlinable @inline(__always)
  mutating func startFromSpecificForce(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isUsable = admitted.specificForce.squaredLength .> 1e-6
    modify(where: isUsable .& .!hasAttitude) {
      $0.attitude = Rotation(shortestToUnitZ: admitted.specificForce)
      $0.hasAttitude = Scalar.Mask(repeating: true)
    }
  }

  /// After a gap the tilt is found anew, the heading is as uncertain as the rate before lets it be, and the gyroscope's
  /// errors have wandered, at most as far as they were unknown at the start.
  @inlinable
  mutating func openAfterGap(_ gap: Scalar, _ rateBefore: Vector3<Scalar>) {
    let turn = Scalar.minimum(1.5, 0.5 * gap * (0.5 + rateBefore.length))
    increment = MotionIncrement()
    let unknownAgain = (parameters.biasDeviation / parameters.biasWalk).squared
    errorState.addGyroscopeWalk(over: Scalar.minimum(gap, unknownAgain), parameters)
    findTiltAnew(addedHeadingVariance: turn.squared)
  }

  /// Takes one sample into the attitude and into the increment of the next step.
  @inlinable @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let interval = admitted.interval
    hasJumped = Scalar.Mask(repeating: false)
    restDetector.update(
      angularRate: admitted.angularRate, specificForce: admitted.specificForce,
      hasSpecificForce: admitted.hasSpecificForce, interval: interval, parameters: parameters.rest)
    isClipped = clippingDetector.update(
      admitted.specificForce, isThere: admitted.hasSpecificForce, gravity: Self.gravity)

    lastRate =
      stateCount > 11
      ? gyroscopeErrors.correctingAll(of: admitted.angularRate)
      : gyroscopeErrors.correctingBiasAndScale(of: admitted.angularRate)
    let rotationVector = lastRate * interval
    integrate(rotationVector)
    let rotation = attitude.matrix
    increment.add(
      earthFromBody: rotation, rotationVector: rotationVector, interval: interval,
      specificForce: admitted.specificForce, hasSpecificForce: admitted.hasSpecificForce, isClipped: isClipped,
      magneticField: admitted.magneticField, hasMagneticField: admitted.hasMagneticField)
    if stateCount > 11 { increment.addCrossAxis(earthFromBody: rotation, rotationVector: rotationVector) }
  }

  /// Strapdown integration with the two-sample coning term (P. Savage, "Strapdown inertial navigation integration
  /// algorithm design", 1998).
  @inlinable @inline(__always)
  mutating func integrate(_ rotationVector: Vector3<Scalar>) {
    let coning = previousRotationVector.cross(rotationVector) * (1.0 / 12.0)
    attitude = (attitude * Rotation(rotationVector: rotationVector + coning)).renormalized
    previousRotationVector = rotationVector
  }

  /// Whether the increment covers a step, to the nearest sample.
  @inlinable @inline(__always)
  var isStepDue: Scalar.Mask {
    increment.duration .>= parameters.stepInterval - 0.5 * sampleGuard.nominalInterval
  }

  /// What to report of the sample.
  @inlinable @inline(__always)
  func outcome(of admitted: SampleGuard<Scalar>.AdmittedSample) -> UpdateOutcome<Scalar> {
    var outcome = admitted.outcome
    outcome.isAtRest = restDetector.isAtRest
    outcome.isInitializing = .!hasAttitude .| (alignedTime .< parameters.alignmentDuration)
    outcome.isFieldDisturbed = headingEstimator.isReady .& (headingEstimator.squaredAnomaly .> 0.04)
    outcome.isSaturated = isClipped
    outcome.isCorrectedByJump = hasJumped
    return outcome
  }
}
