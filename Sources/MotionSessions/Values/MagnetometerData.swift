import MotionSamples
import Rotations

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
