import Rotations

/// What a low-pass remembers of a signal: a number, a vector or a matrix.
///
/// The levels of all channels lie side by side, and so do the slopes: a processor takes them two or more at a time.
@frozen @usableFromInline
struct LowPassMemory<Signal: LaneReplaceable & Sendable>: LaneReplaceable, Sendable {
  /// The state of the second integrator, in the unit of the signal: in a steady state, the output.
  @usableFromInline var level: Signal
  /// The state of the first integrator: in a steady state, zero.
  @usableFromInline var slope: Signal

  @inlinable
  init(zero: Signal) {
    level = zero
    slope = zero
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Signal.Mask) {
    level.replace(with: other.level, where: mask)
    slope.replace(with: other.slope, where: mask)
  }
}
