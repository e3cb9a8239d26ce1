import Rotations

/// What a filter made of a sample, as a set of flags: the form for a log row, a C struct or a radio link.
@frozen
public struct OutcomeFlags: OptionSet, Sendable {
  /// The bits; their values are part of the interface and do not change.
  public var rawValue: UInt16

  /// Flags from their bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

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
  /// The time stamps say that samples are missing or out of order before this one; set by the clock, not by a filter.
  public static var discontinuity: Self { Self(rawValue: 1 << 10) }
}

extension UpdateOutcome where Scalar.Mask == Bool {
  /// The answers as a set of flags.
  public var flags: OutcomeFlags {
    var flags = OutcomeFlags(rawValue: 0)
    if isAngularRateRejected { flags.insert(.angularRateRejected) }
    if isSpecificForceRejected { flags.insert(.specificForceRejected) }
    if isMagneticFieldRejected { flags.insert(.magneticFieldRejected) }
    if isIntervalRejected { flags.insert(.intervalRejected) }
    if isAfterGap { flags.insert(.afterGap) }
    if isAtRest { flags.insert(.atRest) }
    if isInitializing { flags.insert(.initializing) }
    if isFieldDisturbed { flags.insert(.fieldDisturbed) }
    if isSaturated { flags.insert(.saturated) }
    if isCorrectedByJump { flags.insert(.correctedByJump) }
    return flags
  }
}
