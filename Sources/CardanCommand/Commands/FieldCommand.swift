import Foundation
import Geomagnetism

/// `cardan field`: the Earth's magnetic field at a place.
struct FieldCommand: Subcommand {
  var places: [String] = []
  var date: CalendarDate?
  var isJSON = false

  static var syntax: CommandSyntax<FieldCommand> {
    CommandSyntax(
      name: "field",
      summary: "Says what the Earth's magnetic field is at a place: declination, dip, strength.",
      operands: .init(
        placeholder: "LAT,LON[,HEIGHT]",
        help: "The place, in degrees (north and east positive) and metres above the ellipsoid of WGS 84 (default: 0).",
        count: 1...1, target: \.places),
      options: [
        .value("date", "YYYY-MM-DD", \.date, "The day (default: today, in universal time)."),
        .flag("json", \.isJSON, true, "Write JSON: angles in degrees, fields in uT, rates per year."),
      ],
      notes: [
        "By the World Magnetic Model 2025 of NOAA and the British Geological Survey, made for 2025 to 2029. Declination is "
          + "positive where magnetic north lies east of true north; inclination (dip) where the field points down. The "
          + "uncertainty is one standard deviation over the Earth; near magnetic rock or iron the field differs by more."
      ],
      examples: [
        .init(line: "cardan field 47.38,8.54,450", purpose: "The field of today."),
        .init(line: "cardan field -33.87,151.21 --date 2026-11-20 --json", purpose: "For a program."),
      ])
  }

  func run() throws -> ExitStatus {
    guard let place = GeodeticPosition(argument: places[0]) else {
      throw UsageError("the place is \(GeodeticPosition.expectation), not '\(places[0])'")
    }
    guard let date = date ?? CalendarDate(secondsSince1970: Date().timeIntervalSince1970) else {
      throw UsageError("the clock of this machine is wrong: give --date")
    }
    let report = FieldReport(
      field: WorldMagneticModel.field(at: place, decimalYear: date.decimalYear), date: date)
    Console.write(isJSON ? try report.json() : report.text)
    return .success
  }
}
