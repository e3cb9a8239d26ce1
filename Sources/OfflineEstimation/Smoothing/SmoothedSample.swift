import AttitudeFilters
import Rotations

/// What the smoother says of one sample.
public struct SmoothedSample: Sendable {
  /// The attitude: turns body coordinates into ENU; without magnetometer into a level frame of free heading.
  public var enuFromBody: Rotation<Double>
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

  /// Whether the attitude was carried over a hole: no angular rate, a gap before the sample, or a saturated sensor.
  public var isBridged: Bool {
    var holes = OutcomeFlags(rawValue: 0)
    holes.set(.angularRateRejected, when: true)
    holes.set(.discontinuity, when: true)
    holes.set(.saturated, when: true)
    return flags.intersects(holes)
  }
}
