/// Where the filter of a session has the undisturbed magnetic field from, by which it tells disturbances.
public enum MagneticReferenceOrigin: Hashable, Sendable {
  /// From what the magnetometer reads at the start: right where the start is undisturbed, whatever the magnetometer's scale.
  case learned
  /// From what is known of the place (`TrueNorthReference.magneticReference`), as by the World Magnetic Model: a field that
  /// is disturbed at the start is told at once. For a calibrated magnetometer. Learned where nothing is known.
  case place
}
