import Rotations

/// Detects a turn of the magnetic field that the gyroscope missed, and separates rotations of the body from magnets
/// (TheDefaultFilter.md, equations 21 to 23).
///
/// It compares field and specific force of this step with those of up to four steps before, all in level axes. If the
/// rotation that explains the field explains more of the specific force than a body shakes by anyway, the body rotated.
@frozen @usableFromInline
struct MissedRotationDetector<Scalar: RealLanes>: VisitableState, Sendable {
  /// Mean field and mean specific force of one step, in level axes.
  @frozen @usableFromInline
  struct Snapshot: VisitableState, Sendable {
    @usableFromInline var field: Vector3<Scalar>
    @usableFromInline var force: Vector3<Scalar>

    @export(implementation)
    init(field: Vector3<Scalar> = .zero, force: Vector3<Scalar> = .zero) {
      self.field = field
      self.force = force
    }

    /// Turned by a small correction of the attitude, to first order.
    @export(implementation)
    mutating func rotate(by correction: Vector3<Scalar>) {
      field += correction.cross(field)
      force += correction.cross(force)
    }

    @export(implementation)
    mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
      visitor.visit(&field, with: other.field)
      visitor.visit(&force, with: other.force)
    }
  }

  /// The result of a step.
  @frozen @usableFromInline
  struct Finding: Sendable {
    /// The body turned while the gyroscope saw nothing.
    @usableFromInline var isRotation: Scalar.Mask
    /// The rotation from the field now to the field before.
    @usableFromInline var correction: Rotation<Scalar>
    /// The squared angle of the rotation, at most (90 degrees)², rad².
    @usableFromInline var squaredAngle: Scalar
    /// The change of heading of the field, rad.
    @usableFromInline var headingChange: Scalar
    /// The direction of the field before the turn.
    @usableFromInline var fieldDirection: Vector3<Scalar>

    @export(implementation)
    init() {
      isRotation = Scalar.Mask(repeating: false)
      correction = .identity
      squaredAngle = 0.0
      headingChange = 0.0
      fieldDirection = .zero
    }
  }

  /// The last four steps, the newest first.
  @usableFromInline var history = InlineArray<4, Snapshot>(repeating: Snapshot())
  /// The number of steps in the history.
  @usableFromInline var count: Scalar = 0.0
  /// The usual squared turn of the field in three steps, rad², and the usual squared change of the specific force, (m/s²)².
  @usableFromInline var usualSquaredTurn: Scalar = 0.0
  @usableFromInline var usualForceChange: Scalar = 1.0
  /// Whether the last step with a field found a rotation.
  @usableFromInline var hasFound = Scalar.Mask(repeating: false)

  @export(implementation)
  init() {}

  /// The steps that this one is compared with: one, three and four steps ago.
  @export(implementation) @inline(__always) var oneAgo: Snapshot { history[unchecked: 0] }
  @export(implementation) @inline(__always) var threeAgo: Snapshot { history[unchecked: 2] }
  @export(implementation) @inline(__always) var fourAgo: Snapshot { history[unchecked: 3] }

  /// Clears the history, after an interruption or a reset.
  @export(implementation) @inline(__always)
  mutating func clearHistory(where mask: Scalar.Mask) { count.replace(with: 0.0, where: mask) }

  /// Adds field and mean specific force of this step to the history.
  @export(implementation) @inline(__always)
  mutating func remember(_ increment: MotionIncrement<Scalar>, where mask: Scalar.Mask) {
    let newest = Snapshot(field: increment.magneticField, force: increment.meanSpecificForce)
    history[unchecked: 3].replace(with: history[unchecked: 2], where: mask)
    history[unchecked: 2].replace(with: history[unchecked: 1], where: mask)
    history[unchecked: 1].replace(with: history[unchecked: 0], where: mask)
    history[unchecked: 0].replace(with: newest, where: mask)
    count.replace(with: Scalar.minimum(count + 1.0, 4.0), where: mask)
  }

  /// Turns the history with a correction of the attitude (equation 49). Four of those that are left out are far from a missed rotation.
  @export(implementation) @inline(__always)
  mutating func rotateHistory(by correction: Vector3<Scalar>) {
    let isSeen = correction.squaredLength .> Self.squaredLeastCorrection
    guard isSeen.isTrueInAnyLaneUnlikely else { return }
    let seen = Vector3.zero.replacing(with: correction, where: isSeen)
    for index in 0..<4 { history[unchecked: index].rotate(by: seen) }
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    for index in 0..<4 {
      var known = Snapshot()
      known.replace(with: other.history[unchecked: index], where: other.count .> Scalar(Double(index)))
      visitor.visit(&history[unchecked: index], with: known)
    }
    visitor.visit(&count, with: other.count, .nonnegative)
    visitor.visit(&usualSquaredTurn, with: other.usualSquaredTurn, .nonnegative)
    visitor.visit(&usualForceChange, with: other.usualForceChange, .nonnegative)
    visitor.visit(&hasFound, with: other.hasFound)
  }
}

