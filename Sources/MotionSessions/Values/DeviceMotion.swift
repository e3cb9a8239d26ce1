import AttitudeFilters
import MotionSamples
import Rotations

/// The motion of a device as Core Motion's `CMDeviceMotion` shows it: a view of `motion` in Core Motion's units and signs.
///
/// Vectors are in device axes: x to the right of the screen, y to its top, z out of it. Accelerations are in g (9.80665
/// m/s²) with Core Motion's signs, which are those of gravity and not of motion.
public struct DeviceMotion: MotionItem {
  /// The motion in SI units, with the signs of motion, as every other interface gives it. Its flags are those of all samples
  /// since the last motion that was delivered.
  public var motion: Motion<Double>
  /// The attitude in the frame that was asked for.
  public var attitude: Attitude
  /// The magnetic field of the surroundings, without that of the device.
  public var magneticField: CalibratedMagneticField
  /// Where the top of the device (+y) points on the compass, in degrees clockwise from north in [0, 360). Negative where
  /// unknown: in the two arbitrary frames, before north is found, and while the top points straight up or down. For
  /// other directions of the device see `Attitude.heading(ofDeviceDirection:)`.
  public var heading: Double
  /// Error of the heading in degrees, as two standard deviations; negative without a heading, or where the filter has no
  /// standard deviation.
  public var headingAccuracy: Double
  /// Where on the user the sensors are.
  public var sensorLocation: SensorLocation
  private var lastUserAcceleration: Vector3<Double>

  /// A motion from its parts.
  ///
  /// - Parameters:
  ///   - motion: The motion in SI units.
  ///   - attitude: The attitude of `motion`, with its frame.
  ///   - lastUserAcceleration: The last known acceleration without gravity, m/s²: it counts where that of `motion` is
  ///     absent, because the sample had no specific force. Default: zero.
  ///   - magneticField: The field.
  ///   - heading: Of the top of the device, in degrees; negative where unknown.
  ///   - headingAccuracy: Two standard deviations, in degrees; negative where unknown.
  ///   - sensorLocation: Where on the user the sensors are.
  public init(
    motion: Motion<Double>, attitude: Attitude, lastUserAcceleration: Vector3<Double> = .zero,
    magneticField: CalibratedMagneticField, heading: Double, headingAccuracy: Double, sensorLocation: SensorLocation
  ) {
    self.motion = motion
    self.attitude = attitude
    self.lastUserAcceleration = lastUserAcceleration
    self.magneticField = magneticField
    self.heading = heading
    self.headingAccuracy = headingAccuracy
    self.sensorLocation = sensorLocation
  }
}

extension DeviceMotion {
  /// When the sample was taken, since the epoch of the source.
  public var timestamp: Timestamp { motion.timestamp }
  /// The angular rate in rad/s without the gyroscope's bias; positive counter-clockwise for an observer at whom the axis
  /// points.
  public var rotationRate: Vector3<Double> { motion.angularRate }
  /// Gravity in g: it points down and has length 1. A device that lies face up has (0, 0, -1), one that is held upright
  /// (0, -1, 0).
  public var gravity: Vector3<Double> { AccelerationUnit.standardGravities.fromSI(motion.gravity) }
  /// What the user adds to gravity in the accelerometer's reading, in g. Core Motion's sign: **against** the motion. A
  /// device that is pushed to +x has a negative x; the true acceleration in m/s² is -9.80665 times this. Zero at rest.
  public var userAcceleration: Vector3<Double> {
    let known = motion.userAcceleration.isFiniteInLane ? motion.userAcceleration : lastUserAcceleration
    return -AccelerationUnit.standardGravities.fromSI(known)
  }
  /// The bias of the gyroscope as estimated, in rad/s.
  public var gyroscopeBias: Vector3<Double> { motion.gyroscopeBias }
  /// Standard deviation of the direction of gravity, in radians.
  public var tiltStandardDeviation: Double { motion.tiltStandardDeviation }
  /// Standard deviation of the heading of the attitude, in radians; nil where north is not used or not found yet.
  public var headingStandardDeviation: Double? {
    motion.headingStandardDeviation.isNaN ? nil : motion.headingStandardDeviation
  }
  /// What was made of the samples since the last motion that was delivered.
  public var flags: OutcomeFlags { motion.flags }
  /// Whether something is missing between the last motion that was delivered and this one: samples, by their timestamps,
  /// or whatever happened while the source was disconnected or was moved to another place of its recording.
  public var followsDiscontinuity: Bool { flags.contains(.discontinuity) }
}
