/// The answer to a comparison of `Lanes`.
@frozen
public struct LaneTruth<Backend: LaneBackend>: LaneMask, Equatable {
  /// The answers as a mask of the standard library.
  public var bits: Backend.Truth

  /// A mask from one of the standard library.
  @inlinable @inline(__always)
  public init(_ bits: Backend.Truth) { self.bits = bits }

  @inlinable public static var isSingleLane: Bool { false }

  @inlinable @inline(__always)
  public init(repeating value: Bool) { bits = Backend.Truth(repeating: value) }

  /// The answer in a lane, counted from 0.
  @inlinable
  public subscript(lane: Int) -> Bool {
    @inline(__always) get { bits[lane] }
    @inline(__always) set { bits[lane] = newValue }
  }

  @inlinable @inline(__always)
  public static func .& (left: Self, right: Self) -> Self { Self(Backend.and(left.bits, right.bits)) }
  @inlinable @inline(__always)
  public static func .| (left: Self, right: Self) -> Self { Self(Backend.or(left.bits, right.bits)) }
  @inlinable @inline(__always)
  public static prefix func .! (mask: Self) -> Self { Self(Backend.not(mask.bits)) }
  @inlinable @inline(__always)
  public var isTrueInAnyLane: Bool { Backend.isTrueInAnyLane(bits) }
  @inlinable @inline(__always)
  public var isTrueInEveryLane: Bool { Backend.isTrueInEveryLane(bits) }

  @inlinable @inline(__always)
  public mutating func replace(with other: Self, where mask: Self) {
    bits = Backend.or(Backend.and(bits, Backend.not(mask.bits)), Backend.and(other.bits, mask.bits))
  }
}

// Arrays and other sequences allocate; a microcontroller does without them.
#if !hasFeature(Embedded)
  extension LaneTruth {
    /// One answer per lane; there must be as many as lanes.
    @inlinable
    public init(_ answers: some Sequence<Bool>) { bits = Backend.Truth(answers) }
  }
#endif
