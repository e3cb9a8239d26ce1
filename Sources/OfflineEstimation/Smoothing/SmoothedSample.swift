import AttitudeFilters
import Rotations

/// What the smoother says of one sample.
public struct SmoothedSample: Sendable {
  /// The attitude: turns body coordinates into ENU; without magnetometer into a level frame of free heading.
  public var referenceFromBody: Rotation<Double>
  /// The estimated bias of the gyroscope, rad/s.
  public var gyroscopeBias: Vector3<Double>
  /// The angular rate without bias, scale and misalignment, rad/s; where it is missing, that of the sample before.
  public var angularRate: Vector3<Double>
  /// One standard deviation of tilt about each level axis, rad.
  public var tiltStandardDeviation: Double
  /// One standard deviation of the heading, rad; not-a-number without magnetometer.
  public var headingStandardDeviation: Double
  /// What was made of the sample. `isBridged` reads from it what had to be bridged.
  public var flags: OutcomeFlags

  /// Whether the attitude was carried over a sensor that was missing or at the end of its range: no angular rate, no
  /// specific force, a gap before the sample, or saturation.
  public var isBridged: Bool {
    var reasons = OutcomeFlags(rawValue: 0)
    reasons.set(.angularRateRejected, when: true)
    reasons.set(.specificForceRejected, when: true)
    reasons.set(.afterGap, when: true)
    reasons.set(.saturated, when: true)
    return flags.intersects(reasons)
  }
}
