import Rotations

/// The accuracy of a magnetic heading: Core Motion's four levels, with its raw values.
@frozen
public enum MagneticFieldAccuracy: Int32, Comparable, Sendable {
  /// The heading is useless, or its accuracy is unknown.
  case uncalibrated = -1
  /// The heading is good to a quarter of the compass.
  case low = 0
  /// The heading is good for a map.
  case medium = 1
  /// The heading is good for pointing.
  case high = 2

  /// The level for one standard deviation of the heading, in radians: high up to 0.1 (6°), medium up to 0.3 (17°), low up
  /// to 0.8 (46°; a heading that could be anything has 1.8).
  ///
  /// While the field does not fit its reference the level is at most low, since the heading then comes from the
  /// gyroscope. Uncalibrated if the standard deviation is nil or not a number.
  @export(implementation)
  public init<Scalar: LaneElement>(headingStandardDeviation: Scalar?, isFieldDisturbed: Bool) {
    guard let deviation = headingStandardDeviation, deviation <= 0.8 else {
      self = .uncalibrated
      return
    }
    self = deviation > 0.3 || isFieldDisturbed ? .low : deviation > 0.1 ? .medium : .high
  }

  /// Less accurate first.
  @export(implementation)
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
