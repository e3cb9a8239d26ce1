import Rotations

/// Estimates the magnetometer's lag behind the gyroscope and its hard iron, and removes both from the field
/// (TheDefaultFilter.md, equations 14 to 20). Neither regression uses the heading, so a wrong heading cannot corrupt them.
@frozen @usableFromInline
struct FieldConditioner<Scalar: RealLanes>: VisitableState, Sendable {
  /// The estimated lag of the magnetometer behind the gyroscope, s.
  @usableFromInline var lag: Scalar = 0.0
  /// The estimated hard iron in body axes, µT; removed only while `isHardIronOn`.
  @usableFromInline var hardIron: Vector3<Scalar> = .zero
  /// Whether the hard iron is proven and removed.
  @usableFromInline var isHardIronOn = Scalar.Mask(repeating: false)

  // Regression of the lag (G_τ, j_τ).
  @usableFromInline var lagInformation: Scalar = 0.0
  @usableFromInline var lagMoment: Scalar = 0.0
  // Regression of the hard iron (G_d, j_d), its residuals (U₀, U₁) and learning time (t_d).
  @usableFromInline var ironInformation = SymmetricMatrix<3, Scalar>()
  @usableFromInline var ironMoment: Vector3<Scalar> = .zero
  @usableFromInline var residualWithout: Scalar = 0.0
  @usableFromInline var residualWith: Scalar = 0.0
  @usableFromInline var learningTime: Scalar = 0.0
  // Running averages for the lag and for the hard iron, empty before their first value.
  @usableFromInline var averageField: Vector3<Scalar> = .zero
  @usableFromInline var averageLagEffect: Vector3<Scalar> = .zero
  @usableFromInline var slowField: Vector3<Scalar> = .zero
  @usableFromInline var slowRotation: Matrix3<Scalar> = .zero
  @usableFromInline var areAveragesEmpty = Scalar.Mask(repeating: true)

  @export(implementation)
  init() {}

  /// Clears the running averages, after an interruption or a reset.
  @export(implementation) @inline(__always)
  mutating func clearAverages(where mask: Scalar.Mask) {
    areAveragesEmpty = areAveragesEmpty .| mask
  }

  /// The variance of the lag, s² (equation 16).
  @export(implementation) @inline(__always)
  func lagVariance(prior deviation: Scalar) -> Scalar { 1.0 / (lagInformation + 1.0 / deviation.squared) }

  /// The hard iron in body axes that is removed, µT; zero until it is proven.
  @export(implementation) @inline(__always)
  var provenHardIron: Vector3<Scalar> { Vector3.zero.replacing(with: hardIron, where: isHardIronOn) }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&lag, with: other.lag, .nonnegative)
    visitor.visit(&hardIron, with: other.hardIron)
    visitor.visit(&isHardIronOn, with: other.isHardIronOn)
    visitor.visit(&lagInformation, with: other.lagInformation, .nonnegative)
    visitor.visit(&lagMoment, with: other.lagMoment)
    visitor.visit(&ironInformation, with: other.ironInformation)
    visitor.visit(&ironMoment, with: other.ironMoment)
    visitor.visit(&residualWithout, with: other.residualWithout, .nonnegative)
    visitor.visit(&residualWith, with: other.residualWith, .nonnegative)
    visitor.visit(&learningTime, with: other.learningTime, .nonnegative)
    visitor.visit(&averageField, with: other.averageField)
    visitor.visit(&averageLagEffect, with: other.averageLagEffect)
    visitor.visit(&slowField, with: other.slowField)
    visitor.visit(&slowRotation, with: other.slowRotation)
    visitor.visit(&areAveragesEmpty, with: other.areAveragesEmpty)
  }
}

// MARK: Constants

extension FieldConditioner {
  /// The squared noise of a mean field in units of the field: 0.1² (equations 15, 18, 20).
  @export(implementation) static var squaredRelativeNoise: Scalar { 0.01 }
  /// Below this squared field strength the noise is no longer proportional to the field, µT² (equations 15 and 18).
  @export(implementation) static var leastSquaredField: Scalar { 1e-6 }

  /// The averaging time of both regressions, the memory of the lag's in full motion, and the largest lag, s (equations 14 to 17).
  @export(implementation) static var averagingTime: Scalar { 0.5 }
  @export(implementation) static var lagMemory: Scalar { 300.0 }
  @export(implementation) static var largestLag: Scalar { 0.05 }

  /// The memory of the hard-iron regression in full motion, s (equation 18).
  @export(implementation) static var ironMemory: Scalar { 30.0 }
  /// The averaging time of the residuals, s (equation 17).
  @export(implementation) static var residualTime: Scalar { 6.0 }
  /// The residual, in units of the noise, at which a step counts half (equation 18).
  @export(implementation) static var residualOfHalfWeight: Scalar { 4.0 }
  /// The prior information of the hard iron in units of the field: 1 / 0.5² (equation 19).
  @export(implementation) static var priorIronInformation: Scalar { 4.0 }
  /// The largest variance of a proven hard iron in units of the squared field: 0.25² (equation 20).
  @export(implementation) static var largestIronVariance: Scalar { 0.0625 }
  /// The motion that a proof takes, s, and how much better the field must fit with the hard iron (equation 20).
  @export(implementation) static var leastLearningTime: Scalar { 5.0 }
  @export(implementation) static var leastImprovement: Scalar { 4.0 }
}

// MARK: The regressions

