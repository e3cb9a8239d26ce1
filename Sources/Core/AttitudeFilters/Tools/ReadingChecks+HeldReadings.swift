import Rotations

// Readings that hang, whole or in one axis (TheDefaultFilter.md, equation 1).

extension ReadingChecks {
  /// Takes a field and a force away that repeat to the last bit while the body turns them by more than their noise: of a sensor that
  /// hangs, or that is asked more often than it measures. A turn about the field or the force itself shows nothing. One axis that repeats
  /// while it should have changed by far hangs, too.
  @inlinable @inline(__always)
  mutating func removeFrozen(
    from admitted: inout SampleGuard<Scalar>.AdmittedSample, _ rate: Vector3<Scalar>,
    _ isForceHeld: SuccessiveReadings<Scalar>.HeldAxes, _ isFieldHeld: SuccessiveReadings<Scalar>.HeldAxes,
    _ findings: inout Findings
  ) {
    let (f, m, interval) = (admitted.specificForce, admitted.magneticField, admitted.interval)
    let squaredChange = SuccessiveReadings<Scalar>.largestChangeOfAxis.squared
    let forceSticks = force.hold(isForceHeld, rate.cross(f), admitted.squaredSpecificForce, interval)
    let fieldSticks = field.hold(isFieldHeld, rate.cross(m), admitted.squaredMagneticField, interval)
    findings.squaredFalseTurn += Scalar.zero.replacing(with: squaredChange, where: forceSticks)
    findings.squaredFalseHeading.replace(with: squaredChange, where: fieldSticks)
    let isForceStuck = isForceHeld.any .& force.hasStuckAxis
    let isFieldStuck = isFieldHeld.any .& field.hasStuckAxis
    let isForceFrozen = (isForceHeld.all .& (force.held .> Self.largestTurn)) .| isForceStuck
    // A field that repeats is usual: many magnetometers are slower than the gyroscope.
    let isFieldFrozen = (isFieldHeld.all .& (field.held .> Self.turnOfFrozenField)) .| isFieldStuck
    admitted.outcome.isSpecificForceRejected = admitted.outcome.isSpecificForceRejected .| isForceFrozen
    admitted.outcome.isMagneticFieldRejected = admitted.outcome.isMagneticFieldRejected .| isFieldFrozen
    admitted.dropSpecificForce(where: isForceFrozen)
    admitted.dropMagneticField(where: (isFieldHeld.all .& (field.held .> Self.largestTurn)) .| isFieldStuck)
  }

  /// Takes an angular rate away of which an axis repeats to the last bit while the force moves in another way than the rate says.
  /// `forceBefore` is that of the sample before, `change` that of the rate.
  ///
  /// - Returns: The lanes in which the gyroscope hangs from now on.
  @inlinable
  mutating func removeFrozenRate(
    from admitted: inout SampleGuard<Scalar>.AdmittedSample, _ bias: Vector3<Scalar>, _ forceBefore: Vector3<Scalar>,
    _ change: Vector3<Scalar>, where mask: Scalar.Mask
  ) -> Scalar.Mask {
    let longestBefore = rate.heldAxes.largestMagnitude
    let unchanged = rate.noteHeld(change, where: mask)
    rate.held += Scalar.zero.replacing(with: admitted.interval, where: unchanged.all)
    rate.heldAxes += unchanged.only(Vector3(x: 1.0, y: 1.0, z: 1.0) * admitted.interval)
    let longest = rate.heldAxes.largestMagnitude
    // The axis that has repeated for longest still does.
    let goesOn = longest .> longestBefore
    let before = expectedForce.replacing(with: forceBefore, where: (longestBefore .== 0.0) .| .!goesOn)
    let turn = (admitted.angularRate - bias) * admitted.interval
    expectedForce.replace(with: Rotation(rotationVector: -turn).rotate(before), where: unchanged.any)

    let difference = (admitted.specificForce - expectedForce).squaredLength
    let moves = admitted.hasSpecificForce .& (difference .> Self.squaredForceOfTurn)
    let isLong = (rate.held .> Self.longestRepetition) .| (longest .> Self.longestRepetitionOfAxis)
    let wasFrozen = frozenTime .> 0.0
    let isFrozen = unchanged.any .& goesOn .& (wasFrozen .| (moves .& isLong))
    frozenTime.replace(
      with: Scalar.zero.replacing(with: frozenTime + admitted.interval, where: isFrozen), where: mask)
    admitted.outcome.isAngularRateRejected = admitted.outcome.isAngularRateRejected .| isFrozen
    let held = rate.heldAxes
    admitted.angularRate.x.replace(with: bias.x, where: isFrozen .& (held.x .> Self.longestRepetition))
    admitted.angularRate.y.replace(with: bias.y, where: isFrozen .& (held.y .> Self.longestRepetition))
    admitted.angularRate.z.replace(with: bias.z, where: isFrozen .& (held.z .> Self.longestRepetition))
    return isFrozen .& .!wasFrozen
  }
}