// MARK: Constants

extension MissedRotationDetector {
  /// The smallest squared turn, rad²: (10 degrees)², and how many times the usual squared turn it must exceed: 5² (equation 21).
  @export(implementation) static var smallestSquaredTurn: Scalar { Scalar.degrees(10.0).squared }
  @export(implementation) static var squaredUsualTurns: Scalar { 25.0 }
  /// The largest relative change of the field's strength (equation 21).
  @export(implementation) static var largestStretch: Scalar { 0.05 }
  /// The largest squared anomaly of the field before: 0.3² (equation 21).
  @export(implementation) static var largestSquaredAnomaly: Scalar { 0.09 }
  /// The largest squared change before and after the step, as a share of the turn's (equation 21).
  @export(implementation) static var flatness: Scalar { 0.15 }
  /// The averaging time of the usual changes, s (equation 22).
  @export(implementation) static var usualTime: Scalar { 5.0 }
  /// How much of the usual squared change of the force the rotation must explain (equation 23).
  @export(implementation) static var explainedShare: Scalar { 0.6 }
  /// The largest squared angle that opens the covariance, rad²: (90 degrees)² (equation 23).
  @export(implementation) static var largestSquaredOpening: Scalar { Scalar.degrees(90.0).squared }
  /// The squared correction of the attitude that turns the history, rad²: (0.2 degrees)² (equation 49).
  @export(implementation) static var squaredLeastCorrection: Scalar { Scalar.degrees(0.2).squared }
  /// The cosine down to which a series gives the squared angle.
  @export(implementation) static var leastCosineOfSeries: Scalar { 0.7 }
}

// MARK: Examination

extension MissedRotationDetector {
  /// Compares this step with the history in the lanes of `mask`. `reference` is the undisturbed field.
  @export(implementation) @inline(__always)
  mutating func examine(
    _ increment: MotionIncrement<Scalar>, reference: FieldReference<Scalar>, isReferenceReady: Scalar.Mask,
    where mask: Scalar.Mask
  ) -> Finding {
    let field = increment.magneticField
    let force = increment.meanSpecificForce
    let before = threeAgo.field
    let (squaredField, squaredBefore) = (field.squaredLength, before.squaredLength)
    let isComparable =
      mask .& (count .>= 4.0) .& isReferenceReady .& (squaredField .> 0.0) .& (squaredBefore .> 0.0)
    let product = (squaredField * squaredBefore).replacing(with: 1.0, where: .!isComparable)
    let cosine = field.dot(before) / product.squareRoot()
    let squaredTurn = Self.squaredAngle(cosine: cosine)

    var isHit =
      isComparable .& (squaredTurn .> Self.smallestSquaredTurn)
      .& (squaredTurn .> Self.squaredUsualTurns * usualSquaredTurn)
    if isHit.isTrueInAnyLaneUnlikely {
      let stretch = (squaredField / squaredBefore.replacing(with: 1.0, where: .!isComparable)).squareRoot() - 1.0
      let wasNormal = reference.squaredAnomaly(of: FieldReference(of: before)) .< Self.largestSquaredAnomaly
      let slack = Self.flatness * squaredTurn * squaredField
      let isStep =
        ((field - oneAgo.field).squaredLength .< slack) .& ((before - fourAgo.field).squaredLength .< slack)
      isHit = isHit .& (stretch.absoluteValue .< Self.largestStretch) .& wasNormal .& isStep  // (21)
    }

    learnUsual(squaredTurn, (force - threeAgo.force).squaredLength, isComparable, isHit, increment.duration)
    guard isHit.isTrueInAnyLane else { return Finding() }
    return describe(isHit, field: field, force: force, cosine: cosine)
  }

