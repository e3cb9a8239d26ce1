/// A state that names each of its fields once.
///
/// `visitState` serves every use that needs all fields: `replace(with:where:)` and `modify(where:)` in lanes, snapshots
/// as bytes and their validation.
public protocol VisitableState: LaneReplaceable where Mask == Scalar.Mask {
  /// The number type: `Double`, `Float`, or several streams in lanes.
  associatedtype Scalar: RealLanes
  /// Passes every field that samples change to a visitor, each with the same field of `other`, always in the same order.
  /// Values derived from the parameters alone are not fields.
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self)
}

extension VisitableState {
  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    var replacer = LaneReplacer<Scalar>(mask: mask)
    visitState(&replacer, with: other)
  }
}

/// The numbers that a field of a state may hold.
@frozen
public enum NumberRule: Sendable {
  /// Every number within plus and minus `largest`.
  case finite
  /// Every number from zero to `largest`: variances, durations, counts.
  case nonnegative
  /// Every number, also infinity and not-a-number: readings as they came.
  case any

  /// The square of the largest valid reading, with room; products of two such numbers are finite in single precision.
  public static var largest: Double { 1e18 }
}

/// A visitor that receives the fields of a state one by one: a field to change, and the same field of another state.
public protocol StateVisitor<Scalar> {
  /// The number type: `Double`, `Float`, or several streams in lanes.
  associatedtype Scalar: RealLanes
  /// Visits a number.
  mutating func visit(_ number: inout Scalar, with other: Scalar, _ rule: NumberRule)
  /// Visits a lane mask.
  mutating func visit(_ mask: inout Scalar.Mask, with other: Scalar.Mask)
  /// Checks a relation between fields visited before. Only readers evaluate it; a state for which it is false is refused.
  mutating func check(_ isPossible: @autoclosure () -> Scalar.Mask)
}

extension StateVisitor {
  /// Visits a finite number.
  @export(implementation) @inline(__always)
  public mutating func visit(_ number: inout Scalar, with other: Scalar) { visit(&number, with: other, .finite) }

  /// Visits the fields of a part.
  @export(implementation) @inline(__always)
  public mutating func visit<State: VisitableState>(
    _ state: inout State, with other: State
  ) where State.Scalar == Scalar { state.visitState(&self, with: other) }

  /// Visits a vector.
  @export(implementation) @inline(__always)
  public mutating func visit(
    _ vector: inout Vector3<Scalar>, with other: Vector3<Scalar>, _ rule: NumberRule = .finite
  ) {
    visit(&vector.x, with: other.x, rule)
    visit(&vector.y, with: other.y, rule)
    visit(&vector.z, with: other.z, rule)
  }

  /// Visits a matrix.
  @export(implementation) @inline(__always)
  public mutating func visit(_ matrix: inout Matrix3<Scalar>, with other: Matrix3<Scalar>) {
    visit(&matrix.row0, with: other.row0)
    visit(&matrix.row1, with: other.row1)
    visit(&matrix.row2, with: other.row2)
  }

  /// Visits a covariance, whose diagonal has no negative element.
  @export(implementation) @inline(__always)
  public mutating func visit<let n: Int>(
    _ covariance: inout SymmetricMatrix<n, Scalar>, with other: SymmetricMatrix<n, Scalar>
  ) {
    for row in 0..<n {
      for column in row..<n {
        visit(&covariance[row, column], with: other[row, column], row == column ? .nonnegative : .finite)
      }
    }
  }

  /// Visits a rotation, whose quaternion has a norm of 1 within rounding.
  @export(implementation) @inline(__always)
  public mutating func visit(_ rotation: inout Rotation<Scalar>, with other: Rotation<Scalar>) {
    var (quaternion, others) = (rotation.quaternion, other.quaternion)
    visit(&quaternion.w, with: others.w)
    visit(&quaternion.x, with: others.x)
    visit(&quaternion.y, with: others.y)
    visit(&quaternion.z, with: others.z)
    rotation = Rotation(unchecked: quaternion)
    checkUnit(squaredNorm: quaternion.squaredNorm)
  }

  /// Checks that a squared norm is 1 within rounding.
  @export(implementation) @inline(__always)
  public mutating func checkUnit(squaredNorm: Scalar) {
    check((squaredNorm - 1.0).absoluteValue .< 256.0 * Scalar.ulpOfOne)
  }
}

/// Takes the fields of the other state in the lanes of a mask.
@frozen @usableFromInline
struct LaneReplacer<Scalar: RealLanes>: StateVisitor {
  @usableFromInline let mask: Scalar.Mask

  @export(implementation) @inline(__always)
  init(mask: Scalar.Mask) { self.mask = mask }

  @export(implementation) @inline(__always)
  mutating func visit(_ number: inout Scalar, with other: Scalar, _ rule: NumberRule) {
    number.replace(with: other, where: mask)
  }

  @export(implementation) @inline(__always)
  mutating func visit(_ field: inout Scalar.Mask, with other: Scalar.Mask) { field.replace(with: other, where: mask) }

  @export(implementation) @inline(__always)
  mutating func check(_ isPossible: @autoclosure () -> Scalar.Mask) {}
}
