import CMathShims

/// Real numbers side by side in lanes: one (`Float`, `Double`) or several (`DoubleLanes`, `FloatLanes`).
///
/// The whole core is generic over it, so one source runs a single stream on a microcontroller and sixteen recordings in
/// the lanes of one processor core. Comparisons give a `Mask`; decisions are `replace(with:where:)` and `modify(where:)`.
///
/// Goals, in order: the same result in a lane as in the scalar; IEEE arithmetic without surprises; speed.
public protocol RealLanes: LaneReplaceable, ExpressibleByFloatLiteral, Sendable {
  /// The same number in every lane, rounded to the lane's precision.
  init(_ value: Double)
  /// The number in the first lane.
  var firstLane: Double { get }
  /// Whether the lanes hold `Float`: series and range reductions are shorter there.
  static var isSinglePrecision: Bool { get }
  /// The distance from 1 to the next larger number.
  static var ulpOfOne: Self { get }

  /// The negative in every lane.
  static prefix func - (value: Self) -> Self
  /// The sum in every lane.
  static func + (left: Self, right: Self) -> Self
  /// The difference in every lane.
  static func - (left: Self, right: Self) -> Self
  /// The product in every lane.
  static func * (left: Self, right: Self) -> Self
  /// The quotient in every lane.
  static func / (left: Self, right: Self) -> Self
  /// Adds in every lane.
  static func += (left: inout Self, right: Self)
  /// Subtracts in every lane.
  static func -= (left: inout Self, right: Self)
  /// Multiplies in every lane.
  static func *= (left: inout Self, right: Self)
  /// Divides in every lane.
  static func /= (left: inout Self, right: Self)

  /// Where `left` is less; false where a side is not a number, as in all comparisons but `.!=`.
  static func .< (left: Self, right: Self) -> Mask
  /// Where `left` is less or equal.
  static func .<= (left: Self, right: Self) -> Mask
  /// Where `left` is greater.
  static func .> (left: Self, right: Self) -> Mask
  /// Where `left` is greater or equal.
  static func .>= (left: Self, right: Self) -> Mask
  /// Where both are equal.
  static func .== (left: Self, right: Self) -> Mask
  /// Where both differ.
  static func .!= (left: Self, right: Self) -> Mask
  /// Where the value is from +0 to a positive limit; false for -0 and not-a-number.
  ///
  /// By the order of the bits: comparing the numbers raises the exception "invalid" where one is not a number, and some programs
  /// trap it.
  func isNonnegative(upTo limit: Self) -> Mask

  /// The value without its sign.
  var absoluteValue: Self { get }
  /// The square root; not a number below zero.
  func squareRoot() -> Self
  /// `left` · `right` + `addend`: fused (rounded once) in a build for a processor that has the instruction, else not.
  static func multiplyAdd(_ left: Self, _ right: Self, _ addend: Self) -> Self
  /// The same value behind an optimization barrier: a single number stays in a register of its own.
  ///
  /// Without it the compiler packs the few numbers of one stream two by two. Then more is shuffled than computed, and the
  /// next step waits for a store of sixteen bytes wherever that crosses a cache line. In lanes it does nothing.
  var optimizationBarrier: Self { get }
  /// 2 to the power of a whole number; the exponent must lie in the normal range.
  static func powerOfTwo(_ exponent: Self) -> Self
}

