/// Several real numbers side by side: the `Scalar` with which a filter runs several streams at once.
@frozen
public struct Lanes<Backend: LaneBackend>: RealLanes {
  /// The numbers as a vector of the standard library.
  public var vector: Backend.Vector

  /// Lanes from a vector.
  @export(implementation) @inline(__always)
  public init(vector: Backend.Vector) { self.vector = vector }

  @export(implementation) @inline(__always)
  public init(_ value: Double) { vector = Backend.Vector(repeating: Backend.Element(value)) }

  @export(implementation) @inline(__always)
  public init(floatLiteral value: Double) { self.init(value) }

  /// The same number in every lane.
  @export(implementation) @inline(__always)
  public init(repeating value: Backend.Element) { vector = Backend.Vector(repeating: value) }

  /// Lanes from the number of each, counted from 0.
  @export(implementation) @inline(__always)
  public init(gathering number: (Int) -> Backend.Element) { vector = Backend.gather(number) }

  /// How many lanes there are.
  @export(implementation) public static var count: Int { Backend.Vector.scalarCount }

  /// The number in a lane, counted from 0.
  @export(implementation)
  public subscript(lane: Int) -> Backend.Element {
    @inline(__always) get { vector[lane] }
    @inline(__always) set { vector[lane] = newValue }
  }

  @export(implementation) public var firstLane: Double { Double(self[0]) }
  @export(implementation) public static var isSinglePrecision: Bool { Backend.Element.isSinglePrecision }
  @export(implementation) public static var ulpOfOne: Self { Self(repeating: Backend.Element.ulpOfOne) }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: LanesMask<Backend>) {
    vector = Backend.select(mask.bits, other.vector, vector)
  }
}

extension Lanes: Equatable {
  /// Whether all lanes are equal.
  @export(implementation)
  public static func == (left: Self, right: Self) -> Bool { (left .== right).isTrueInEveryLane }
}

extension Lanes {
  @export(implementation) @inline(__always)
  public static prefix func - (value: Self) -> Self { Self(vector: Backend.negate(value.vector)) }
  @export(implementation) @inline(__always)
  public static func + (left: Self, right: Self) -> Self { Self(vector: Backend.add(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func - (left: Self, right: Self) -> Self { Self(vector: Backend.subtract(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func * (left: Self, right: Self) -> Self { Self(vector: Backend.multiply(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func / (left: Self, right: Self) -> Self { Self(vector: Backend.divide(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func += (left: inout Self, right: Self) { left = left + right }
  @export(implementation) @inline(__always)
  public static func -= (left: inout Self, right: Self) { left = left - right }
  @export(implementation) @inline(__always)
  public static func *= (left: inout Self, right: Self) { left = left * right }
  @export(implementation) @inline(__always)
  public static func /= (left: inout Self, right: Self) { left = left / right }

  @export(implementation) @inline(__always)
  public static func .< (left: Self, right: Self) -> Mask { Mask(Backend.isLess(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func .<= (left: Self, right: Self) -> Mask { Mask(Backend.isLessOrEqual(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func .> (left: Self, right: Self) -> Mask { right .< left }
  @export(implementation) @inline(__always)
  public static func .>= (left: Self, right: Self) -> Mask { right .<= left }
  @export(implementation) @inline(__always)
  public static func .== (left: Self, right: Self) -> Mask { Mask(Backend.isEqual(left.vector, right.vector)) }
  @export(implementation) @inline(__always)
  public static func .!= (left: Self, right: Self) -> Mask { .!(left .== right) }

  @export(implementation) @inline(__always)
  public func isNonnegative(upTo limit: Self) -> Mask { Mask(Backend.isNonnegative(vector, upTo: limit.vector)) }

  @export(implementation) @inline(__always)
  public var absoluteValue: Self { Self(vector: Backend.absoluteValue(vector)) }
  @export(implementation) @inline(__always)
  public func squareRoot() -> Self { Self(vector: Backend.squareRoot(vector)) }
  @export(implementation) @inline(__always)
  public static func multiplyAdd(_ left: Self, _ right: Self, _ addend: Self) -> Self {
    hasFusedMultiplyAdd
      ? Self(vector: Backend.fusedMultiplyAdd(left.vector, right.vector, addend.vector)) : left * right + addend
  }
  @export(implementation)
  public static func powerOfTwo(_ exponent: Self) -> Self {
    var result = exponent
    for lane in 0..<count { result[lane] = Backend.Element.powerOfTwo(exponent[lane]) }
    return result
  }
}

// Arrays and other sequences allocate; a microcontroller does without them.
#if !hasFeature(Embedded) || CARDAN_HOSTED
  /// Eight streams in double precision.
  public typealias DoubleLanes = Lanes<DoubleBy8<AnyProcessor>>

  /// Sixteen streams in single precision.
  public typealias FloatLanes = Lanes<FloatBy16<AnyProcessor>>

  extension Lanes {
    /// One number per lane; there must be as many as lanes.
    @export(implementation)
    public init(_ numbers: some Sequence<Backend.Element>) { vector = Backend.Vector(numbers) }
  }
#endif
