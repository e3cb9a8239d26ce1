import Rotations

/// Conditions the magnetometer before it is believed: estimates its lag behind the gyroscope and its hard iron online and
/// takes both away (TheDefaultFilter.md, section 3.7). Neither regression uses the heading, so a wrong heading cannot corrupt
/// them.
@frozen
public struct FieldConditioner<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The estimated lag of the magnetometer behind the gyroscope, s.
  public var lag: Scalar = 0.0
  /// The estimated hard iron in body axes, µT; taken away only while `isHardIronOn`.
  public var hardIron: Vector3<Scalar> = .zero
  /// Whether the hard iron is proven and taken away.
  public var isHardIronOn = Scalar.Mask(repeating: false)

  // Regression of the lag: information (I), its product with the lag (J).
  @usableFromInline var lagInformation: Scalar = 0.0
  @usableFromInline var lagMoment: Scalar = 0.0
  // Regression of the hard iron: information (G), moment (g), residuals without and with it (E0, E1), learning time (t_h).
  @usableFromInline var ironInformation: Matrix3<Scalar> = .zero
  @usableFromInline var ironMoment: Vector3<Scalar> = .zero
  @usableFromInline var residualWithout: Scalar = 0.0
  @usableFromInline var residualWith: Scalar = 0.0
  @usableFromInline var learningTime: Scalar = 0.0
  // Running averages for the lag (LP, 0.5 s) and for the hard iron (HP, 1 s), empty until they have a first value.
  @usableFromInline var averageField: Vector3<Scalar> = .zero
  @usableFromInline var averageLagEffect: Vector3<Scalar> = .zero
  @usableFromInline var slowField: Vector3<Scalar> = .zero
  @usableFromInline var slowRotation: Matrix3<Scalar> = .zero
  @usableFromInline var isLagAverageEmpty = Scalar.Mask(repeating: true)
  @usableFromInline var isIronAverageEmpty = Scalar.Mask(repeating: true)

  /// A conditioner that knows nothing.
  @inlinable
  public init() {}

  /// Forgets the running averages, after an interruption or a jump.
  @inlinable @inline(__always)
  public mutating func clearAverages(where mask: Scalar.Mask) {
    isLagAverageEmpty = isLagAverageEmpty .| mask
    isIronAverageEmpty = isIronAverageEmpty .| mask
  }

  /// The variance of the lag, s².
  @inlinable @inline(__always)
  func lagVariance(_ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    1.0 / (lagInformation + 1.0 / parameters.lagDeviation.squared)
  }

  /// Takes lag and hard iron away from the mean field of `increment` in the lanes of `mask`. The answer is true where the
  /// hard iron was switched on or off, after which whatever remembers the field must forget it.
  @inlinable @inline(__always)
  mutating func condition(
    _ increment: inout MotionIncrement<Scalar>, _ parameters: VelocityBoundedParameters<Scalar>,
    where mask: Scalar.Mask
  ) -> Scalar.Mask {
    if mask.isTrueInEveryLane { return condition(&increment, parameters) }
    let (before, field) = (self, increment.magneticField)
    let isSwitched = condition(&increment, parameters)
    replace(with: before, where: .!mask)
    increment.magneticField.replace(with: field, where: .!mask)
    return isSwitched .& mask
  }

  @inlinable
  mutating func condition(
    _ increment: inout MotionIncrement<Scalar>, _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Scalar.Mask {
    // At rest and in slow motion nothing is learned and nothing forgotten.
    let motion = Scalar.minimum(1.0, increment.meanRate / .degrees(20.0))
    let rotation = increment.rotationIntegral * (1.0 / increment.duration)
    let iron = Vector3.zero.replacing(with: rotation * hardIron, where: isHardIronOn)

    var field = increment.magneticField - iron
    let squaredField = learnLag(&field, increment, motion, parameters)
    increment.magneticField = field
    isLagAverageEmpty = Scalar.Mask(repeating: false)
    guard parameters.estimatesHardIron else { return isLagAverageEmpty }

    let whole = field + iron
    let wasOn = isHardIronOn
    learnHardIron(whole, rotation, squaredField, motion, increment.duration)
    let isSwitched = (wasOn .& .!isHardIronOn) .| (isHardIronOn .& .!wasOn)
    let newIron = Vector3.zero.replacing(with: rotation * hardIron, where: isHardIronOn)
    increment.magneticField.replace(with: whole - newIron, where: isSwitched)
    isLagAverageEmpty = isSwitched
    return isSwitched
  }

  /// A field that lags by t shows m + t (w x m): regress the fast part of m on the fast part of w x m. Gives the squared
  /// length of the average field.
  @inlinable @inline(__always)
  mutating func learnLag(
    _ field: inout Vector3<Scalar>, _ increment: MotionIncrement<Scalar>, _ motion: Scalar,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Scalar {
    let duration = increment.duration
    let effect = (increment.rateIntegral.rowSums * (1.0 / duration)).cross(field)
    averageField.replace(with: field, where: isLagAverageEmpty)
    averageLagEffect.replace(with: effect, where: isLagAverageEmpty)
    let gain = duration / (0.5 + duration)
    averageField += (field - averageField) * gain
    averageLagEffect += (effect - averageLagEffect) * gain

    let fastField = field - averageField
    let fastEffect = effect - averageLagEffect
    let squaredField = Scalar.maximum(averageField.squaredLength, 1e-6)
    let noise = 0.01 * squaredField
    let weight = duration / (noise * (1.0 + (fastField - fastEffect * lag).squaredLength / noise))
    let memory = 1.0 - motion * duration * (1.0 / 300.0)
    lagInformation = memory * lagInformation + weight * fastEffect.squaredLength
    lagMoment = memory * lagMoment + weight * fastEffect.dot(fastField)
    lag = (lagMoment * lagVariance(parameters)).clamped(0.0, parameters.lagLimit)
    field -= effect * lag
    return squaredField
  }

  /// A hard iron turns with the body: regress the fast part of the field on the fast part of the rotation. It is used once
  /// it explains the field four times better than none, about every axis, and dropped when it no longer helps.
  @inlinable @inline(__always)
  mutating func learnHardIron(
    _ field: Vector3<Scalar>, _ rotation: Matrix3<Scalar>, _ squaredField: Scalar, _ motion: Scalar,
    _ duration: Scalar
  ) {
    slowField.replace(with: field, where: isIronAverageEmpty)
    slowRotation.replace(with: rotation, where: isIronAverageEmpty)
    isIronAverageEmpty = Scalar.Mask(repeating: false)
    let gain = duration / (1.0 + duration)
    slowField += (field - slowField) * gain
    slowRotation += (rotation - slowRotation) * gain

    let fastField = field - slowField
    let fastRotation = rotation - slowRotation
    let without = fastField.squaredLength
    let with = (fastField - fastRotation * hardIron).squaredLength
    let comparisonGain = motion * duration / (6.0 + duration)
    residualWithout += comparisonGain * (without - residualWithout)
    residualWith += comparisonGain * (with - residualWith)

    let noise = 0.01 * squaredField
    let weight = duration / (noise * (1.0 + Scalar.minimum(without, with) / (4.0 * noise)))
    let memory = 1.0 - motion * duration * (1.0 / 30.0)
    let transposed = fastRotation.transpose
    ironInformation = ironInformation * memory + (transposed * fastRotation) * weight
    ironMoment = ironMoment * memory + (transposed * fastField) * weight
    // In units of the field, so that no power of it leaves the range of a Float. The prior is half the field.
    let information = ironInformation * squaredField + Matrix3(diagonal: Vector3(repeating: 4.0))
    let covariance = information.adjugate * (squaredField / information.determinant)
    hardIron = covariance * ironMoment
    learningTime += motion * duration

    let isObserved = covariance.diagonal.largestMagnitude .< 0.0625 * squaredField
    let isProven =
      (learningTime .> 5.0) .& isObserved .& (residualWith .< noise) .& (residualWithout .> 4.0 * residualWith)
    let stillHelps = residualWithout .> residualWith
    isHardIronOn = (isHardIronOn .& stillHelps) .| (.!isHardIronOn .& isProven)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    lag.replace(with: other.lag, where: mask)
    hardIron.replace(with: other.hardIron, where: mask)
    isHardIronOn.replace(with: other.isHardIronOn, where: mask)
    lagInformation.replace(with: other.lagInformation, where: mask)
    lagMoment.replace(with: other.lagMoment, where: mask)
    ironInformation.replace(with: other.ironInformation, where: mask)
    ironMoment.replace(with: other.ironMoment, where: mask)
    residualWithout.replace(with: other.residualWithout, where: mask)
    residualWith.replace(with: other.residualWith, where: mask)
    learningTime.replace(with: other.learningTime, where: mask)
    averageField.replace(with: other.averageField, where: mask)
    averageLagEffect.replace(with: other.averageLagEffect, where: mask)
    slowField.replace(with: other.slowField, where: mask)
    slowRotation.replace(with: other.slowRotation, where: mask)
    isLagAverageEmpty.replace(with: other.isLagAverageEmpty, where: mask)
    isIronAverageEmpty.replace(with: other.isIronAverageEmpty, where: mask)
  }
}
