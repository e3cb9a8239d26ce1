import CMathShims

/// What the processor can do that the standard library does not offer on all lanes at once.
@usableFromInline
enum HardwareMath {
  /// Whether a fused multiply-add is one instruction of the processor that this build is for.
  @inlinable @inline(__always)
  static var hasFusedMultiplyAdd: Bool { cardan_has_fused_multiply_add() }

  /// The same number, which the compiler does not pack with its neighbours.
  @inlinable @inline(__always)
  static func alone(_ value: Float) -> Float { cardan_alone_float(value) }

  /// The same number, which the compiler does not pack with its neighbours.
  @inlinable @inline(__always)
  static func alone(_ value: Double) -> Double { cardan_alone_double(value) }

  /// The square roots of eight numbers.
  @inlinable @inline(__always)
  static func squareRoot(_ values: SIMD8<Double>) -> SIMD8<Double> { cardan_square_root_double8(values) }

  /// The square roots of sixteen numbers.
  @inlinable @inline(__always)
  static func squareRoot(_ values: SIMD16<Float>) -> SIMD16<Float> { cardan_square_root_float16(values) }

  /// Whether a lane of a mask, 0 or -1 each, is true.
  @inlinable @inline(__always)
  static func isTrueInAnyLane(_ mask: SIMD8<Int64>) -> Bool { cardan_any_mask8(mask) }

  /// Whether a lane of a mask, 0 or -1 each, is true.
  @inlinable @inline(__always)
  static func isTrueInAnyLane(_ mask: SIMD16<Int32>) -> Bool { cardan_any_mask16(mask) }

  /// Whether every lane of a mask, 0 or -1 each, is true.
  @inlinable @inline(__always)
  static func isTrueInEveryLane(_ mask: SIMD8<Int64>) -> Bool { cardan_all_mask8(mask) }

  /// Whether every lane of a mask, 0 or -1 each, is true.
  @inlinable @inline(__always)
  static func isTrueInEveryLane(_ mask: SIMD16<Int32>) -> Bool { cardan_all_mask16(mask) }
}
