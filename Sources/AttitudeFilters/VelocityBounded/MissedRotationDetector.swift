import Rotations

/// Recognises a turn of the magnetic field that the gyroscope did not see, and tells a missed rotation of the body from a
/// magnet (TheDefaultFilter.md, section 3.8).
///
/// It compares the field and the specific force of this step with those of up to four steps before, all in the earth
/// frame. If the rotation that explains the field also explains the specific force, the body turned.
@frozen
public struct MissedRotationDetector<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Field and mean specific force of one step, in the earth frame.
  @frozen
  public struct Snapshot: LaneReplaceable, Sendable {
    @usableFromInline var field: Vector3<Scalar>
    @usableFromInline var force: Vector3<Scalar>

    @inlinable
    init(field: Vector3<Scalar> = .zero, force: Vector3<Scalar> = .zero) {
      self.field = field
      self.force = force
    }

    /// To first order, after a small correction of the attitude.
    @inlinable
    mutating func rotate(by correction: Vector3<Scalar>) {
      field += correction.cross(field)
      force += correction.cross(force)
    }

    @inlinable
    public mutating func replace(with other: Self, where mask: Scalar.Mask) {
      field.replace(with: other.field, where: mask)
      force.replace(with: other.force, where: mask)
    }
  }

  /// What was found in a step.
  @frozen
  public struct Finding: Sendable {
    /// The field made a step that is not explained by a magnet alone.
    @usableFromInline var isRotation: Scalar.Mask
    /// The rotation explains the specific force as well: it is certain.
    @usableFromInline var isCertain: Scalar.Mask
    /// The rotation from the field of now to the field before.
    @usableFromInline var correction: Rotation<Scalar>
    /// The squared angle of the turn, at most (90 degrees)², rad².
    @usableFromInline var squaredAngle: Scalar
    /// The change of heading of the field, rad.
    @usableFromInline var headingChange: Scalar
    /// The direction of the field before the turn.
    @usableFromInline var fieldDirection: Vector3<Scalar>

    /// Nothing found.
    @inlinable
    init() {
      isRotation = Scalar.Mask(repeating: false)
      isCertain = Scalar.Mask(repeating: false)
      correction = .identity
      squaredAngle = 0.0
      headingChange = 0.0
      fieldDirection = .zero
    }
  }

  // The last four steps, the newest first, and how many of them there are.
  @usableFromInline var first = Snapshot()
  @usableFromInline var second = Snapshot()
  @usableFromInline var third = Snapshot()
  @usableFromInline var fourth = Snapshot()
  @usableFromInline var count: Scalar = 0.0
  // Usual squared turn of the field in two steps, rad² (j_r), and usual squared change of the force (f_r).
  @usableFromInline var usualSquaredTurn: Scalar = 0.0
  @usableFromInline var usualForceChange: Scalar = 1.0

  /// A detector that has seen nothing.
  @inlinable
  public init() {}

  /// Forgets the last steps, after an interruption or a jump.
  @inlinable @inline(__always)
  public mutating func clearHistory(where mask: Scalar.Mask) { count.replace(with: 0.0, where: mask) }

  /// Keeps the field and the mean specific force of this step.
  @inlinable @inline(__always)
  mutating func remember(_ increment: MotionIncrement<Scalar>, where mask: Scalar.Mask) {
    let newest = Snapshot(field: increment.magneticField, force: increment.velocity * (1.0 / increment.duration))
    fourth.replace(with: third, where: mask)
    third.replace(with: second, where: mask)
    second.replace(with: first, where: mask)
    first.replace(with: newest, where: mask)
    count.replace(with: Scalar.minimum(count + 1.0, 4.0), where: mask)
  }

  /// Turns the history with a small correction of the attitude.
  @inlinable
  mutating func rotateHistory(by correction: Vector3<Scalar>) {
    first.rotate(by: correction)
    second.rotate(by: correction)
    third.rotate(by: correction)
    fourth.rotate(by: correction)
  }

  /// Compares this step with the history in the lanes of `mask`. `reference` is the undisturbed field of `HeadingEstimator`, `lagVariance` that
  /// of the magnetometer's lag in s².
  @inlinable @inline(__always)
  mutating func examine(
    _ increment: MotionIncrement<Scalar>, lagVariance: Scalar, reference: FieldReference<Scalar>,
    isReferenceReady: Scalar.Mask, where mask: Scalar.Mask
  ) -> Finding {
    let field = increment.magneticField
    let force = increment.velocity * (1.0 / increment.duration)
    let before = third.field
    let squaredField = field.squaredLength
    let squaredBefore = before.squaredLength
    let isComparable =
      mask .& (count .>= 4.0) .& (squaredField .> 0.0) .& (squaredBefore .> 0.0)
    let product = (squaredField * squaredBefore).replacing(with: 1.0, where: .!isComparable)
    let cosine = field.dot(before) / product.squareRoot()
    let squaredTurn = Self.squaredAngle(cosine: cosine)

    // Two standard deviations of what the lag of the magnetometer can do at this rate.
    let meanSquaredRate = increment.squaredRateIntegral / increment.duration
    let threshold = Scalar.degrees(10.0).squared + 4.0 * meanSquaredRate * (lagVariance + 9e-6)
    let isTurned = (squaredTurn .> threshold) .& (squaredTurn .> 25.0 * usualSquaredTurn)
    let stretch = (squaredField / squaredBefore.replacing(with: 1.0, where: .!isComparable)).squareRoot() - 1.0
    let isStretched = stretch.absoluteValue .>= 0.08
    let wasNormal = reference.squaredAnomaly(of: before) .< 0.09
    let slack = 0.25 * squaredTurn * squaredField
    let isStep =
      ((field - first.field).squaredLength .< slack) .& ((before - fourth.field).squaredLength .< slack)
    let isHit = isComparable .& isReferenceReady .& .!isStretched .& wasNormal .& isStep .& isTurned

    let forceChange = (force - third.force).squaredLength
    learnUsual(squaredTurn, forceChange, isComparable, isHit, increment.duration)

    guard isHit.isTrueInAnyLane else { return Finding() }
    return describe(isHit, field: field, force: force, cosine: cosine, squaredTurn: squaredTurn)
  }

  /// Does the rotation that explains the field explain the specific force too?
  @inlinable @inline(__always)
  func describe(
    _ isHit: Scalar.Mask, field: Vector3<Scalar>, force: Vector3<Scalar>, cosine: Scalar, squaredTurn: Scalar
  ) -> Finding {
    let before = third.field
    let correction = Self.shortest(from: field, to: before, cosine: cosine)
    let forceChange = (force - third.force).squaredLength
    let remaining = (correction.rotate(force) - third.force).squaredLength
    let likelihood = (forceChange - remaining) / (2.0 * usualForceChange)
    var finding = Finding()
    finding.isRotation = isHit .& (likelihood .>= -2.0)
    finding.isCertain = isHit .& (likelihood .> -0.5)
    finding.correction = correction
    finding.squaredAngle = Scalar.minimum(squaredTurn, Scalar.degrees(90.0).squared)
    finding.headingChange = Scalar.arcTangent(
      y: field.x * before.y - field.y * before.x, x: field.x * before.x + field.y * before.y)
    finding.fieldDirection = before * (1.0 / before.length)
    return finding
  }

  @inlinable @inline(__always)
  mutating func learnUsual(
    _ squaredTurn: Scalar, _ forceChange: Scalar, _ isComparable: Scalar.Mask, _ isHit: Scalar.Mask,
    _ duration: Scalar
  ) {
    let gain = duration / (5.0 + duration)
    let turn = Scalar.minimum(squaredTurn, Scalar.degrees(10.0).squared)
    usualSquaredTurn.replace(with: usualSquaredTurn + gain * (turn - usualSquaredTurn), where: isComparable)
    usualForceChange.replace(
      with: usualForceChange + gain * (forceChange - usualForceChange), where: isComparable .& .!isHit)
  }

  /// The squared angle of a cosine; its first term where the angle is small.
  @inlinable @inline(__always)
  static func squaredAngle(cosine: Scalar) -> Scalar {
    var result = 2.0 * (1.0 - cosine)
    let isLarge = cosine .<= 0.7
    if isLarge.isTrueInAnyLane { result.replace(with: Scalar.arcCosine(cosine).squared, where: isLarge) }
    return result
  }

  /// The shortest rotation from one vector to another. Near half a turn it is only roughly one, which is known and allowed for.
  @inlinable @inline(__always)
  static func shortest(from: Vector3<Scalar>, to: Vector3<Scalar>, cosine: Scalar) -> Rotation<Scalar> {
    let real = Scalar.maximum((1.0 + cosine) * 0.5, 1e-6).squareRoot()
    let axis = from.cross(to) * (0.5 / (real * (from.squaredLength * to.squaredLength).squareRoot()))
    let raw = Quaternion(real: real, vector: axis)
    return Rotation(unchecked: raw * (1.0 / raw.squaredNorm.squareRoot()))
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    first.replace(with: other.first, where: mask)
    second.replace(with: other.second, where: mask)
    third.replace(with: other.third, where: mask)
    fourth.replace(with: other.fourth, where: mask)
    count.replace(with: other.count, where: mask)
    usualSquaredTurn.replace(with: other.usualSquaredTurn, where: mask)
    usualForceChange.replace(with: other.usualForceChange, where: mask)
  }
}
