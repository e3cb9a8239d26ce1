import Rotations

/// Shows a slow turn about up by the field, which turns in body axes as the gyroscope says (TheDefaultFilter.md, equation 25).
///
/// The mean field is compared with a slower average of it, and the angle between them with that which the same average of the
/// gyroscope's rate gives. At rest the field stands still, whatever the bias; a field that other things turn, as a magnet that
/// passes, rarely agrees with the gyroscope.
@frozen @usableFromInline
struct FieldTurn<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether the field turns as the gyroscope says.
  @usableFromInline var isTurning = Scalar.Mask(repeating: false)

  /// The mean field in body axes over the averaging time of the rest detector, µT, and the average of it over `memory`.
  @usableFromInline var mean: Vector3<Scalar> = .zero
  @usableFromInline var slowMean: Vector3<Scalar> = .zero
  /// The angle about up by which `slowMean` should lag behind `mean`, by the gyroscope, rad.
  @usableFromInline var expectedLag: Scalar = 0.0
  /// The time since the last field, s.
  @usableFromInline var elapsed: Scalar = 0.0
  /// Whether the averages begin with the next field.
  @usableFromInline var isEmpty = Scalar.Mask(repeating: true)

  /// Before the first field.
  @inlinable
  init() {}

  /// The time of the slower average, s.
  @inlinable static var memory: Scalar { 5.0 }
  /// The least angle that counts as a turn, rad, and the largest share of it that the gyroscope may leave unexplained.
  @inlinable static var leastAngle: Scalar { 0.02 }
  @inlinable static var largestDisagreement: Scalar { 0.7 }

  /// Follows one step, whose mean field in body axes is `field` in the lanes of `hasField`; `up` is the up axis in body axes. Where
  /// the readings are not quiet the averages begin again.
  @inlinable @inline(__always)
  mutating func follow(
    _ field: Vector3<Scalar>, up: Vector3<Scalar>, _ detector: RestDetector<Scalar>, duration: Scalar,
    _ parameters: RestDetectorParameters<Scalar>, where hasField: Scalar.Mask
  ) {
    elapsed += duration
    expectedLag += up.dot(detector.averageRate) * duration
    guard hasField.isTrueInAnyLane else { return }
    let isContinued = (detector.quietTime .> 0.0) .& .!isEmpty
    let fastShare = Scalar.one.replacing(with: elapsed / (parameters.averagingTime + elapsed), where: isContinued)
    let share = Scalar.one.replacing(with: elapsed / (Self.memory + elapsed), where: isContinued)
    mean.replace(with: mean + (field - mean) * fastShare, where: hasField)
    slowMean.replace(with: slowMean + (mean - slowMean) * share, where: hasField)
    expectedLag.replace(with: (1.0 - share) * expectedLag, where: hasField)
    elapsed.replace(with: 0.0, where: hasField)
    isEmpty = isEmpty .& .!hasField

    // The field in body axes turns against the body.
    let sine = up.dot(slowMean.cross(mean))
    let cosine = slowMean.dot(mean) - up.dot(slowMean) * up.dot(mean)
    let agrees = (sine + expectedLag * cosine).absoluteValue .< Self.largestDisagreement * sine.absoluteValue
    isTurning.replace(with: agrees .& (sine.absoluteValue .> Self.leastAngle * cosine), where: hasField)
  }

  /// Begins again with the next field, after an interruption, a reset, or another hard iron.
  @inlinable @inline(__always)
  mutating func forget(where mask: Scalar.Mask) {
    isEmpty = isEmpty .| mask
    isTurning = isTurning .& .!mask
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&isTurning, with: other.isTurning)
    visitor.visit(&mean, with: other.mean)
    visitor.visit(&slowMean, with: other.slowMean)
    visitor.visit(&expectedLag, with: other.expectedLag)
    visitor.visit(&elapsed, with: other.elapsed, .nonnegative)
    visitor.visit(&isEmpty, with: other.isEmpty)
  }
}
