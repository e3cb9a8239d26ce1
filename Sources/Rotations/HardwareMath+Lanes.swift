import CMathShims

// Every operation on all lanes of a vector at once; masks are 0 or -1 in each lane.

/// Vectors of eight numbers in double precision.
extension HardwareMath {
  @inlinable @inline(__always)
  static func add(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Double> { cardan_add_double8(left, right) }
  @inlinable @inline(__always)
  static func subtract(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Double> {
    cardan_subtract_double8(left, right)
  }
  @inlinable @inline(__always)
  static func multiply(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Double> {
    cardan_multiply_double8(left, right)
  }
  @inlinable @inline(__always)
  static func divide(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Double> {
    cardan_divide_double8(left, right)
  }
  @inlinable @inline(__always)
  static func fusedMultiplyAdd(_ left: SIMD8<Double>, _ right: SIMD8<Double>, _ addend: SIMD8<Double>) -> SIMD8<Double>
  { cardan_multiply_add_double8(left, right, addend) }
  @inlinable @inline(__always)
  static func negate(_ value: SIMD8<Double>) -> SIMD8<Double> { cardan_negate_double8(value) }
  @inlinable @inline(__always)
  static func absoluteValue(_ value: SIMD8<Double>) -> SIMD8<Double> { cardan_absolute_double8(value) }
  @inlinable @inline(__always)
  static func squareRoot(_ value: SIMD8<Double>) -> SIMD8<Double> { cardan_square_root_double8(value) }
  @inlinable @inline(__always)
  static func isLess(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Int64> { cardan_less_double8(left, right) }
  @inlinable @inline(__always)
  static func isLessOrEqual(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Int64> {
    cardan_less_or_equal_double8(left, right)
  }
  @inlinable @inline(__always)
  static func isEqual(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Int64> {
    cardan_equal_double8(left, right)
  }
  @inlinable @inline(__always)
  static func select(_ mask: SIMD8<Int64>, _ yes: SIMD8<Double>, _ no: SIMD8<Double>) -> SIMD8<Double> {
    cardan_select_double8(mask, yes, no)
  }
  @inlinable @inline(__always)
  static func and(_ left: SIMD8<Int64>, _ right: SIMD8<Int64>) -> SIMD8<Int64> { cardan_and_double8(left, right) }
  @inlinable @inline(__always)
  static func or(_ left: SIMD8<Int64>, _ right: SIMD8<Int64>) -> SIMD8<Int64> { cardan_or_double8(left, right) }
  @inlinable @inline(__always)
  static func not(_ mask: SIMD8<Int64>) -> SIMD8<Int64> { cardan_not_double8(mask) }
  @inlinable @inline(__always)
  static func isTrueInAnyLane(_ mask: SIMD8<Int64>) -> Bool { cardan_any_double8(mask) }
  @inlinable @inline(__always)
  static func isTrueInEveryLane(_ mask: SIMD8<Int64>) -> Bool { cardan_all_double8(mask) }
}

/// Vectors of sixteen numbers in single precision.
extension HardwareMath {
  @inlinable @inline(__always)
  static func add(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Float> { cardan_add_float16(left, right) }
  @inlinable @inline(__always)
  static func subtract(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Float> {
    cardan_subtract_float16(left, right)
  }
  @inlinable @inline(__always)
  static func multiply(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Float> {
    cardan_multiply_float16(left, right)
  }
  @inlinable @inline(__always)
  static func divide(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Float> {
    cardan_divide_float16(left, right)
  }
  @inlinable @inline(__always)
  static func fusedMultiplyAdd(_ left: SIMD16<Float>, _ right: SIMD16<Float>, _ addend: SIMD16<Float>) -> SIMD16<Float>
  { cardan_multiply_add_float16(left, right, addend) }
  @inlinable @inline(__always)
  static func negate(_ value: SIMD16<Float>) -> SIMD16<Float> { cardan_negate_float16(value) }
  @inlinable @inline(__always)
  static func absoluteValue(_ value: SIMD16<Float>) -> SIMD16<Float> { cardan_absolute_float16(value) }
  @inlinable @inline(__always)
  static func squareRoot(_ value: SIMD16<Float>) -> SIMD16<Float> { cardan_square_root_float16(value) }
  @inlinable @inline(__always)
  static func isLess(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Int32> {
    cardan_less_float16(left, right)
  }
  @inlinable @inline(__always)
  static func isLessOrEqual(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Int32> {
    cardan_less_or_equal_float16(left, right)
  }
  @inlinable @inline(__always)
  static func isEqual(_ left: SIMD16<Float>, _ right: SIMD16<Float>) -> SIMD16<Int32> {
    cardan_equal_float16(left, right)
  }
  @inlinable @inline(__always)
  static func select(_ mask: SIMD16<Int32>, _ yes: SIMD16<Float>, _ no: SIMD16<Float>) -> SIMD16<Float> {
    cardan_select_float16(mask, yes, no)
  }
  @inlinable @inline(__always)
  static func and(_ left: SIMD16<Int32>, _ right: SIMD16<Int32>) -> SIMD16<Int32> { cardan_and_float16(left, right) }
  @inlinable @inline(__always)
  static func or(_ left: SIMD16<Int32>, _ right: SIMD16<Int32>) -> SIMD16<Int32> { cardan_or_float16(left, right) }
  @inlinable @inline(__always)
  static func not(_ mask: SIMD16<Int32>) -> SIMD16<Int32> { cardan_not_float16(mask) }
  @inlinable @inline(__always)
  static func isTrueInAnyLane(_ mask: SIMD16<Int32>) -> Bool { cardan_any_float16(mask) }
  @inlinable @inline(__always)
  static func isTrueInEveryLane(_ mask: SIMD16<Int32>) -> Bool { cardan_all_float16(mask) }
}