extension RealLanes {
  /// Zero in every lane.
  @export(implementation) @inline(__always) public static var zero: Self { 0.0 }
  /// One in every lane.
  @export(implementation) @inline(__always) public static var one: Self { 1.0 }
  /// The ratio of a circle's circumference to its diameter.
  @export(implementation) @inline(__always) public static var pi: Self { Self(Double.pi) }
  /// The value without its sign; +0 for -0.
  @export(implementation) @inline(__always) public var absoluteValue: Self {
    replacing(with: 0.0 - self, where: self .<= 0.0)
  }
  /// Neither infinite nor not-a-number.
  @_transparent public var isFiniteInLane: Mask { (self - self) .== 0.0 }
  /// The smaller of two values; `right` where they cannot be compared, as generic code sees it (where a concrete type is
  /// named, the standard library's function of this name may be chosen, which gives the one that is a number).
  @_transparent public static func minimum(_ left: Self, _ right: Self) -> Self {
    right.replacing(with: left, where: left .< right)
  }
  /// The larger of two values; `right` where they cannot be compared: see `minimum`.
  @_transparent public static func maximum(_ left: Self, _ right: Self) -> Self {
    right.replacing(with: left, where: left .> right)
  }
  /// The value, or the nearest end of `lower ... upper` outside of it; `lower` for not-a-number.
  @_transparent public func clamped(_ lower: Self, _ upper: Self) -> Self {
    Self.minimum(Self.maximum(self, lower), upper)
  }
  /// `minuend` - `left` · `right`, fused where `multiplyAdd` is.
  @_transparent public static func subtractProduct(_ left: Self, _ right: Self, from minuend: Self) -> Self {
    hasFusedMultiplyAdd ? multiplyAdd(-left, right, minuend) : minuend - left * right
  }
  /// The nearest whole number, ties to even; zero is +0.
  @export(implementation) @inline(__always) public func roundedToNearest() -> Self {
    // Adding and taking away 1.5 · 2^(bits of the significand) rounds without a call to a library.
    let shifter: Self = Self.isSinglePrecision ? 12_582_912.0 : 6_755_399_441_055_744.0
    let limit: Self = Self.isSinglePrecision ? 4_194_304.0 : 2_251_799_813_685_248.0
    return replacing(with: (self + shifter) - shifter, where: absoluteValue .< limit)
  }
  /// Lanes are full as they are.
  @export(implementation) @inline(__always) public var optimizationBarrier: Self { self }
  /// Whether a fused multiply-add is one instruction of the processor that this build is for.
  @export(implementation) @inline(__always) static var hasFusedMultiplyAdd: Bool { cardan_has_fused_multiply_add() }
  /// The value times itself.
  @export(implementation) @inline(__always) public var squared: Self { self * self }
}

/// `Float` and `Double`: what a lane may hold.
public protocol LaneElement: RealLanes, BinaryFloatingPoint where Mask == Bool {}

extension RealLanes where Self: LaneElement {
  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Bool) { if mask { self = other } }
  @export(implementation) @inline(__always)
  public var absoluteValue: Self { magnitude }
  @export(implementation) @inline(__always)
  public static func .< (left: Self, right: Self) -> Bool { left < right }
  @export(implementation) @inline(__always)
  public static func .<= (left: Self, right: Self) -> Bool { left <= right }
  @export(implementation) @inline(__always)
  public static func .> (left: Self, right: Self) -> Bool { left > right }
  @export(implementation) @inline(__always)
  public static func .>= (left: Self, right: Self) -> Bool { left >= right }
  @export(implementation) @inline(__always)
  public static func .== (left: Self, right: Self) -> Bool { left == right }
  @export(implementation) @inline(__always)
  public static func .!= (left: Self, right: Self) -> Bool { left != right }
  @export(implementation) @inline(__always)
  public static func multiplyAdd(_ left: Self, _ right: Self, _ addend: Self) -> Self {
    hasFusedMultiplyAdd ? addend.addingProduct(left, right) : left * right + addend
  }
}

extension Float: LaneElement {
  public typealias Mask = Bool
  @export(implementation) public var firstLane: Double { Double(self) }
  @export(implementation) public static var isSinglePrecision: Bool { true }
  /// What `squareRoot` is in generic code: the instruction alone, the same number without a jump for those below zero.
  @_implements(RealLanes,squareRoot())
  @export(implementation) @inline(__always) public func hardwareSquareRoot() -> Float { cardan_square_root_float(self) }
  @export(implementation) @inline(__always)
  public func isNonnegative(upTo limit: Float) -> Bool { bitPattern <= limit.bitPattern }
  @export(implementation) @inline(__always) public var optimizationBarrier: Float {
    cardan_optimization_barrier_float(self)
  }
  @export(implementation) public static func powerOfTwo(_ exponent: Float) -> Float {
    Float(bitPattern: UInt32(bitPattern: Int32(exponent) &+ 127) &<< 23)
  }
}

extension Double: LaneElement {
  public typealias Mask = Bool
  @export(implementation) public var firstLane: Double { self }
  @export(implementation) public static var isSinglePrecision: Bool { false }
  /// What `squareRoot` is in generic code: the instruction alone, the same number without a jump for those below zero.
  @_implements(RealLanes,squareRoot())
  @export(implementation) @inline(__always) public func hardwareSquareRoot() -> Double {
    cardan_square_root_double(self)
  }
  @export(implementation) @inline(__always)
  public func isNonnegative(upTo limit: Double) -> Bool { bitPattern <= limit.bitPattern }
  @export(implementation) @inline(__always) public var optimizationBarrier: Double {
    cardan_optimization_barrier_double(self)
  }
  @export(implementation) public static func powerOfTwo(_ exponent: Double) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(exponent) &+ 1023) &<< 52)
  }
}
