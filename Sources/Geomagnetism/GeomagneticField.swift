import Rotations

/// The Earth's magnetic field at a place and a time, and how it changes from year to year.
///
/// North is true north: the direction of the meridian. At the poles themselves, where all directions are south or north,
/// it is the direction of the meridian of the position's longitude, as the limit on the way there.
@frozen
public struct GeomagneticField: Sendable {
  /// Where.
  public let position: GeodeticPosition
  /// When, as a year with a fraction.
  public let decimalYear: Double
  /// The components to the north, to the east and down, in µT.
  public let fieldInNED: Vector3<Double>
  /// The secular variation of the same, in µT per year.
  public let rateInNED: Vector3<Double>

  @inlinable
  init(
    position: GeodeticPosition, decimalYear: Double, fieldInNED: Vector3<Double>, rateInNED: Vector3<Double>
  ) {
    self.position = position
    self.decimalYear = decimalYear
    self.fieldInNED = fieldInNED
    self.rateInNED = rateInNED
  }

  /// The field to the east, to the north and up, in µT.
  @inlinable public var fieldInENU: Vector3<Double> {
    Vector3(x: fieldInNED.y, y: fieldInNED.x, z: -fieldInNED.z)
  }

  /// The angle from true north to magnetic north in radians, in (-π, π]: positive where magnetic north lies east of true
  /// north. Zero where there is no horizontal field.
  @inlinable public var declination: Double { Double.arcTangent(y: fieldInNED.y, x: fieldInNED.x) }

  /// The angle of the field below the horizon (dip) in radians, in [-π/2, π/2]: positive in the north.
  @inlinable public var inclination: Double { Double.arcTangent(y: fieldInNED.z, x: horizontalIntensity) }

  /// The size of the horizontal field, in µT.
  @inlinable public var horizontalIntensity: Double {
    (fieldInNED.x * fieldInNED.x + fieldInNED.y * fieldInNED.y).squareRoot()
  }

  /// The size of the field, in µT.
  @inlinable public var totalIntensity: Double { fieldInNED.length }

  /// How the declination changes, in radians per year; not a number where there is no horizontal field.
  @inlinable public var declinationRate: Double {
    (fieldInNED.x * rateInNED.y - fieldInNED.y * rateInNED.x) / horizontalIntensity.squared
  }

  /// How the inclination changes, in radians per year; not a number where there is no horizontal field.
  @inlinable public var inclinationRate: Double {
    (horizontalIntensity * rateInNED.z - fieldInNED.z * horizontalIntensityRate) / fieldInNED.squaredLength
  }

  /// How the horizontal intensity changes, in µT per year; not a number where there is no horizontal field.
  @inlinable public var horizontalIntensityRate: Double {
    (fieldInNED.x * rateInNED.x + fieldInNED.y * rateInNED.y) / horizontalIntensity
  }

  /// How the total intensity changes, in µT per year.
  @inlinable public var totalIntensityRate: Double { fieldInNED.dot(rateInNED) / totalIntensity }

  /// The angle from grid north of a polar stereographic map to magnetic north in radians, in [-π, π]; nil between 55° south
  /// and 55° north. The grid's north is that of the meridian of Greenwich, so that this has a meaning at the poles too.
  @inlinable public var gridVariation: Double? {
    guard abs(position.latitude) >= 55 * (.pi / 180) else { return nil }
    return (declination - (position.latitude > 0 ? position.longitude : -position.longitude)).wrappedToHalfTurn()
  }

  /// How far the model may be off.
  @inlinable public var uncertainty: GeomagneticUncertainty {
    GeomagneticUncertainty(horizontalIntensity: horizontalIntensity)
  }

  /// What is doubtful.
  @inlinable public var warnings: GeomagneticWarnings {
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

/// What is doubtful about a field of the World Magnetic Model. Nothing of it makes the field unusable by itself.
@frozen
public struct GeomagneticWarnings: Hashable, Sendable {
  /// The bits; their values are part of the interface and do not change.
  public let rawValue: UInt8

  /// Warnings from their bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The date lies outside of `WorldMagneticModel.validity`: the field is extrapolated, and the errors grow.
  @inlinable public static var outsideValidity: Self { Self(rawValue: 1 << 0) }
  /// The height lies outside of -1 to 850 km, for which the model was made.
  @inlinable public static var outsideHeights: Self { Self(rawValue: 1 << 1) }
  /// Around a magnetic pole: the horizontal intensity is from 2 to 6 µT, and compasses may err.
  @inlinable public static var cautionZone: Self { Self(rawValue: 1 << 2) }
  /// Around a magnetic pole: the horizontal intensity is below 2 µT, and compasses are unreliable.
  @inlinable public static var blackoutZone: Self { Self(rawValue: 1 << 3) }
}

// An option set brings array literals, which allocate; a microcontroller does without them.
#if !hasFeature(Embedded)
  extension GeomagneticWarnings: OptionSet {}
#endif
