/// The answer to a comparison, one Boolean per lane: `Bool` for a scalar stream, `LaneTruth` for lanes.
public protocol LaneMask: LaneReplaceable, Sendable where Mask == Self {
  /// Whether there is one lane only, so that true in any lane is true in every lane.
  static var isSingleLane: Bool { get }
  /// The same answer in every lane.
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
  /// `isTrueInAnyLane` where that is rare: the compiler keeps what follows out of the way of the other case, and in
  /// registers what that one needs.
  @inlinable @inline(__always)
  public var isTrueInAnyLaneRarely: Bool { _slowPath(isTrueInAnyLane) }
}

extension Bool: LaneMask {
  @inlinable public static var isSingleLane: Bool { true }
  @inlinable public init(repeating value: Bool) { self = value }
  /// And of both sides, which are both evaluated.
  @inlinable @inline(__always)
  public static func .& (left: Bool, right: Bool) -> Bool { combine(left, right, &) }
  /// Or of both sides, which are both evaluated.
  @inlinable @inline(__always)
  public static func .| (left: Bool, right: Bool) -> Bool { combine(left, right, |) }
  @inlinable public static prefix func .! (mask: Bool) -> Bool { !mask }
  @inlinable public var isTrueInAnyLane: Bool { self }
  @inlinable public var isTrueInEveryLane: Bool { self }
  @inlinable public mutating func replace(with other: Bool, where mask: Bool) { if mask { self = other } }

  /// And and or without a jump: `&&` and `||` would become one each.
  @inlinable @inline(__always)
  static func combine(_ left: Bool, _ right: Bool, _ bitwise: (UInt8, UInt8) -> UInt8) -> Bool {
    unsafeBitCast(bitwise(unsafeBitCast(left, to: UInt8.self), unsafeBitCast(right, to: UInt8.self)), to: Bool.self)
  }
}
