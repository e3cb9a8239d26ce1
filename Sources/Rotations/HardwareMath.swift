import CMathShims

/// Instructions of the processor that the standard library does not offer for a single number.
@usableFromInline
enum HardwareMath {
  /// Whether a fused multiply-add is one instruction of the processor that this build is for.
  @inlinable @inline(__always)
  static var hasFusedMultiplyAdd: Bool { cardan_has_fused_multiply_add() }

  /// The same number: see `RealLanes.optimizationBarrier`.
  @inlinable @inline(__always)
  static func optimizationBarrier(_ value: Float) -> Float { cardan_optimization_barrier_float(value) }

  /// The same number: see `RealLanes.optimizationBarrier`.
  @inlinable @inline(__always)
  static func optimizationBarrier(_ value: Double) -> Double { cardan_optimization_barrier_double(value) }

  /// The square root; not a number below zero.
  @inlinable @inline(__always)
  static func squareRoot(_ value: Float) -> Float { cardan_square_root_float(value) }

  /// The square root; not a number below zero.
  @inlinable @inline(__always)
  static func squareRoot(_ value: Double) -> Double { cardan_square_root_double(value) }
}
