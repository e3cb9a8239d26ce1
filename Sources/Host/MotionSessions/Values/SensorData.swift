import MotionSamples
import Rotations

/// One reading of the accelerometer: the counterpart of Core Motion's `CMAccelerometerData`.
public struct AccelerometerData: MotionItem {
  /// The time of the reading, since the epoch of the source.
  public var timestamp: Timestamp
  /// The acceleration in g (9.80665 m/s²) with Core Motion's sign, in device axes: minus the specific force.
  ///
  /// It is gravity plus user acceleration: (0, 0, -1) for a device lying face up, a negative x when pushed to +x, 0 in
  /// free fall.
  public var acceleration: Vector3<Double>

  /// A reading from its parts.
  public init(timestamp: Timestamp, acceleration: Vector3<Double>) {
    self.timestamp = timestamp
    self.acceleration = acceleration
  }

  /// A reading from the specific force in m/s², which points up at rest.
  init(timestamp: Timestamp, specificForce: Vector3<Double>) {
    self.init(timestamp: timestamp, acceleration: -AccelerationUnit.standardGravities.fromSI(specificForce))
  }
}

/// One reading of the gyroscope: the counterpart of Core Motion's `CMGyroData`.
public struct GyroscopeData: MotionItem {
  /// The time of the reading, since the epoch of the source.
  public var timestamp: Timestamp
  /// The angular rate in rad/s in device axes, including the gyroscope's bias; positive counter-clockwise seen from the
  /// tip of the axis. `DeviceMotion.rotationRate` has the rate without the bias.
  public var rotationRate: Vector3<Double>

  /// A reading from its parts.
  public init(timestamp: Timestamp, rotationRate: Vector3<Double>) {
    self.timestamp = timestamp
    self.rotationRate = rotationRate
  }
}

/// One reading of the magnetometer: the counterpart of Core Motion's `CMMagnetometerData`.
public struct MagnetometerData: MotionItem {
  /// The time of the reading, since the epoch of the source.
  public var timestamp: Timestamp
  /// The magnetic field in µT in device axes, including the field of the device. `DeviceMotion.magneticField` has the
  /// field without it.
  public var magneticField: Vector3<Double>

  /// A reading from its parts.
  public init(timestamp: Timestamp, magneticField: Vector3<Double>) {
    self.timestamp = timestamp
    self.magneticField = magneticField
  }
}

/// A value of a service: the counterpart of Core Motion's `CMLogItem`.
public protocol MotionItem: Sendable {
  /// The time of the value, in nanoseconds since the epoch of the source (in Core Motion: seconds since the device
  /// started). The time between two values is `later.timestamp.seconds(since: earlier.timestamp)`.
  var timestamp: Timestamp { get }
}
