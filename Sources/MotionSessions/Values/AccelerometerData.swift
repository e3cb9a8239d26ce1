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
