/// A value whose lanes can be replaced one by one.
///
/// A filter is written once, for a scalar stream and for several streams side by side in the lanes of a vector
/// (`RealLanes`). Where a scalar program says `if`, the filter says `modify(where:)`. For a scalar the mask is a `Bool`
/// and the call compiles to a plain `if`.
public protocol LaneReplaceable<Mask> {
  /// One Boolean per lane.
  associatedtype Mask: LaneMask
  /// Takes the lanes of `other` for which `mask` is true.
  mutating func replace(with other: Self, where mask: Mask)
}

extension LaneReplaceable {
  /// Takes the lanes of `other` for which `mask` is true, keeps the rest.
  @export(implementation) @inline(__always)
  public func replacing(with other: Self, where mask: Mask) -> Self {
    var result = self
    result.replace(with: other, where: mask)
    return result
  }

  /// Runs `body` on the lanes for which `mask` is true; other lanes keep their value. `body` is not run at all when no
  /// lane needs it.
  @export(implementation) @inline(__always)
  public mutating func modify(where mask: Mask, _ body: (inout Self) -> Void) {
    if mask.isTrueInEveryLane { return body(&self) }
    // A single lane ends here, which the compiler knows: it keeps no copy, and has one call of `body` to inline.
    guard !Mask.isSingleLane, mask.isTrueInAnyLane else { return }
    var changed = self
    body(&changed)
    replace(with: changed, where: mask)
  }
}

/// A lane mask: the result of a comparison, one Boolean per lane. `Bool` for a scalar stream, `LanesMask` for lanes.
public protocol LaneMask: LaneReplaceable, Sendable where Mask == Self {
  /// Whether there is one lane only, so that true in any lane is true in every lane.
  static var isSingleLane: Bool { get }
  /// The same Boolean in every lane.
  init(repeating value: Bool)
  /// Lane-wise and.
  static func .& (left: Self, right: Self) -> Self
  /// Lane-wise or.
  static func .| (left: Self, right: Self) -> Self
  /// Lane-wise not.
  static prefix func .! (mask: Self) -> Self
  /// Whether at least one lane is true.
  var isTrueInAnyLane: Bool { get }
  /// Whether every lane is true.
  var isTrueInEveryLane: Bool { get }
}

extension LaneMask {
  /// `isTrueInAnyLane` with a branch hint: the compiler lays out code and registers for the case that it is false.
  @export(implementation) @inline(__always)
  public var isTrueInAnyLaneUnlikely: Bool { _slowPath(isTrueInAnyLane) }
}

extension Bool: LaneMask {
  @export(implementation) public static var isSingleLane: Bool { true }
  @export(implementation) public init(repeating value: Bool) { self = value }
  /// And of both sides, which are both evaluated.
  @export(implementation) @inline(__always)
  public static func .& (left: Bool, right: Bool) -> Bool { combine(left, right, &) }
  /// Or of both sides, which are both evaluated.
  @export(implementation) @inline(__always)
  public static func .| (left: Bool, right: Bool) -> Bool { combine(left, right, |) }
  @export(implementation) public static prefix func .! (mask: Bool) -> Bool { !mask }
  @export(implementation) public var isTrueInAnyLane: Bool { self }
  @export(implementation) public var isTrueInEveryLane: Bool { self }
  @export(implementation) public mutating func replace(with other: Bool, where mask: Bool) { if mask { self = other } }

  /// And and or without a jump: `&&` and `||` would become one each.
  @export(implementation) @inline(__always)
  static func combine(_ left: Bool, _ right: Bool, _ bitwise: (UInt8, UInt8) -> UInt8) -> Bool {
    unsafeBitCast(bitwise(unsafeBitCast(left, to: UInt8.self), unsafeBitCast(right, to: UInt8.self)), to: Bool.self)
  }
}

/// The mask of `Lanes`.
@frozen
public struct LanesMask<Backend: LaneBackend>: LaneMask, Equatable {
  /// The mask as the standard library's.
  public var bits: Backend.Mask

  /// A mask from one of the standard library.
  @export(implementation) @inline(__always)
  public init(_ bits: Backend.Mask) { self.bits = bits }

  @export(implementation) public static var isSingleLane: Bool { false }

  @export(implementation) @inline(__always)
  public init(repeating value: Bool) { bits = Backend.Mask(repeating: value) }

  /// The mask of one lane, counted from 0.
  @export(implementation)
  public subscript(lane: Int) -> Bool {
    @inline(__always) get { bits[lane] }
    @inline(__always) set { bits[lane] = newValue }
  }

  @export(implementation) @inline(__always)
  public static func .& (left: Self, right: Self) -> Self { Self(Backend.and(left.bits, right.bits)) }
  @export(implementation) @inline(__always)
  public static func .| (left: Self, right: Self) -> Self { Self(Backend.or(left.bits, right.bits)) }
  @export(implementation) @inline(__always)
  public static prefix func .! (mask: Self) -> Self { Self(Backend.not(mask.bits)) }
  @export(implementation) @inline(__always)
  public var isTrueInAnyLane: Bool { Backend.isTrueInAnyLane(bits) }
  @export(implementation) @inline(__always)
  public var isTrueInEveryLane: Bool { Backend.isTrueInEveryLane(bits) }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Self) {
    bits = Backend.or(Backend.and(bits, Backend.not(mask.bits)), Backend.and(other.bits, mask.bits))
  }
}

// Arrays and other sequences allocate; a microcontroller does without them.
#if !hasFeature(Embedded) || CARDAN_HOSTED
  extension LanesMask {
    /// One Boolean per lane; the sequence must have exactly as many.
    @export(implementation)
    public init(_ booleans: some Sequence<Bool>) { bits = Backend.Mask(booleans) }
  }
#endif
