import Foundation
import Geomagnetism
import Rotations
import Testing

@Suite struct WorldMagneticModelTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static func place(_ latitude: Double, _ longitude: Double, _ height: Double = 0) -> GeodeticPosition {
    GeodeticPosition(latitudeInDegrees: latitude, longitudeInDegrees: longitude, height: height)!
  }

  static func field(_ latitude: Double, _ longitude: Double, _ height: Double = 0, year: Double = 2025)
    -> GeomagneticField
  {
    WorldMagneticModel.field(at: place(latitude, longitude, height), decimalYear: year)
  }

  /// Every number of NOAA's test values, 12 rows of 15, lies within half of its last printed digit.
  @Test func reproducesThePublishedTestValues() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "Fixtures/WMM2025_TEST_VALUES.txt"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(rows.count == 12)
    for row in rows {
      let printed = row.split(separator: " ").compactMap { Double($0) }
      try #require(printed.count == 19)
      let field = Self.field(printed[2], printed[3], printed[1] * 1000, year: printed[0])
      let (ofField, ofRate) = (field.fieldInNED * 1000, field.rateInNED * 1000)
      let inNanoteslas = [
        (4, ofField.x), (5, ofField.y), (6, ofField.z), (7, field.horizontalIntensity * 1000),
        (8, field.totalIntensity * 1000), (12, ofRate.x), (13, ofRate.y), (14, ofRate.z),
        (15, field.horizontalIntensityRate * 1000), (16, field.totalIntensityRate * 1000),
      ]
      for (column, value) in inNanoteslas { #expect(abs(value - printed[column]) < 0.05 + 1e-9, "\(row) \(column)") }
      let inRadians = [
        (9, field.inclination), (10, field.declination), (11, field.gridVariation ?? .nan),
        (17, field.inclinationRate), (18, field.declinationRate),
      ]
      for (column, value) in inRadians {
        let difference = abs(value * 180 / .pi - printed[column])
        #expect(difference < 0.005 + 1e-9 || value.isNaN && printed[column].isNaN, "\(row) \(column)")
      }
      #expect((field.gridVariation == nil) == printed[11].isNaN)
    }
  }

  /// Golden/wmm.csv: 300 places by pygeomag, a third of them within 15° of a pole (see Golden/make-wmm.py).
  @Test func equalsAnotherImplementation() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "Golden/wmm.csv"), encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst()
    #expect(rows.count == 300)
    var zones: [Substring: Int] = [:]
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = cells.compactMap { Double($0) }
      let field = Self.field(numbers[0], numbers[1], numbers[2] * 1000, year: numbers[3])
      let expected = Vector3(x: numbers[4], y: numbers[5], z: numbers[6])
      #expect((field.fieldInNED * 1000 - expected).length < 1e-4, "\(row)")
      let horizontal = field.horizontalIntensity * 1000
      #expect(abs(field.declination * 180 / .pi - numbers[7]) < 1e-8 + 1e-2 / horizontal, "\(row)")
      #expect(abs(field.inclination * 180 / .pi - numbers[8]) < 1e-7, "\(row)")
      #expect(abs(field.uncertainty.declination * 180 / .pi - numbers[9]) < 1e-5, "\(row)")
      #expect(field.warnings.contains(.blackoutZone) == (cells[10] == "blackout"))
      #expect(field.warnings.contains(.cautionZone) == (cells[10] == "caution"))
      zones[cells[10], default: 0] += 1
    }
    #expect(zones == ["": 239, "caution": 36, "blackout": 25])
  }

  /// The main field is a dipole of -29351.8, -1410.8 and 4545.4 nT: on the equator, at the reference radius, its part to
  /// the north is -g(1, 0), and that down is -2 (g(1, 1) cos + h(1, 1) sin). What all other degrees add is less than 12 µT.
  @Test func signsByHand() {
    let field = Self.field(0, 90)
    #expect(abs(field.fieldInNED.x - 29.35) < 12)
    #expect(abs(field.fieldInNED.z - -2 * 4.545) < 12)
    // In Europe a compass needle dips down, in Australia up; it points east of north in Auckland, west in New York.
    #expect(Self.field(47, 8).inclination > 1 && Self.field(-33, 151).inclination < -1)
    #expect(Self.field(-36.8, 174.8).declination > 0.3 && Self.field(40.7, -74).declination < -0.2)
    let enu = Self.field(40.7, -74).fieldInENU
    #expect(enu.x < 0 && enu.y > 0 && enu.z < 0)
  }

  /// The rate is the derivative of the field, and the angles' rates are those of the angles.
  @Test func ratesAreDerivatives() {
    let (before, at, after) = (
      Self.field(61, -150, 300, year: 2026.9), Self.field(61, -150, 300, year: 2027),
      Self.field(61, -150, 300, year: 2027.1)
    )
    func slope(_ value: (GeomagneticField) -> Double) -> Double { (value(after) - value(before)) / 0.2 }
    #expect(((after.fieldInNED - before.fieldInNED) / 0.2 - at.rateInNED).length < 1e-12)
    #expect(abs(slope(\.declination) - at.declinationRate) < 1e-8)
    #expect(abs(slope(\.inclination) - at.inclinationRate) < 1e-8)
    #expect(abs(slope(\.horizontalIntensity) - at.horizontalIntensityRate) < 1e-6)
    #expect(abs(slope(\.totalIntensity) - at.totalIntensityRate) < 1e-6)
  }

  /// At a pole the components are those of the meridian given, and the field behind them is one and the same.
  @Test(arguments: [90.0, -90])
  func theFieldIsOneAtThePole(latitude: Double) throws {
    let greenwich = Self.field(latitude, 0)
    for longitude in [-180.0, -90, 10, 123, 360] {
      let field = Self.field(latitude, longitude)
      let turn = (latitude > 0 ? longitude : -longitude) * .pi / 180
      // The direction of the meridian turns with the longitude: at the north pole, 90° E has its north along 180° of
      // Greenwich's east.
      let (sine, cosine) = (sin(turn), cos(turn))
      let inGreenwich = Vector3(
        x: field.fieldInNED.x * cosine + field.fieldInNED.y * sine,
        y: field.fieldInNED.y * cosine - field.fieldInNED.x * sine, z: field.fieldInNED.z)
      #expect((inGreenwich - greenwich.fieldInNED).length < 1e-10)
      let difference = try #require(field.gridVariation) - #require(greenwich.gridVariation)
      #expect(abs(difference.wrappedToHalfTurn()) < 1e-9)
      let near = Self.field(latitude * (1 - 1e-9), longitude)
      #expect((near.fieldInNED - field.fieldInNED).length < 1e-6)
    }
  }

  @Test func longitudesAreTakenModuloATurn() {
    for longitude in [-170.0, -1, 0, 90, 180] {
      let other = longitude > 0 ? longitude - 360 : longitude + 360
      #expect((Self.field(-35, longitude).fieldInNED - Self.field(-35, other).fieldInNED).length < 1e-10)
    }
  }

  @Test func warnsOfWhatIsDoubtful() {
    #expect(Self.field(47, 8).warnings.isEmpty)
    #expect(Self.field(47, 8, year: 2030).warnings.isEmpty)
    #expect(Self.field(47, 8, year: 2030.001).warnings == .outsideValidity)
    #expect(Self.field(47, 8, year: 2024.99).warnings == .outsideValidity)
    #expect(Self.field(47, 8, -1001).warnings == .outsideHeights)
    #expect(Self.field(47, 8, 850_001).warnings == .outsideHeights)
    // The north magnetic pole of 2025, 85.76° N 139.30° E, by NOAA.
    let pole = Self.field(85.762, 139.298)
    #expect(pole.warnings == .blackoutZone)
    #expect(pole.horizontalIntensity < 0.05)
    #expect(pole.inclination > 1.569)
    #expect(Self.field(80, -60).warnings == .cautionZone)
  }

  @Test func uncertaintyByHand() {
    let field = Self.field(80, 0)
    let inDegrees = field.uncertainty.declination * 180 / .pi
    // H is 6523.2 nT: the root of 0.26² and (5417 / 6523.2)².
    #expect(abs(inDegrees - 0.8701) < 1e-4)
    #expect(abs(field.uncertainty.inclination * 180 / .pi - 0.2) < 1e-12)
    #expect(field.uncertainty.totalIntensity == 0.138 && field.uncertainty.fieldInNED.y == 0.089)
    #expect(Self.field(85.762, 139.298, year: 2025).uncertainty.declination <= .pi)
  }

  @Test func placesThatAreNone() {
    #expect(GeodeticPosition(latitudeInDegrees: 90.001, longitudeInDegrees: 0) == nil)
    #expect(GeodeticPosition(latitudeInDegrees: .nan, longitudeInDegrees: 0) == nil)
    #expect(GeodeticPosition(latitudeInDegrees: 0, longitudeInDegrees: 361) == nil)
    #expect(GeodeticPosition(latitudeInDegrees: 0, longitudeInDegrees: 0, height: .infinity) == nil)
    #expect(Self.field(10, 10, year: .nan).declination.isNaN)
    #expect(Self.field(10, 10, year: .nan).warnings == [.outsideValidity])
  }
}
