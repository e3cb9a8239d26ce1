/// The origin of the undisturbed magnetic field by which the filter of a session detects disturbances.
public enum MagneticReferenceOrigin: Hashable, Sendable {
  /// Learned from the magnetometer at the start: for an undisturbed start, with any scale of the magnetometer.
  case learned
  /// The field of the place (`TrueNorthReference.magneticReference`), as by the World Magnetic Model: detects a field
  /// that is disturbed from the start. Needs a calibrated magnetometer. Learned if the place is unknown.
  case place
}
