/// What is doubtful about a field of the World Magnetic Model. Nothing of it makes the field unusable by itself.
@frozen
public struct GeomagneticWarnings: Hashable, Sendable {
  /// The bits; their values are part of the interface and do not change.
  public let rawValue: UInt8

  /// Warnings from their bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The date lies outside of `WorldMagneticModel.validity`: the field is extrapolated, and the errors grow.
  @inlinable public static var outsideValidity: Self { Self(rawValue: 1 << 0) }
  /// The height lies outside of -1 to 850 km, for which the model was made.
  @inlinable public static var outsideHeights: Self { Self(rawValue: 1 << 1) }
  /// Around a magnetic pole: the horizontal intensity is from 2 to 6 µT, and compasses may err.
  @inlinable public static var cautionZone: Self { Self(rawValue: 1 << 2) }
  /// Around a magnetic pole: the horizontal intensity is below 2 µT, and compasses are unreliable.
  @inlinable public static var blackoutZone: Self { Self(rawValue: 1 << 3) }
}

// An option set brings array literals, which allocate; a microcontroller does without them.
#if !hasFeature(Embedded)
  extension GeomagneticWarnings: OptionSet {}
#endif
