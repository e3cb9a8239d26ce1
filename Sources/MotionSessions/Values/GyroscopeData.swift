import MotionSamples
import Rotations

/// One reading of the gyroscope: the counterpart of Core Motion's `CMGyroData`.
public struct GyroscopeData: MotionItem {
  /// When it was taken, since the epoch of the source.
  public var timestamp: Timestamp
  /// The angular rate in rad/s in device axes, with the gyroscope's bias still in it; positive counter-clockwise for an
  /// observer at whom the axis points. For the rate without the bias see `DeviceMotion.rotationRate`.
  public var rotationRate: Vector3<Double>

  /// A reading from its parts.
  public init(timestamp: Timestamp, rotationRate: Vector3<Double>) {
    self.timestamp = timestamp
    self.rotationRate = rotationRate
  }
}
