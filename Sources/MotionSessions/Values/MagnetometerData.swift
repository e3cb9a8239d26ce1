import MotionSamples
import Rotations

/// One reading of the magnetometer: the counterpart of Core Motion's `CMMagnetometerData`.
public struct MagnetometerData: MotionItem {
  /// When it was taken, since the epoch of the source.
  public var timestamp: Timestamp
  /// The magnetic field in µT in device axes, with what the device itself adds still in it. For the field without it see
  /// `DeviceMotion.magneticField`.
  public var magneticField: Vector3<Double>

  /// A reading from its parts.
  public init(timestamp: Timestamp, magneticField: Vector3<Double>) {
    self.timestamp = timestamp
    self.magneticField = magneticField
  }
}
