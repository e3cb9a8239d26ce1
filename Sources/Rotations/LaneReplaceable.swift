/// A value whose lanes can be replaced one by one: the one way in which control flow depends on data here.
///
/// A filter is written once, for a scalar stream and for several streams side by side in the lanes of a vector
/// (`RealLanes`). Where a scalar program would say `if`, the filter says `modify(where:)`. For a scalar the mask is a
/// `Bool` and the call compiles to that plain `if`.
public protocol LaneReplaceable<Mask> {
  /// One Boolean per lane.
  associatedtype Mask: LaneMask
  /// Takes the lanes of `other` for which `mask` is true.
  mutating func replace(with other: Self, where mask: Mask)
}

extension LaneReplaceable {
  /// Takes the lanes of `other` for which `mask` is true, keeps the rest.
  @inlinable @inline(__always)
  public func replacing(with other: Self, where mask: Mask) -> Self {
    var result = self
    result.replace(with: other, where: mask)
    return result
  }

  /// Runs `body` on the lanes for which `mask` is true; other lanes keep their value. `body` is not run at all when no
  /// lane needs it.
  @inlinable @inline(__always)
  public mutating func modify(where mask: Mask, _ body: (inout Self) -> Void) {
    if mask.isTrueInEveryLane { return body(&self) }
    // A single lane ends here, which the compiler knows: it keeps no copy, and has one call of `body` to inline.
    guard !Mask.isSingleLane, mask.isTrueInAnyLane else { return }
    var changed = self
    body(&changed)
    replace(with: changed, where: mask)
  }
}
