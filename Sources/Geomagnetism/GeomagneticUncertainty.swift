import Rotations

/// Standard deviations of the World Magnetic Model 2025 against what a magnetometer would see at a place without iron:
/// the model's own errors, and the crust and the currents above that it leaves out. Averages over the Earth and over the
/// five years; single places with magnetic rock differ by several degrees.
///
/// Source: A. Chulliat et al., "The US/UK World Magnetic Model for 2025-2030", NOAA NCEI, 2025: the error model.
@frozen
public struct GeomagneticUncertainty: Sendable {
  /// Of the components to the north, to the east and down, in µT.
  public let fieldInNED: Vector3<Double>
  /// Of the horizontal intensity, in µT.
  public let horizontalIntensity: Double
  /// Of the total intensity, in µT.
  public let totalIntensity: Double
  /// Of the inclination, in radians.
  public let inclination: Double
  /// Of the declination, in radians; it grows towards the magnetic poles, and is at most π.
  public let declination: Double

  /// The uncertainty where the horizontal intensity, in µT, is this.
  @inlinable
  init(horizontalIntensity horizontal: Double) {
    fieldInNED = Vector3(x: 0.137, y: 0.089, z: 0.141)
    horizontalIntensity = 0.133
    totalIntensity = 0.138
    inclination = 0.20 * (.pi / 180)
    let ofDirection = horizontal > 0.01 ? 5.417 / horizontal : 541.7
    let degrees = (0.26 * 0.26 + ofDirection * ofDirection).squareRoot()
    declination = (degrees < 180 ? degrees : 180) * (.pi / 180)
  }
}
