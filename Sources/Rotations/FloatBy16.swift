// Processors with vectors of this size have an operating system.
#if !hasFeature(Embedded)
  /// Sixteen `Float` lanes: one register with AVX-512, two with AVX2.
  public enum FloatBy16<Target: LaneTarget>: LaneBackend {
    public typealias Element = Float
    public typealias Vector = SIMD16<Float>

    @inlinable @inline(__always)
    public static func add(_ left: Vector, _ right: Vector) -> Vector { HardwareMath.add(left, right) }
    @inlinable @inline(__always)
    public static func subtract(_ left: Vector, _ right: Vector) -> Vector { HardwareMath.subtract(left, right) }
    @inlinable @inline(__always)
    public static func multiply(_ left: Vector, _ right: Vector) -> Vector { HardwareMath.multiply(left, right) }
    @inlinable @inline(__always)
    public static func divide(_ left: Vector, _ right: Vector) -> Vector { HardwareMath.divide(left, right) }
    @inlinable @inline(__always)
    public static func fusedMultiplyAdd(_ left: Vector, _ right: Vector, _ addend: Vector) -> Vector {
      HardwareMath.fusedMultiplyAdd(left, right, addend)
    }
    @inlinable @inline(__always)
    public static func negate(_ vector: Vector) -> Vector { HardwareMath.negate(vector) }
    @inlinable @inline(__always)
    public static func absoluteValue(_ vector: Vector) -> Vector { HardwareMath.absoluteValue(vector) }
    @inlinable @inline(__always)
    public static func squareRoot(_ vector: Vector) -> Vector { HardwareMath.squareRoot(vector) }
    @inlinable @inline(__always)
    public static func isLess(_ left: Vector, _ right: Vector) -> Truth { truth(HardwareMath.isLess(left, right)) }
    @inlinable @inline(__always)
    public static func isLessOrEqual(_ left: Vector, _ right: Vector) -> Truth {
      truth(HardwareMath.isLessOrEqual(left, right))
    }
    @inlinable @inline(__always)
    public static func isEqual(_ left: Vector, _ right: Vector) -> Truth { truth(HardwareMath.isEqual(left, right)) }
    @inlinable @inline(__always)
    public static func select(_ mask: Truth, _ yes: Vector, _ no: Vector) -> Vector {
      HardwareMath.select(numbers(of: mask), yes, no)
    }
    @inlinable @inline(__always)
    public static func and(_ left: Truth, _ right: Truth) -> Truth {
      truth(HardwareMath.and(numbers(of: left), numbers(of: right)))
    }
    @inlinable @inline(__always)
    public static func or(_ left: Truth, _ right: Truth) -> Truth {
      truth(HardwareMath.or(numbers(of: left), numbers(of: right)))
    }
    @inlinable @inline(__always)
    public static func not(_ mask: Truth) -> Truth { truth(HardwareMath.not(numbers(of: mask))) }
    @inlinable @inline(__always)
    public static func isTrueInAnyLane(_ mask: Truth) -> Bool { HardwareMath.isTrueInAnyLane(numbers(of: mask)) }
    @inlinable @inline(__always)
    public static func isTrueInEveryLane(_ mask: Truth) -> Bool { HardwareMath.isTrueInEveryLane(numbers(of: mask)) }

    @inlinable @inline(__always)
    public static func gather(_ number: (Int) -> Float) -> Vector {
      Vector(
        number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7), number(8), number(9),
        number(10), number(11), number(12), number(13), number(14), number(15))
    }

    @inlinable @inline(__always)
    public static func columns(of rows: UnsafePointer<UnsafePointer<Float>>, from first: Int) -> Columns {
      HardwareMath.columns(of: rows, from: first)
    }
    @inlinable @inline(__always)
    public static func store(
      _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, in rows: UnsafePointer<UnsafeMutablePointer<Float>>
    ) {
      HardwareMath.store(a, b, c, d, in: rows)
    }
    @inlinable @inline(__always)
    public static func storeWords(_ numbers: Vector, _ words: UnsafeMutablePointer<UInt16>) {
      HardwareMath.storeWords(numbers, words)
    }

    /// The mask as 0 or -1 in each lane, which is how it is stored.
    @inlinable @inline(__always)
    static func numbers(of mask: Truth) -> SIMD16<Int32> { unsafeBitCast(mask, to: SIMD16<Int32>.self) }

    /// The mask from 0 or -1 in each lane.
    @inlinable @inline(__always)
    static func truth(_ numbers: SIMD16<Int32>) -> Truth { unsafeBitCast(numbers, to: Truth.self) }
  }
#endif
