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

  /// The square root; not a number below zero.
  @inlinable @inline(__always)
  static func squareRoot(_ value: Float) -> Float { cardan_square_root_float(value) }

  /// The square root; not a number below zero.
  @inlinable @inline(__always)
  static func squareRoot(_ value: Double) -> Double { cardan_square_root_double(value) }

  /// The eight numbers from `first` on of each of eight rows, a vector for each.
  @inlinable @inline(__always)
  static func columns(
    of rows: UnsafePointer<UnsafePointer<Double>>, from first: Int
  ) -> (
    SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>,
    SIMD8<Double>
  ) {
    let zero = SIMD8<Double>()
    var columns = (zero, zero, zero, zero, zero, zero, zero, zero)
    withUnsafeMutablePointer(to: &columns) { columns in
      cardan_columns_double8(rows, first, UnsafeMutableRawPointer(columns).assumingMemoryBound(to: Double.self))
    }
    return columns
  }

  /// Four numbers to the start of each of eight rows.
  @inlinable @inline(__always)
  static func store(
    _ a: SIMD8<Double>, _ b: SIMD8<Double>, _ c: SIMD8<Double>, _ d: SIMD8<Double>,
    in rows: UnsafePointer<UnsafeMutablePointer<Double>>
  ) {
    cardan_rows_double8(rows, a, b, c, d)
  }

  /// Eight whole numbers below 65536 as words.
  @inlinable @inline(__always)
  static func storeWords(_ numbers: SIMD8<Double>, _ words: UnsafeMutablePointer<UInt16>) {
    cardan_words_double8(numbers, words)
  }

  /// The eight numbers from `first` on of each of sixteen rows, a vector for each.
  @inlinable @inline(__always)
  static func columns(
    of rows: UnsafePointer<UnsafePointer<Float>>, from first: Int
  ) -> (
    SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>,
    SIMD16<Float>
  ) {
    let zero = SIMD16<Float>()
    var columns = (zero, zero, zero, zero, zero, zero, zero, zero)
    withUnsafeMutablePointer(to: &columns) { columns in
      cardan_columns_float16(rows, first, UnsafeMutableRawPointer(columns).assumingMemoryBound(to: Float.self))
    }
    return columns
  }

  /// Four numbers to the start of each of sixteen rows.
  @inlinable @inline(__always)
  static func store(
    _ a: SIMD16<Float>, _ b: SIMD16<Float>, _ c: SIMD16<Float>, _ d: SIMD16<Float>,
    in rows: UnsafePointer<UnsafeMutablePointer<Float>>
  ) {
    cardan_rows_float16(rows, a, b, c, d)
  }

  /// Sixteen whole numbers below 65536 as words.
  @inlinable @inline(__always)
  static func storeWords(_ numbers: SIMD16<Float>, _ words: UnsafeMutablePointer<UInt16>) {
    cardan_words_float16(numbers, words)
  }
}
