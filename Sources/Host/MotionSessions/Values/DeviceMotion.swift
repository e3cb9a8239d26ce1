import AttitudeFilters
import MotionSamples
import Rotations

/// The motion of a device as in Core Motion's `CMDeviceMotion`: a view of `motion` in Core Motion's units and signs.
///
/// Vectors are in device axes: x to the right of the screen, y to its top, z out of it. Accelerations are in g (9.80665
/// m/s²) with Core Motion's signs, which are those of gravity and not of motion.
public struct DeviceMotion: MotionItem {
  /// The motion in SI units with the signs of motion, as in all other interfaces. Its flags cover all samples since the
  /// last delivered motion.
  public var motion: Motion<Double>
  /// The attitude in the requested frame.
  public var attitude: Attitude
  /// The magnetic field of the surroundings, without the field of the device.
  public var magneticField: CalibratedMagneticField
  /// The heading of the top of the device (+y), and of the camera on its back (-z) while it is held upright, in degrees clockwise from
  /// north in [0, 360); `DeviceHeading` has the rule.
  ///
  /// Negative if unknown: in the two arbitrary frames, and before north is found. For other directions of the device see
  /// `Attitude.heading(ofDeviceDirection:)`.
  public var heading: Double
  /// The error of the heading in degrees, as two standard deviations of the heading of the attitude over the cosine of the
  /// direction's elevation, which is at most 60°; negative without a heading, or if the filter has no standard deviation.
  public var headingAccuracy: Double
  /// The location of the sensors on the user.
  public var sensorLocation: SensorLocation
  private var lastUserAcceleration: Vector3<Double>

  /// A motion from its parts.
  ///
  /// - Parameters:
  ///   - motion: The motion in SI units.
  ///   - attitude: The attitude of `motion`, with its frame.
  ///   - lastUserAcceleration: The last known acceleration without gravity, m/s², used if that of `motion` is
  ///     absent because the sample had no specific force. Default: zero.
  ///   - magneticField: The field.
  ///   - heading: The heading of the top of the device, in degrees; negative if unknown.
  ///   - headingAccuracy: Two standard deviations of the heading, in degrees; negative if unknown.
  ///   - sensorLocation: The location of the sensors on the user.
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
  /// The time of the sample, since the epoch of the source.
  public var timestamp: Timestamp { motion.timestamp }
  /// The angular rate in rad/s without the gyroscope's bias; positive counter-clockwise seen from the tip of the axis.
  public var rotationRate: Vector3<Double> { motion.angularRate }
  /// Gravity in g, of length 1, pointing down: (0, 0, -1) for a device lying face up, (0, -1, 0) for one held upright.
  public var gravity: Vector3<Double> { AccelerationUnit.standardGravities.fromSI(motion.gravity) }
  /// The user's contribution to the acceleration in g, with Core Motion's sign: **against** the motion.
  ///
  /// A device pushed to +x has a negative x; the true acceleration in m/s² is -9.80665 times this. Zero at rest.
  public var userAcceleration: Vector3<Double> {
    let known = motion.userAcceleration.isFiniteInLane ? motion.userAcceleration : lastUserAcceleration
    return -AccelerationUnit.standardGravities.fromSI(known)
  }
  /// The estimated bias of the gyroscope, in rad/s.
  public var gyroscopeBias: Vector3<Double> { motion.gyroscopeBias }
  /// The standard deviation of the direction of gravity, in radians.
  public var tiltStandardDeviation: Double { motion.tiltStandardDeviation }
  /// The standard deviation of the heading of the attitude, in radians; since the start if north is not used or not yet found; nil if
  /// the filter has none.
  public var headingStandardDeviation: Double? {
    motion.headingStandardDeviation.isNaN ? nil : motion.headingStandardDeviation
  }
  /// The flags of all samples since the last delivered motion.
  public var flags: OutcomeFlags { motion.flags }
  /// What is doubtful about the readings since the updates began.
  public var doubts: InputDoubts { motion.doubts }
  /// Whether data is missing between the last delivered motion and this one: a gap in the timestamps, a disconnection
  /// of the source, or a move to another place in its recording.
  public var followsDiscontinuity: Bool { flags.contains(.discontinuity) }
}

/// The magnetic field without the field of the device: the counterpart of Core Motion's `CMCalibratedMagneticField`.
public struct CalibratedMagneticField: Sendable {
  /// The field in µT in device axes; zero before the first reading of a magnetometer.
  public var field: Vector3<Double>
  /// The accuracy of the heading from this field.
  public var accuracy: MagneticFieldAccuracy

  /// A field from its parts.
  public init(field: Vector3<Double>, accuracy: MagneticFieldAccuracy) {
    self.field = field
    self.accuracy = accuracy
  }
}

/// The location of the sensors on the user, with Core Motion's numbers.
public enum SensorLocation: Int, Sendable {
  /// In the device itself.
  case `default` = 0
  /// In the left headphone.
  case headphoneLeft = 1
  /// In the right headphone.
  case headphoneRight = 2
}
