import Rotations

/// The outcome of an update as a set of flags, for a log row, a C struct or a radio link.
@frozen
public struct OutcomeFlags: Equatable, Sendable {
  /// The bits; their values are part of the interface and stay fixed.
  public var rawValue: UInt16

  /// A set of flags from its bits.
  @export(implementation) public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// See `UpdateOutcome.isAngularRateRejected`.
  public static var angularRateRejected: Self { Self(rawValue: 1 << 0) }
  /// See `UpdateOutcome.isSpecificForceRejected`.
  public static var specificForceRejected: Self { Self(rawValue: 1 << 1) }
  /// See `UpdateOutcome.isMagneticFieldRejected`.
  public static var magneticFieldRejected: Self { Self(rawValue: 1 << 2) }
  /// See `UpdateOutcome.isIntervalRejected`.
  public static var intervalRejected: Self { Self(rawValue: 1 << 3) }
  /// See `UpdateOutcome.isAfterGap`.
  public static var afterGap: Self { Self(rawValue: 1 << 4) }
  /// See `UpdateOutcome.isAtRest`.
  public static var atRest: Self { Self(rawValue: 1 << 5) }
  /// See `UpdateOutcome.isInitializing`.
  public static var initializing: Self { Self(rawValue: 1 << 6) }
  /// See `UpdateOutcome.isFieldDisturbed`.
  public static var fieldDisturbed: Self { Self(rawValue: 1 << 7) }
  /// See `UpdateOutcome.isSaturated`.
  public static var saturated: Self { Self(rawValue: 1 << 8) }
  /// See `UpdateOutcome.isCorrectedByJump`.
  public static var correctedByJump: Self { Self(rawValue: 1 << 9) }
  /// See `UpdateOutcome.isAngularRateAbsent`.
  public static var angularRateAbsent: Self { Self(rawValue: 1 << 11) }
  /// See `UpdateOutcome.isSpecificForceAbsent`.
  public static var specificForceAbsent: Self { Self(rawValue: 1 << 12) }
  /// See `UpdateOutcome.isMagneticFieldAbsent`.
  public static var magneticFieldAbsent: Self { Self(rawValue: 1 << 13) }
  /// See `UpdateOutcome.isHeadingUnknown`; only in frames that refer to north.
  public static var headingUnknown: Self { Self(rawValue: 1 << 14) }
  /// See `AttitudeFilter.isVelocityRejected`.
  public static var velocityRejected: Self { Self(rawValue: 1 << 15) }
  /// The timestamps indicate missing or out-of-order samples before this one; set by the clock, not by a filter.
  public static var discontinuity: Self { Self(rawValue: 1 << 10) }
}

// An option set needs array literals, which allocate; firmware does without them.
#if !hasFeature(Embedded)
  extension OutcomeFlags: OptionSet {}
#endif

extension OutcomeFlags {
  /// Adds a flag if `condition` holds.
  @export(implementation) @inline(__always)
  public mutating func set(_ flag: Self, when condition: Bool) {
    if condition { rawValue |= flag.rawValue }
  }

  /// Removes a flag.
  @export(implementation) @inline(__always)
  public mutating func clear(_ flag: Self) { rawValue &= ~flag.rawValue }

  /// Whether at least one of the flags of `other` is set.
  @export(implementation)
  public func intersects(_ other: Self) -> Bool { rawValue & other.rawValue != 0 }
}

extension UpdateOutcome where Scalar.Mask == Bool {
  /// The outcome as a set of flags.
  @export(implementation) @inline(__always)
  public var flags: OutcomeFlags {
    var flags = OutcomeFlags(rawValue: 0)
    flags.set(.angularRateRejected, when: isAngularRateRejected)
    flags.set(.specificForceRejected, when: isSpecificForceRejected)
    flags.set(.magneticFieldRejected, when: isMagneticFieldRejected)
    flags.set(.intervalRejected, when: isIntervalRejected)
    flags.set(.afterGap, when: isAfterGap)
    flags.set(.atRest, when: isAtRest)
    flags.set(.initializing, when: isInitializing)
    flags.set(.fieldDisturbed, when: isFieldDisturbed)
    flags.set(.saturated, when: isSaturated)
    flags.set(.correctedByJump, when: isCorrectedByJump)
    flags.set(.angularRateAbsent, when: isAngularRateAbsent)
    flags.set(.specificForceAbsent, when: isSpecificForceAbsent)
    flags.set(.magneticFieldAbsent, when: isMagneticFieldAbsent)
    flags.set(.headingUnknown, when: isHeadingUnknown)
    return flags
  }
}
