// Geomagnetism: the Earth's magnetic field at a place and date, and true north from magnetic north.
// It has the coefficients of the World Magnetic Model and its mathematics, nothing of magnetometers.

import Rotations

/// The Earth's magnetic field at a place and time, with its yearly change.
///
/// North is true north, the direction of the meridian; at the poles, of the meridian of the given longitude.
@frozen
public struct GeomagneticField: Sendable {
  /// The place.
  public let position: GeodeticPosition
  /// The time as a decimal year.
  public let decimalYear: Double
  /// The components north, east and down, in µT.
  public let fieldInNED: Vector3<Double>
  /// The secular variation of `fieldInNED`, in µT per year.
  public let rateInNED: Vector3<Double>

  @export(implementation)
  init(
    position: GeodeticPosition, decimalYear: Double, fieldInNED: Vector3<Double>, rateInNED: Vector3<Double>
  ) {
    self.position = position
    self.decimalYear = decimalYear
    self.fieldInNED = fieldInNED
    self.rateInNED = rateInNED
  }

  /// The components east, north and up, in µT.
  @export(implementation) public var fieldInENU: Vector3<Double> {
    Vector3(x: fieldInNED.y, y: fieldInNED.x, z: -fieldInNED.z)
  }

  /// The angle from true north to magnetic north in radians, in (-π, π], positive to the east. Zero without a horizontal field.
  @export(implementation) public var declination: Double { Double.arcTangent(y: fieldInNED.y, x: fieldInNED.x) }

  /// The angle of the field below the horizon (dip) in radians, in [-π/2, π/2]; positive in the north.
  @export(implementation) public var inclination: Double { Double.arcTangent(y: fieldInNED.z, x: horizontalIntensity) }

  /// The magnitude of the horizontal field, in µT.
  @export(implementation) public var horizontalIntensity: Double {
    (fieldInNED.x * fieldInNED.x + fieldInNED.y * fieldInNED.y).squareRoot()
  }

  /// The magnitude of the field, in µT.
  @export(implementation) public var totalIntensity: Double { fieldInNED.length }

  /// The change of the declination, in radians per year; NaN without a horizontal field.
  @export(implementation) public var declinationRate: Double {
    (fieldInNED.x * rateInNED.y - fieldInNED.y * rateInNED.x) / horizontalIntensity.squared
  }

  /// The change of the inclination, in radians per year; NaN without a horizontal field.
  @export(implementation) public var inclinationRate: Double {
    (horizontalIntensity * rateInNED.z - fieldInNED.z * horizontalIntensityRate) / fieldInNED.squaredLength
  }

  /// The change of the horizontal intensity, in µT per year; NaN without a horizontal field.
  @export(implementation) public var horizontalIntensityRate: Double {
    (fieldInNED.x * rateInNED.x + fieldInNED.y * rateInNED.y) / horizontalIntensity
  }

  /// The change of the total intensity, in µT per year.
  @export(implementation) public var totalIntensityRate: Double { fieldInNED.dot(rateInNED) / totalIntensity }

  /// The angle from grid north of a polar stereographic map to magnetic north in radians, in [-π, π]; nil between 55° south
  /// and 55° north. Grid north is the direction of the Greenwich meridian, so it is defined at the poles too.
  @export(implementation) public var gridVariation: Double? {
    guard abs(position.latitude) >= 55 * (.pi / 180) else { return nil }
    return (declination - (position.latitude > 0 ? position.longitude : -position.longitude)).wrappedToHalfTurn()
  }

  /// The standard deviations of the model.
  @export(implementation) public var uncertainty: GeomagneticUncertainty {
    GeomagneticUncertainty(horizontalIntensity: horizontalIntensity)
  }

  /// Conditions under which the model is less accurate.
  @export(implementation) public var warnings: GeomagneticWarnings {
    let isInTime = WorldMagneticModel.validity.contains(decimalYear)
    let isInHeight = position.height >= -1_000 && position.height <= 850_000
    var bits = isInTime ? 0 : GeomagneticWarnings.outsideValidity.rawValue
    bits |= isInHeight ? 0 : GeomagneticWarnings.outsideHeights.rawValue
    if horizontalIntensity < 2 {
      bits |= GeomagneticWarnings.blackoutZone.rawValue
    } else if horizontalIntensity < 6 {
      bits |= GeomagneticWarnings.cautionZone.rawValue
    }
    return GeomagneticWarnings(rawValue: bits)
  }
}

/// Standard deviations of the World Magnetic Model 2025 relative to the field at a place without iron: the errors of the
/// model, and the omitted fields of crust and ionosphere. Averages over the Earth and five years; places with magnetic rock
/// differ by several degrees.
///
/// Source: A. Chulliat et al., "The US/UK World Magnetic Model for 2025-2030", NOAA NCEI, 2025: the error model.
@frozen
public struct GeomagneticUncertainty: Sendable {
  /// Of the components north, east and down, in µT.
  public let fieldInNED: Vector3<Double>
  /// Of the horizontal intensity, in µT.
  public let horizontalIntensity: Double
  /// Of the total intensity, in µT.
  public let totalIntensity: Double
  /// Of the inclination, in radians.
  public let inclination: Double
  /// Of the declination, in radians; grows towards the magnetic poles, up to π.
  public let declination: Double

  /// The uncertainty at a horizontal intensity in µT.
  @export(implementation)
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

/// Conditions under which the World Magnetic Model is less accurate. The field remains usable.
@frozen
public struct GeomagneticWarnings: Hashable, Sendable {
  /// The bits; their values are stable.
  public let rawValue: UInt8

  /// Warnings from their bits.
  @export(implementation) public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The date is outside of `WorldMagneticModel.validity`: the field is extrapolated, and its errors grow.
  @export(implementation) public static var outsideValidity: Self { Self(rawValue: 1 << 0) }
  /// The height is outside of the range of the model, -1 to 850 km.
  @export(implementation) public static var outsideHeights: Self { Self(rawValue: 1 << 1) }
  /// Around a magnetic pole: the horizontal intensity is from 2 to 6 µT, and compasses may err.
  @export(implementation) public static var cautionZone: Self { Self(rawValue: 1 << 2) }
  /// Around a magnetic pole: the horizontal intensity is below 2 µT, and compasses are unreliable.
  @export(implementation) public static var blackoutZone: Self { Self(rawValue: 1 << 3) }
}

// An option set has array literals, which allocate, so Embedded Swift does without.
#if !hasFeature(Embedded)
  extension GeomagneticWarnings: OptionSet {}
#endif
