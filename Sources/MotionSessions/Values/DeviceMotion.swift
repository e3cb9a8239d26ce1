import AttitudeFilters
import MotionSamples
import Rotations

/// What is known of the motion of a device at one moment: the counterpart of Core Motion's `CMDeviceMotion`, and what
/// that one hides.
///
/// Vectors are in device axes: x to the right of the screen, y to its top, z out of it. Accelerations are in g (9.80665
/// m/s²) with Core Motion's signs, which are those of gravity and not of motion.
public struct DeviceMotion: MotionItem {
  /// When, since the epoch of the source.
  public var timestamp: Timestamp
  /// Where the device points, in the frame that was asked for.
  public var attitude: Attitude
  /// The angular rate in rad/s without the gyroscope's bias; positive counter-clockwise for an observer at whom the axis
  /// points.
  public var rotationRate: Vector3<Double>
  /// Gravity in g: it points down and has length 1. A device that lies face up has (0, 0, -1), one that is held upright
  /// (0, -1, 0).
  public var gravity: Vector3<Double>
  /// What the user adds to gravity in the accelerometer's reading, in g. Core Motion's sign: **against** the motion. A
  /// device that is pushed to +x has a negative x; the true acceleration in m/s² is -9.80665 times this. Zero at rest.
  public var userAcceleration: Vector3<Double>
  /// The magnetic field of the surroundings, without that of the device.
  public var magneticField: CalibratedMagneticField
  /// Where the top of the device (+y) points on the compass, in degrees clockwise from north in [0, 360). Negative where
  /// there is none: in the two arbitrary frames, before north is found, and while the top points straight up or down. For
  /// other directions of the device see `Attitude.heading(ofDeviceDirection:)`.
  public var heading: Double
  /// How far the heading may be off in degrees, as two of its standard deviations; negative where there is no heading.
  public var headingAccuracy: Double
  /// Where on the user the sensors are.
  public var sensorLocation: SensorLocation

  /// The bias of the gyroscope as estimated, in rad/s.
  public var gyroscopeBias: Vector3<Double>
  /// One standard deviation of the direction of gravity, in radians.
  public var tiltStandardDeviation: Double
  /// One standard deviation of the heading of the attitude, in radians; nil where north is not used or not found yet.
  public var headingStandardDeviation: Double?
  /// What was made of the samples since the last motion that was delivered.
  public var flags: OutcomeFlags

  /// Whether something is missing between the last motion that was delivered and this one: samples, by their stamps, or
  /// whatever happened while the source was disconnected or was moved to another place of its recording.
  public var followsDiscontinuity: Bool { flags.contains(.discontinuity) }

  /// A motion from its parts.
  public init(
    timestamp: Timestamp, attitude: Attitude, rotationRate: Vector3<Double>, gravity: Vector3<Double>,
    userAcceleration: Vector3<Double>, magneticField: CalibratedMagneticField, heading: Double, headingAccuracy: Double,
    sensorLocation: SensorLocation, gyroscopeBias: Vector3<Double>, tiltStandardDeviation: Double,
    headingStandardDeviation: Double?, flags: OutcomeFlags
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.magneticField = magneticField
    self.heading = heading
    self.headingAccuracy = headingAccuracy
    self.sensorLocation = sensorLocation
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
    self.headingStandardDeviation = headingStandardDeviation
    self.flags = flags
  }
}
