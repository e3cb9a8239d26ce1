import Rotations

/// One of the six directions along the axes of a right-handed frame.
@frozen
public struct SignedAxis: Hashable, Sendable {
  /// The axis by number: 0, 1, 2 for x, y, z.
  public let index: Int
  /// Whether the direction is opposite to the axis.
  public let isNegative: Bool

  @export(implementation)
  init(index: Int, isNegative: Bool) {
    self.index = index
    self.isNegative = isNegative
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some SnapshotVisitor, with other: Self) {
    var (place, isOpposite) = (index, isNegative)
    visitor.visit(&place, with: other.index, in: 0...2)
    visitor.visit(&isOpposite, with: other.isNegative)
    self = Self(index: place, isNegative: isOpposite)
  }

  /// Along x.
  @export(implementation) public static var x: Self { Self(index: 0, isNegative: false) }
  /// Along y.
  @export(implementation) public static var y: Self { Self(index: 1, isNegative: false) }
  /// Along z.
  @export(implementation) public static var z: Self { Self(index: 2, isNegative: false) }

  /// The opposite direction.
  @export(implementation)
  public static prefix func - (axis: Self) -> Self { Self(index: axis.index, isNegative: !axis.isNegative) }
}

#if !hasFeature(Embedded) || CARDAN_TEXT
  extension SignedAxis: CustomStringConvertible {
    /// The axis as text: "x", "-z".
    public var description: String { (isNegative ? "-" : "") + ["x", "y", "z"][index] }
  }
#endif
