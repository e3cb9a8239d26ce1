import MotionSamples
import Rotations

// How the default filter begins, and begins again after a gap (TheDefaultFilter.md, section 2).

extension VelocityBoundedFilter {
  /// The first specific force gives the first tilt.
  @inlinable @inline(__always)
  mutating func startFromSpecificForce(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let isFirst = .!hasAttitude .& (admitted.specificForce.squaredLength .> 1e-6)
    guard isFirst.isTrueInAnyLane else { return }
    strapdown.attitude.replace(with: Rotation(shortestToUnitZ: admitted.specificForce), where: isFirst)
    hasAttitude = hasAttitude .| isFirst
  }

  /// After a gap the tilt is found anew, the heading is as uncertain as the rate before lets it be, and the gyroscope's
  /// errors have wandered, at most as far as they were unknown at the start.
  @inlinable
  mutating func openAfterGap(_ gap: Scalar, _ rateBefore: Vector3<Scalar>) {
    let turn = Scalar.minimum(1.5, 0.5 * gap * (0.5 + rateBefore.length))
    strapdown.increment = MotionIncrement()
    let unknownAgain = (parameters.biasDeviation / parameters.biasWalk).squared
    errorState.addGyroscopeWalk(over: Scalar.minimum(gap, unknownAgain), parameters)
    findTiltAnew(addedHeadingVariance: turn.squared)
  }
}
