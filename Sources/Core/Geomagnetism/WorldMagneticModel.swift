import Rotations

/// The World Magnetic Model 2025: the field of the Earth's core to degree and order 12, for 2025.0 to 2030.0.
///
/// Source: A. Chulliat et al., "The US/UK World Magnetic Model for 2025-2030", NOAA NCEI and BGS, 2025; equation numbers are
/// those of its section 1.2. Computed in `Double`: it is evaluated once per place, not once per sample.
///
/// Goals, in order: no singularity at the poles; the published digits; few numbers in memory.
public enum WorldMagneticModel {
  /// The name of the model.
  public static var name: StaticString { "WMM2025" }
  /// The year of the coefficients.
  @export(implementation) public static var epoch: Double { 2025 }
  /// The years of the model. Outside of them the field is extrapolated and has a warning.
  @export(implementation) public static var validity: ClosedRange<Double> { 2025...2030 }

  /// The field at a place and a decimal year, such as `CalendarDate.decimalYear`.
  ///
  /// NaN if the year is NaN. Heights below -6000 km give meaningless values but do not trap.
  public static func field(at position: GeodeticPosition, decimalYear: Double) -> GeomagneticField {
    let (sineOfLatitude, cosineOfLatitude) = Double.sineAndCosine(position.latitude)
    // From geodetic to geocentric coordinates, equations 7 and 8.
    let curvature = equatorialRadius / (1 - squaredEccentricity * sineOfLatitude.squared).squareRoot()
    let fromAxis = (curvature + position.height) * cosineOfLatitude
    let fromEquator = (curvature * (1 - squaredEccentricity) + position.height) * sineOfLatitude
    let radius = (fromAxis.squared + fromEquator.squared).squareRoot()

    var sum = SphericalHarmonicSum(
      sineOfLatitude: fromEquator / radius, cosineOfLatitude: fromAxis / radius, longitude: position.longitude,
      relativeRadius: referenceRadius / radius, years: decimalYear - epoch)
    sum.addAllTerms()

    // From the geocentric to the geodetic vertical, equation 17.
    let sine = sum.sineOfLatitude * cosineOfLatitude - sum.cosineOfLatitude * sineOfLatitude
    let cosine = sum.cosineOfLatitude * cosineOfLatitude + sum.sineOfLatitude * sineOfLatitude
    func inMicroteslas(_ nanoteslas: Vector3<Double>) -> Vector3<Double> {
      Vector3(
        x: nanoteslas.x * cosine - nanoteslas.z * sine, y: nanoteslas.y, z: nanoteslas.x * sine + nanoteslas.z * cosine)
        * 0.001
    }
    return GeomagneticField(
      position: position, decimalYear: decimalYear, fieldInNED: inMicroteslas(sum.field),
      rateInNED: inMicroteslas(sum.rate))
  }

  /// WGS 84: semi-major axis in metres.
  private static var equatorialRadius: Double { 6_378_137 }
  /// WGS 84: f (2 - f) for a flattening f of 1/298.257223563.
  private static var squaredEccentricity: Double { (1 / 298.257223563) * (2 - 1 / 298.257223563) }
  /// The reference radius of the coefficients in metres.
  private static var referenceRadius: Double { 6_371_200 }
}

/// A place on or near the Earth in the World Geodetic System 1984, as in GPS.
@frozen
public struct GeodeticPosition: Hashable, Sendable {
  /// The geodetic latitude in radians, north positive, in [-π/2, π/2].
  public let latitude: Double
  /// The longitude in radians, east positive, as given.
  public let longitude: Double
  /// The height above the ellipsoid in metres. The height above sea level differs by up to 107 m, which changes the magnetic
  /// field by less than 3 nT.
  public let height: Double

  /// A place from degrees and metres above the ellipsoid; nil if a number is not finite, the latitude outside of ±90°, or the
  /// longitude outside of ±360°.
  @export(implementation)
  public init?(latitudeInDegrees latitude: Double, longitudeInDegrees longitude: Double, height: Double = 0) {
    guard abs(latitude) <= 90, abs(longitude) <= 360, (height - height) == 0 else { return nil }
    self.latitude = latitude * (.pi / 180)
    self.longitude = longitude * (.pi / 180)
    self.height = height
  }
}
