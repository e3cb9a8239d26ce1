/// A place on or near the Earth in the World Geodetic System 1984, as GPS receivers give it.
@frozen
public struct GeodeticPosition: Hashable, Sendable {
  /// The geodetic latitude in radians, north positive, in [-π/2, π/2].
  public let latitude: Double
  /// The longitude in radians, east positive, as given.
  public let longitude: Double
  /// The height above the ellipsoid in metres. Height above sea level differs from it by at most 107 m, which changes the
  /// magnetic field by less than 3 nT.
  public let height: Double

  /// A place from degrees, in which places are written everywhere, and metres above the ellipsoid; nil where a number is
  /// not finite, the latitude outside of ±90° or the longitude outside of ±360°.
  @inlinable
  public init?(latitudeInDegrees latitude: Double, longitudeInDegrees longitude: Double, height: Double = 0) {
    guard abs(latitude) <= 90, abs(longitude) <= 360, (height - height) == 0 else { return nil }
    self.latitude = latitude * (.pi / 180)
    self.longitude = longitude * (.pi / 180)
    self.height = height
  }
}