extension FieldConditioner {
  /// Removes lag and hard iron from the mean field of a step in the lanes of `mask`. True where the hard iron was switched on
  /// or off: there every memory of the field must be cleared. `lagDeviation` is the prior of the lag, s.
  @export(implementation) @inline(__always)
  mutating func condition(
    _ increment: inout MotionIncrement<Scalar>, lagDeviation: Scalar, where mask: Scalar.Mask
  ) -> Scalar.Mask {
    if mask.isTrueInEveryLane { return conditionAll(&increment, lagDeviation: lagDeviation) }
    let (before, field) = (self, increment.magneticField)
    let isSwitched = conditionAll(&increment, lagDeviation: lagDeviation)
    replace(with: before, where: .!mask)
    increment.magneticField.replace(with: field, where: .!mask)
    return isSwitched .& mask
  }

  @export(implementation)
  mutating func conditionAll(_ increment: inout MotionIncrement<Scalar>, lagDeviation: Scalar) -> Scalar.Mask {
    let motion = increment.motionShare
    let rotation = increment.meanRotation
    let iron = Vector3.zero.replacing(with: rotation * hardIron, where: isHardIronOn)  // (14)

    var field = increment.magneticField - iron
    let squaredField = removeLag(from: &field, increment, motion, lagDeviation: lagDeviation)
    increment.magneticField = field
    let isSwitched = learnHardIron(field + iron, rotation, squaredField, motion, increment.duration)
    areAveragesEmpty = isSwitched
    guard isSwitched.isTrueInAnyLane else { return isSwitched }
    let newIron = Vector3.zero.replacing(with: rotation * hardIron, where: isHardIronOn)
    increment.magneticField.replace(with: field + iron - newIron, where: isSwitched)
    return isSwitched
  }

  /// A field that lags by τ shows m + τ (ω × m): a regression of the fast part of m on the fast part of ω × m (equations 14 to
  /// 16). Returns the squared length of the average field.
  @export(implementation) @inline(__always)
  mutating func removeLag(
    from field: inout Vector3<Scalar>, _ increment: MotionIncrement<Scalar>, _ motion: Scalar, lagDeviation: Scalar
  ) -> Scalar {
    let duration = increment.duration
    let effect = increment.levelRate.cross(field)  // (14)
    averageField.replace(with: field, where: areAveragesEmpty)
    averageLagEffect.replace(with: effect, where: areAveragesEmpty)
    let gain = duration / (Self.averagingTime + duration)
    averageField += (field - averageField) * gain
    averageLagEffect += (effect - averageLagEffect) * gain

    let fastField = field - averageField
    let fastEffect = effect - averageLagEffect
    let squaredField = Scalar.maximum(averageField.squaredLength, Self.leastSquaredField)
    let noise = Self.squaredRelativeNoise * squaredField
    let weight = duration / (noise * (1.0 + (fastField - fastEffect * lag).squaredLength / noise))  // (15)
    let memory = 1.0 - motion * duration * (1.0 / Self.lagMemory)
    lagInformation = memory * lagInformation + weight * fastEffect.squaredLength
    lagMoment = memory * lagMoment + weight * fastEffect.dot(fastField)
    lag = (lagMoment * lagVariance(prior: lagDeviation)).clamped(0.0, Self.largestLag)  // (16)
    field -= effect * lag
    return squaredField
  }

  /// A hard iron turns with the body: a regression of the fast part of the field on the fast part of the rotation
  /// (equations 17 to 20). Returns the lanes in which it was switched on or off.
  @export(implementation) @inline(__always)
  mutating func learnHardIron(
    _ field: Vector3<Scalar>, _ rotation: Matrix3<Scalar>, _ squaredField: Scalar, _ motion: Scalar,
    _ duration: Scalar
  ) -> Scalar.Mask {
    slowField.replace(with: field, where: areAveragesEmpty)
    slowRotation.replace(with: rotation, where: areAveragesEmpty)
    let gain = duration / (Self.averagingTime + duration)
    slowField += (field - slowField) * gain
    slowRotation += (rotation - slowRotation) * gain

    let fastField = field - slowField
    let fastRotation = rotation - slowRotation
    let without = fastField.squaredLength
    let with = (fastField - fastRotation * hardIron).squaredLength
    let comparisonGain = motion * duration / (Self.residualTime + duration)  // (17)
    residualWithout += comparisonGain * (without - residualWithout)
    residualWith += comparisonGain * (with - residualWith)

    let noise = Self.squaredRelativeNoise * squaredField
    let misfit = Scalar.minimum(without, with) / (Self.residualOfHalfWeight * noise)
    let weight = duration / (noise * (1.0 + misfit))  // (18)
    let memory = 1.0 - motion * duration * (1.0 / Self.ironMemory)
    ironInformation.keep(memory, addingSquareOf: fastRotation, times: weight)
    ironMoment = ironMoment * memory + (fastRotation.transpose * fastField) * weight
    // In units of the field, so that no power of it leaves the range of a Float.
    let information = ironInformation.scaled(by: squaredField, addingToDiagonal: Self.priorIronInformation)
    let adjugate = information.adjugate
    let determinant = information.row0.dot(adjugate.row0)
    hardIron = (adjugate * ironMoment) * (squaredField / determinant)  // (19)
    learningTime += motion * duration

    // The largest variance in units of the squared field (20).
    let isObserved = adjugate.diagonal.largestMagnitude .< Self.largestIronVariance * determinant
    let isProven =
      (learningTime .> Self.leastLearningTime) .& isObserved .& (residualWith .< noise)
      .& (residualWithout .> Self.leastImprovement * residualWith)
    let stillHelps = residualWithout .> residualWith
    let isSwitched = (isHardIronOn .& .!stillHelps) .| (.!isHardIronOn .& isProven)
    isHardIronOn = (isHardIronOn .& stillHelps) .| (.!isHardIronOn .& isProven)
    return isSwitched
  }
}
