import AttitudeFilters
import Geomagnetism
import Rotations

/// The declination of a place, for true north, and its undisturbed magnetic field, for the filter's magnetic reference.
public struct TrueNorthReference: Hashable, Sendable {
  /// The angle from true north to magnetic north in radians, in [-π, π], east positive.
  public let declination: Double
  /// The strength and dip of the undisturbed field; nil if unknown. A `MotionManager` uses them with
  /// `MagneticReferenceOrigin.place`.
  public let magneticReference: MagneticReference<Double>?

  /// A reference from a declination in radians, east positive, and the undisturbed field if known.
  ///
  /// Throws `invalidParameter` for a declination outside [-π, π].
  public init(declination: Double, magneticReference: MagneticReference<Double>? = nil) throws(MotionError) {
    guard abs(declination) <= .pi else {
      throw .invalidParameter("invalid declination: \(declination) rad; expected -π to π")
    }
    self.declination = declination
    self.magneticReference = magneticReference
  }

  /// A reference from a place and a decimal year (`CalendarDate.decimalYear`) by the World Magnetic Model
  /// (`WorldMagneticModel`).
  ///
  /// A year outside `WorldMagneticModel.validity` is extrapolated, with an error that grows by about 0.1° a year at
  /// middle latitudes. Throws `trueNorthNotAvailable` in the blackout zones around the magnetic poles, where the
  /// horizontal field is too weak for a compass.
  public init(position: GeodeticPosition, decimalYear: Double) throws(MotionError) {
    let field = WorldMagneticModel.field(at: position, decimalYear: decimalYear)
    guard decimalYear.isFinite else {
      throw .invalidParameter("invalid year: \(decimalYear); expected a finite number")
    }
    guard !field.warnings.contains(.blackoutZone) else {
      throw .trueNorthNotAvailable("compasses are unreliable this close to a magnetic pole")
    }
    try self.init(
      declination: field.declination,
      magneticReference: MagneticReference(strength: field.totalIntensity, dip: field.inclination))
  }
}

/// The origin of the undisturbed magnetic field by which the filter of a session detects disturbances.
public enum MagneticReferenceOrigin: Hashable, Sendable {
  /// Learned from the magnetometer at the start: for an undisturbed start, with any scale of the magnetometer.
  case learned
  /// The field of the place (`TrueNorthReference.magneticReference`), as by the World Magnetic Model: detects a field
  /// that is disturbed from the start. Needs a calibrated magnetometer. Learned if the place is unknown.
  case place
}