  /// Whether the rotation that explains the field explains the specific force too (equation 23).
  @export(implementation) @inline(__always)
  func describe(_ isHit: Scalar.Mask, field: Vector3<Scalar>, force: Vector3<Scalar>, cosine: Scalar) -> Finding {
    let before = threeAgo.field
    let correction = Self.shortest(from: field, to: before, cosine: cosine)
    let change = (force - threeAgo.force).squaredLength
    let remaining = (correction.rotate(force) - threeAgo.force).squaredLength
    var finding = Finding()
    finding.isRotation = isHit .& (change - remaining .> Self.explainedShare * usualForceChange)
    finding.correction = correction
    finding.squaredAngle = Scalar.minimum(
      Scalar.arcCosine(cosine.clamped(-1.0, 1.0)).squared, Self.largestSquaredOpening)
    finding.headingChange = Scalar.arcTangent(
      y: field.x * before.y - field.y * before.x, x: field.x * before.x + field.y * before.y)
    finding.fieldDirection = before * (1.0 / before.length)
    return finding
  }

  /// Equation 22.
  @export(implementation) @inline(__always)
  mutating func learnUsual(
    _ squaredTurn: Scalar, _ forceChange: Scalar, _ isComparable: Scalar.Mask, _ isHit: Scalar.Mask,
    _ duration: Scalar
  ) {
    let gain = duration / (Self.usualTime + duration)
    let turn = Scalar.minimum(squaredTurn, Self.smallestSquaredTurn)
    usualSquaredTurn.replace(with: usualSquaredTurn + gain * (turn - usualSquaredTurn), where: isComparable)
    usualForceChange.replace(
      with: usualForceChange + gain * (forceChange - usualForceChange), where: isComparable .& .!isHit)
  }

  /// The squared angle of a cosine: four terms of a series, right to 5e-5 of it, if the angle is small.
  @export(implementation) @inline(__always)
  static func squaredAngle(cosine: Scalar) -> Scalar {
    let x = 1.0 - cosine
    let (third, fourth): (Scalar, Scalar) = (4.0 / 45.0, 1.0 / 35.0)
    let second: Scalar = x * (third + x * fourth) + 1.0 / 3.0
    var result: Scalar = x * (2.0 + x * second)
    let isLarge = cosine .<= leastCosineOfSeries
    if isLarge.isTrueInAnyLane { result.replace(with: Scalar.arcCosine(cosine).squared, where: isLarge) }
    return result
  }

  /// The shortest rotation from one vector to another. Near half a turn it is approximate, which is accepted.
  @export(implementation) @inline(__always)
  static func shortest(from: Vector3<Scalar>, to: Vector3<Scalar>, cosine: Scalar) -> Rotation<Scalar> {
    let real = Scalar.maximum((1.0 + cosine) * 0.5, 1e-6).squareRoot()
    let axis = from.cross(to) * (0.5 / (real * (from.squaredLength * to.squaredLength).squareRoot()))
    let raw = Quaternion(real: real, vector: axis)
    return Rotation(unchecked: raw * (1.0 / raw.squaredNorm.squareRoot()))
  }
}
