import MotionSamples
import Rotations

/// An axis of a sensor that has the same value, to the last bit, at the end of every step while the body turns.
///
/// Coarse readings repeat by chance, and all of them while nothing moves. An axis hangs where the turn should have changed it far
/// more than a step of any converter, and the other axes did change. A reading that repeats in all axes is that of a sensor slower than
/// the steps.
@frozen @usableFromInline
struct HeldAxes<Scalar: LaneElement>: Sendable {
  /// The reading at the end of the last step, and at the end of one before all those in which an axis was held.
  @usableFromInline var last: Vector3<Scalar> = .absent
  @usableFromInline var first: Vector3<Scalar> = .absent
  /// The steps whose turn asked a held axis to grow, less those that asked it to shrink, by the share of the turn that did.
  @usableFromInline var expected: Vector3<Scalar> = .zero

  @export(implementation)
  init() {}

  /// The squared rate from which a turn counts, (rad/s)²: no bias is as large.
  @export(implementation) static var squaredLeastRate: Scalar { 0.04 }
  /// The steps that show that a held axis hangs: a second, in which it should have changed by a fifth of the reading at least.
  @export(implementation) static var hangingSteps: Scalar { 4.0 }
  /// The change of the reading meanwhile, squared, as a share of it.
  @export(implementation) static var squaredOtherChange: Scalar { 0.01 }

  /// Compares a reading with that at the end of the step before. `turn` is that of the body in the step.
  ///
  /// - Returns: Whether an axis hangs.
  @export(implementation) @inline(never)
  mutating func follow(_ reading: Vector3<Scalar>, turn: Vector3<Scalar>, interval: Scalar) -> Bool {
    let square = reading.squaredLength
    guard square > 0.0, square < Scalar(Double.infinity) else { return false }
    let isHeld = (x: reading.x == last.x, y: reading.y == last.y, z: reading.z == last.z)
    if isHeld.x && isHeld.y && isHeld.z { return false }
    let mean = (last + reading) * 0.5
    last = reading
    // The usual case.
    guard isHeld.x || isHeld.y || isHeld.z else {
      (first, expected) = (reading, .zero)
      return false
    }
    let squaredTurn = turn.squaredLength
    let counts = squaredTurn > Self.squaredLeastRate * interval.squared
    expected += mean.cross(turn) * (counts ? 1.0 / (square * squaredTurn).squareRoot() : 0.0)
    if !isHeld.x { expected.x = 0.0 }
    if !isHeld.y { expected.y = 0.0 }
    if !isHeld.z { expected.z = 0.0 }
    return expected.largestMagnitude > Self.hangingSteps
      && (reading - first).squaredLength > Self.squaredOtherChange * square
  }
}
