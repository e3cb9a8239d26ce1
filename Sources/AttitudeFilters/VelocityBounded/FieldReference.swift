import Rotations

/// The undisturbed magnetic field of a place by its horizontal and vertical parts, both in µT: what does not depend on
/// heading.
@frozen
public struct FieldReference<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Length of the horizontal part, µT.
  public var horizontal: Scalar
  /// The vertical part, up positive, µT.
  public var vertical: Scalar

  /// A reference from its parts.
  @inlinable @inline(__always)
  public init(horizontal: Scalar = 0.0, vertical: Scalar = 0.0) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The parts of a field in a frame with z up.
  @inlinable @inline(__always)
  public init(of field: Vector3<Scalar>) {
    horizontal = (field.x.squared + field.y.squared).squareRoot()
    vertical = field.z
  }

  /// The squared distance to another reference, µT².
  @inlinable @inline(__always)
  func squaredDistance(to other: Self) -> Scalar {
    (horizontal - other.horizontal).squared + (vertical - other.vertical).squared
  }

  /// The squared distance of a field from the reference, in units of the reference's horizontal part.
  @inlinable @inline(__always)
  func squaredAnomaly(of field: Vector3<Scalar>) -> Scalar {
    squaredDistance(to: FieldReference(of: field)) / horizontal.squared
  }

  /// Moves toward another reference by a share of the way.
  @inlinable @inline(__always)
  mutating func approach(_ other: Self, share: Scalar) {
    horizontal += share * (other.horizontal - horizontal)
    vertical += share * (other.vertical - vertical)
  }

  @inlinable @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    horizontal.replace(with: other.horizontal, where: mask)
    vertical.replace(with: other.vertical, where: mask)
  }
}
