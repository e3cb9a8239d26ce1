import CMathShims

// Processors with vectors of this size have an operating system.
#if !hasFeature(Embedded) || CARDAN_HOSTED
  /// Eight `Double` lanes: one register with AVX-512, two with AVX2.
  public enum DoubleBy8<Target: LaneTarget>: LaneBackend {
    public typealias Element = Double
    public typealias Vector = SIMD8<Double>

    @export(implementation) @inline(__always)
    public static func add(_ left: Vector, _ right: Vector) -> Vector { cardan_add_double8(left, right) }
    @export(implementation) @inline(__always)
    public static func subtract(_ left: Vector, _ right: Vector) -> Vector { cardan_subtract_double8(left, right) }
    @export(implementation) @inline(__always)
    public static func multiply(_ left: Vector, _ right: Vector) -> Vector { cardan_multiply_double8(left, right) }
    @export(implementation) @inline(__always)
    public static func divide(_ left: Vector, _ right: Vector) -> Vector { cardan_divide_double8(left, right) }
    @export(implementation) @inline(__always)
    public static func fusedMultiplyAdd(_ left: Vector, _ right: Vector, _ addend: Vector) -> Vector {
      cardan_multiply_add_double8(left, right, addend)
    }
    @export(implementation) @inline(__always)
    public static func negate(_ vector: Vector) -> Vector { cardan_negate_double8(vector) }
    @export(implementation) @inline(__always)
    public static func absoluteValue(_ vector: Vector) -> Vector { cardan_absolute_double8(vector) }
    @export(implementation) @inline(__always)
    public static func squareRoot(_ vector: Vector) -> Vector { cardan_square_root_double8(vector) }
    @export(implementation) @inline(__always)
    public static func isLess(_ left: Vector, _ right: Vector) -> Mask { mask(cardan_less_double8(left, right)) }
    @export(implementation) @inline(__always)
    public static func isLessOrEqual(_ left: Vector, _ right: Vector) -> Mask {
      mask(cardan_less_or_equal_double8(left, right))
    }
    @export(implementation) @inline(__always)
    public static func isNonnegative(_ vector: Vector, upTo limit: Vector) -> Mask {
      mask(cardan_nonnegative_double8(vector, limit))
    }
    @export(implementation) @inline(__always)
    public static func isEqual(_ left: Vector, _ right: Vector) -> Mask { mask(cardan_equal_double8(left, right)) }
    @export(implementation) @inline(__always)
    public static func select(_ mask: Mask, _ yes: Vector, _ no: Vector) -> Vector {
      cardan_select_double8(integers(of: mask), yes, no)
    }
    @export(implementation) @inline(__always)
    public static func and(_ left: Mask, _ right: Mask) -> Mask {
      mask(cardan_and_double8(integers(of: left), integers(of: right)))
    }
    @export(implementation) @inline(__always)
    public static func or(_ left: Mask, _ right: Mask) -> Mask {
      mask(cardan_or_double8(integers(of: left), integers(of: right)))
    }
    @export(implementation) @inline(__always)
    public static func not(_ mask: Mask) -> Mask { self.mask(cardan_not_double8(integers(of: mask))) }
    @export(implementation) @inline(__always)
    public static func isTrueInAnyLane(_ mask: Mask) -> Bool { cardan_any_double8(integers(of: mask)) }
    @export(implementation) @inline(__always)
    public static func isTrueInEveryLane(_ mask: Mask) -> Bool { cardan_all_double8(integers(of: mask)) }

    @export(implementation) @inline(__always)
    public static func gather(_ number: (Int) -> Double) -> Vector {
      Vector(number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7))
    }
    @export(implementation) @inline(__always)
    public static func columns(of rows: UnsafePointer<UnsafePointer<Double>>, from first: Int) -> Columns {
      let zero = Vector()
      var columns = (zero, zero, zero, zero, zero, zero, zero, zero)
      withUnsafeMutablePointer(to: &columns) { columns in
        cardan_columns_double8(rows, first, UnsafeMutableRawPointer(columns).assumingMemoryBound(to: Double.self))
      }
      return columns
    }
    @export(implementation) @inline(__always)
    public static func store(
      _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, in rows: UnsafePointer<UnsafeMutablePointer<Double>>
    ) {
      cardan_rows_double8(rows, a, b, c, d)
    }
    @export(implementation) @inline(__always)
    public static func storeWords(_ numbers: Vector, _ words: UnsafeMutablePointer<UInt16>) {
      cardan_words_double8(numbers, words)
    }

    /// The mask as 0 or -1 in each lane, which is how it is stored.
    @export(implementation) @inline(__always)
    static func integers(of mask: Mask) -> SIMD8<Int64> { unsafeBitCast(mask, to: SIMD8<Int64>.self) }

    /// The mask from 0 or -1 in each lane.
    @export(implementation) @inline(__always)
    static func mask(_ integers: SIMD8<Int64>) -> Mask { unsafeBitCast(integers, to: Mask.self) }
  }
#endif
