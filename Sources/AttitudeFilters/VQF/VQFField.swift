import Rotations

/// A magnetic field by what does not depend on the heading.
@frozen @usableFromInline
struct VQFField<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Strength, in the unit of the magnetometer (µT).
  @usableFromInline var norm: Scalar
  /// Angle below the horizontal, in radians.
  @usableFromInline var dip: Scalar

  @inlinable @inline(__always)
  init(norm: Scalar, dip: Scalar) {
    self.norm = norm
    self.dip = dip
  }

  /// Whether the field is `other` within a relative deviation of the norm and an absolute one of the dip.
  @inlinable @inline(__always)
  func fits(_ other: Self, _ normThreshold: Scalar, _ dipThreshold: Scalar) -> Scalar.Mask {
    ((norm - other.norm).absoluteValue .< normThreshold * other.norm)
      .& ((dip - other.dip).absoluteValue .< dipThreshold)
  }

  /// Moves towards `other` by a part of the way.
  @inlinable @inline(__always)
  mutating func follow(_ other: Self, _ gain: Scalar, where mask: Scalar.Mask) {
    norm.replace(with: norm + gain * (other.norm - norm), where: mask)
    dip.replace(with: dip + gain * (other.dip - dip), where: mask)
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    norm.replace(with: other.norm, where: mask)
    dip.replace(with: other.dip, where: mask)
  }
}
