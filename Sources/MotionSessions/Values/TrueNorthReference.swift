import AttitudeFilters
import Geomagnetism
import Rotations

/// What must be known of the place for true north, and may serve as the filter's magnetic reference.
public struct TrueNorthReference: Hashable, Sendable {
  /// The angle from true north to magnetic north in radians, in [-π, π]: positive where magnetic north lies east of true
  /// north.
  public let declination: Double
  /// Strength and dip of the undisturbed field; nil where they are not known. A `MotionManager` uses them where it is asked
  /// to (`MagneticReferenceOrigin`).
  public let magneticReference: MagneticReference<Double>?

  /// A reference from a declination in radians, east positive, and from the undisturbed field where that is known, too.
  /// Throws `invalidParameter` where the declination is not in [-π, π].
  public init(declination: Double, magneticReference: MagneticReference<Double>? = nil) throws(MotionError) {
    guard abs(declination) <= .pi else {
      throw .invalidParameter("a declination must lie between -π and π radians, and \(declination) does not")
    }
    self.declination = declination
    self.magneticReference = magneticReference
  }

  /// A reference from the place and the time, a year with a fraction such as `CalendarDate.decimalYear`, by the World
  /// Magnetic Model (``WorldMagneticModel``).
  ///
  /// Throws `trueNorthNotAvailable` in the blackout zones around the magnetic poles, where the horizontal field is too
  /// weak for a compass. A year outside of `WorldMagneticModel.validity` is extrapolated; the error grows by about 0.1° a
  /// year at middle latitudes.
  public init(position: GeodeticPosition, decimalYear: Double) throws(MotionError) {
    let field = WorldMagneticModel.field(at: position, decimalYear: decimalYear)
    guard decimalYear.isFinite else { throw .invalidParameter("a year must be a number, and \(decimalYear) is not") }
    guard !field.warnings.contains(.blackoutZone) else {
      throw .trueNorthNotAvailable("compasses are unreliable so near to a magnetic pole")
    }
    try self.init(
      declination: field.declination,
      magneticReference: MagneticReference(strength: field.totalIntensity, dip: field.inclination))
  }
}
