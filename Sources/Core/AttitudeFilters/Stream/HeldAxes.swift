import MotionSamples
import Rotations

/// An axis of a sensor that has the same value, to the last bit, at the end of every step while the body turns.
///
/// Coarse readings repeat by chance, and all of them while nothing moves. An axis hangs where the turn should have changed it by half
/// the length of the reading and the other axes did change. A reading that repeats in all axes is that of a sensor slower than the steps.
@frozen @usableFromInline
struct HeldAxes<Scalar: LaneElement>: Sendable {
  /// The reading at the end of the last step, and at the end of one before all those in which an axis was held.
  @usableFromInline var last: Vector3<Scalar> = .absent
  @usableFromInline var first: Vector3<Scalar> = .absent
  /// The changes that the turn asked of each axis that is held, as shares of the reading.
  @usableFromInline var expected: Vector3<Scalar> = .zero

  @inlinable
  init() {}

  /// The squared rate from which a turn counts, (rad/s)²: no bias is as large.
  @inlinable static var squaredLeastRate: Scalar { 0.04 }
  /// The change that shows that a held axis hangs, squared, the one that counts in a step, and the change of the reading meanwhile,
  /// squared; shares of the reading. So an axis that hangs is held for more than four steps.
  @inlinable static var squaredHangingChange: Scalar { 0.25 }
  @inlinable static var largestChange: Scalar { 0.125 }
  @inlinable static var squaredOtherChange: Scalar { 0.01 }

  /// Compares a reading with that at the end of the step before. `turn` is that of the body in the step.
  ///
  /// - Returns: Whether an axis hangs.
  @inlinable
  mutating func follow(_ reading: Vector3<Scalar>, turn: Vector3<Scalar>, interval: Scalar) -> Bool {
    let square = reading.squaredLength
    guard square > 0.0, square < Scalar(Double.infinity) else { return false }
    let (x, y, z) = (reading.x == last.x, reading.y == last.y, reading.z == last.z)
    if x && y && z { return false }
    let mean = (last + reading) * 0.5
    last = reading
    guard x || y || z else {
      (first, expected) = (reading, .zero)
      return false
    }
    let counts = turn.squaredLength > Self.squaredLeastRate * interval.squared
    let change = counts ? (mean.cross(turn) * (1.0 / square.squareRoot())).clamped(to: Self.largestChange) : .zero
    expected = Vector3(
      x: x ? expected.x + change.x : 0.0, y: y ? expected.y + change.y : 0.0, z: z ? expected.z + change.z : 0.0)
    let largest = expected.largestMagnitude.squared
    return largest > Self.squaredHangingChange
      && (reading - first).squaredLength > Self.squaredOtherChange * square
  }
}
