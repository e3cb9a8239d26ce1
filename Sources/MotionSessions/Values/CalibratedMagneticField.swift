import AttitudeFilters
import Rotations

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
