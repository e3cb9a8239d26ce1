import Rotations

/// Finds an accelerometer at the end of its range without being told the range: a reading that repeats to the last bit
/// at the top of what was ever seen (TheDefaultFilter.md, section 2).
@frozen
public struct ClippingDetector<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var largest: Scalar = 0.0
  @usableFromInline var previous: Vector3<Scalar> = .zero

  /// A detector that has seen nothing.
  @inlinable
  public init() {}

  /// Takes a reading in m/s² where it is there; says whether an axis of it is clipped.
  @inlinable @inline(__always)
  public mutating func update(
    _ specificForce: Vector3<Scalar>, isThere: Scalar.Mask, gravity: Scalar
  ) -> Scalar.Mask {
    largest.replace(with: Scalar.maximum(largest, specificForce.largestMagnitude), where: isThere)
    let top = Scalar.maximum(0.95 * largest, 1.5 * gravity)
    let isClipped =
      isStuck(specificForce.x, previous.x, top) .| isStuck(specificForce.y, previous.y, top)
      .| isStuck(specificForce.z, previous.z, top)
    previous.replace(with: specificForce, where: isThere)
    return isClipped .& isThere
  }

  @inlinable @inline(__always)
  func isStuck(_ value: Scalar, _ previous: Scalar, _ top: Scalar) -> Scalar.Mask {
    (value .== previous) .& (value.absoluteValue .>= top)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    largest.replace(with: other.largest, where: mask)
    previous.replace(with: other.previous, where: mask)
  }
}
