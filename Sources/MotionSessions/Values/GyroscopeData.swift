import MotionSamples
import Rotations

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
