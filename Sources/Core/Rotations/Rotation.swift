// Rotations: vectors, matrices, quaternions and Euler angles, over one number or over lanes of numbers.
// It knows mathematics, not sensors: no sample, no time, no filter.

/// A rotation: a unit quaternion by construction.
///
/// A rotation named `enuFromBody` turns coordinates in the body frame into coordinates in ENU, and names cancel like
/// fractions: `enuFromBody = enuFromLevel * levelFromBody`.
///
/// Rotations have no `==`, since q and -q are the same rotation; compare them by `angle(to:)`.
///
/// Goals, in order: laws hold to rounding everywhere, at the identity and at half turns too; the norm stays 1; speed.
/// Source: J. Solà, "Quaternion kinematics for the error-state Kalman filter", arXiv:1711.02508.
@frozen
public struct Rotation<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var unit: Quaternion<Scalar>

  /// The unit quaternion; its negative is the same rotation.
  @export(implementation) @inline(__always)
  public var quaternion: Quaternion<Scalar> { unit }

  /// A rotation from a quaternion that is known to be of unit norm.
  @export(implementation) @inline(__always)
  public init(unchecked quaternion: Quaternion<Scalar>) { unit = quaternion }

  /// No rotation.
  @export(implementation) public static var identity: Self { Self(unchecked: .one) }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    unit.replace(with: other.unit, where: mask)
  }

  /// First `right`, then `left`: `aFromC = aFromB * bFromC`.
  @export(implementation) @inline(__always)
  public static func * (left: Self, right: Self) -> Self {
    Self(unchecked: left.quaternion * right.quaternion)
  }

  /// The rotation back: `bFromA = aFromB.inverse`.
  @export(implementation) @inline(__always)
  public var inverse: Self { Self(unchecked: quaternion.conjugate) }

  /// The vector turned: coordinates in A from coordinates in B, for `aFromB`.
  @export(implementation) @inline(__always)
  public func rotate(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
    // v + 2w (u x v) + 2 u x (u x v): fewer operations than q v q*.
    let axis = quaternion.vector
    let doubledCross = axis.cross(vector) * 2.0
    return vector + doubledCross * quaternion.w + axis.cross(doubledCross)
  }

  /// The rotation with its norm brought back to 1 by one Newton step; exact to rounding while the norm is within 1e-8
  /// of 1, as it is after any number of products that are each followed by this step.
  @export(implementation) @inline(__always)
  public var renormalized: Self {
    Self(unchecked: quaternion * (1.5 - 0.5 * quaternion.squaredNorm))
  }

  /// The same rotation, each part behind a barrier: see `RealLanes.optimizationBarrier`.
  @export(implementation) @inline(__always)
  public var optimizationBarrier: Self { Self(unchecked: unit.optimizationBarrier) }

  /// The 3 x 3 matrix of the same rotation.
  @export(implementation) @inline(__always)
  public var matrix: Matrix3<Scalar> {
    let q = quaternion
    let (twiceX, twiceY, twiceZ) = (q.x + q.x, q.y + q.y, q.z + q.z)
    let (xx, yy, zz) = (q.x * twiceX, q.y * twiceY, q.z * twiceZ)
    let (xy, xz, yz) = (q.x * twiceY, q.x * twiceZ, q.y * twiceZ)
    let (wx, wy, wz) = (q.w * twiceX, q.w * twiceY, q.w * twiceZ)
    return Matrix3(
      rows: Vector3(x: 1.0 - (yy + zz), y: xy - wz, z: xz + wy),
      Vector3(x: xy + wz, y: 1.0 - (xx + zz), z: yz - wx),
      Vector3(x: xz - wy, y: yz + wx, z: 1.0 - (xx + yy)))
  }
}

extension Rotation where Scalar: LaneElement {
  /// The rotation of a quaternion of any length; nil where it is zero or not finite.
  @export(implementation)
  public init?(normalizing quaternion: Quaternion<Scalar>) {
    let largest = max(
      max(abs(quaternion.w), abs(quaternion.x)), max(abs(quaternion.y), abs(quaternion.z)))
    guard quaternion.isFiniteInLane, largest > 0 else { return nil }
    // Scaled first: the squares of very large or very small parts would overflow or vanish.
    let scaled = Quaternion(
      w: quaternion.w / largest, x: quaternion.x / largest, y: quaternion.y / largest, z: quaternion.z / largest)
    self.init(unchecked: scaled * (1 / scaled.squaredNorm.squareRoot()))
  }
}
