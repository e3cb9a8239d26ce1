import Rotations

/// The outcome of an update, as one lane mask per condition.
@frozen
public struct UpdateOutcome<Scalar: RealLanes>: VisitableState, Sendable {
  /// The angular rate was out of range or not finite, and was not used.
  public var isAngularRateRejected: Scalar.Mask
  /// The specific force was zero, out of range or not finite, and was ignored.
  public var isSpecificForceRejected: Scalar.Mask
  /// The magnetic field was zero, out of range or not finite, and was ignored.
  public var isMagneticFieldRejected: Scalar.Mask
  /// The interval was zero, negative or NaN; the sample was not integrated.
  public var isIntervalRejected: Scalar.Mask
  /// The sample has no angular rate. The last one stands in for it for a while; the uncertainty grows.
  public var isAngularRateAbsent: Scalar.Mask
  /// The sample has no specific force.
  public var isSpecificForceAbsent: Scalar.Mask
  /// The sample has no magnetic field.
  public var isMagneticFieldAbsent: Scalar.Mask
  /// The sample came after a gap of the samples or of the angular rate: the uncertainty has grown, and the attitude is being
  /// determined again.
  public var isAfterGap: Scalar.Mask
  /// The sensor is at rest.
  public var isAtRest: Scalar.Mask
  /// The filter is determining its first attitude, or determining it again.
  public var isInitializing: Scalar.Mask
  /// The magnetic field does not match its reference; the heading relies on the gyroscope.
  public var isFieldDisturbed: Scalar.Mask
  /// A sensor is at the limit of its range.
  public var isSaturated: Scalar.Mask
  /// The magnetometer has not set the heading yet: it is arbitrary and steps with the first field.
  public var isHeadingUnknown: Scalar.Mask
  /// The estimate contradicted the sensors and was reset: a step in the output.
  public var isCorrectedByJump: Scalar.Mask

  /// An outcome without any condition set.
  @export(implementation)
  public init() {
    let none = Scalar.Mask(repeating: false)
    isAngularRateRejected = none
    isSpecificForceRejected = none
    isMagneticFieldRejected = none
    isIntervalRejected = none
    isAngularRateAbsent = none
    isSpecificForceAbsent = none
    isMagneticFieldAbsent = none
    isHeadingUnknown = none
    isAfterGap = none
    isAtRest = none
    isInitializing = none
    isFieldDisturbed = none
    isSaturated = none
    isCorrectedByJump = none
  }

  @export(implementation) @inline(__always)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&isAngularRateRejected, with: other.isAngularRateRejected)
    visitor.visit(&isSpecificForceRejected, with: other.isSpecificForceRejected)
    visitor.visit(&isMagneticFieldRejected, with: other.isMagneticFieldRejected)
    visitor.visit(&isIntervalRejected, with: other.isIntervalRejected)
    visitor.visit(&isAfterGap, with: other.isAfterGap)
    visitor.visit(&isAtRest, with: other.isAtRest)
    visitor.visit(&isInitializing, with: other.isInitializing)
    visitor.visit(&isFieldDisturbed, with: other.isFieldDisturbed)
    visitor.visit(&isSaturated, with: other.isSaturated)
    visitor.visit(&isCorrectedByJump, with: other.isCorrectedByJump)
    visitor.visit(&isAngularRateAbsent, with: other.isAngularRateAbsent)
    visitor.visit(&isSpecificForceAbsent, with: other.isSpecificForceAbsent)
    visitor.visit(&isMagneticFieldAbsent, with: other.isMagneticFieldAbsent)
    visitor.visit(&isHeadingUnknown, with: other.isHeadingUnknown)
  }
}

extension UpdateOutcome {
  /// The flags of each lane as a number, the sum of their bits (see `OutcomeFlags`): at most 32767, exact in any lane.
  @export(implementation) @inline(__always)
  public var flagNumbers: Scalar {
    Self.number(1.0, isAngularRateRejected) + Self.number(2.0, isSpecificForceRejected)
      + Self.number(4.0, isMagneticFieldRejected) + Self.number(8.0, isIntervalRejected)
      + Self.number(16.0, isAfterGap) + Self.number(32.0, isAtRest) + Self.number(64.0, isInitializing)
      + Self.number(128.0, isFieldDisturbed) + Self.number(256.0, isSaturated)
      + Self.number(512.0, isCorrectedByJump) + Self.number(2048.0, isAngularRateAbsent)
      + Self.number(4096.0, isSpecificForceAbsent) + Self.number(8192.0, isMagneticFieldAbsent)
      + Self.number(16384.0, isHeadingUnknown)
  }

  @export(implementation) @inline(__always)
  static func number(_ bit: Scalar, _ mask: Scalar.Mask) -> Scalar { Scalar.zero.replacing(with: bit, where: mask) }
}
