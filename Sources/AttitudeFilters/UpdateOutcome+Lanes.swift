import Rotations

extension UpdateOutcome {
  /// The flags of each lane as a number, the sum of their bits (see `OutcomeFlags`): at most 32767, exact in any lane.
  @inlinable @inline(__always)
  public var flagNumbers: Scalar {
    Self.number(1.0, isAngularRateRejected) + Self.number(2.0, isSpecificForceRejected)
      + Self.number(4.0, isMagneticFieldRejected) + Self.number(8.0, isIntervalRejected)
      + Self.number(16.0, isAfterGap) + Self.number(32.0, isAtRest) + Self.number(64.0, isInitializing)
      + Self.number(128.0, isFieldDisturbed) + Self.number(256.0, isSaturated)
      + Self.number(512.0, isCorrectedByJump) + Self.number(2048.0, isAngularRateAbsent)
      + Self.number(4096.0, isSpecificForceAbsent) + Self.number(8192.0, isMagneticFieldAbsent)
      + Self.number(16384.0, isHeadingUnknown)
  }

  @inlinable @inline(__always)
  static func number(_ bit: Scalar, _ mask: Scalar.Mask) -> Scalar { Scalar.zero.replacing(with: bit, where: mask) }
}
