import Geomagnetism
import SystemLibrary

/// `cardan field`: the Earth's magnetic field at a place.
struct FieldCommand: Subcommand {
  var places: [String] = []
  var date: CalendarDate?
  var isJSON = false

  static var syntax: CommandSyntax<FieldCommand> {
    CommandSyntax(
      name: "field",
      summary: "Show the Earth's magnetic field at a place: declination, dip, strength.",
      operands: .init(
        placeholder: "LAT,LON[,HEIGHT]",
        help: "The place in degrees (north and east positive), the height in metres above the WGS 84 ellipsoid [0]",
        count: 1...1, target: \.places, file: { _ in nil }),
      options: [
        .value("date", "YYYY-MM-DD", \.date, "Use this date [today, UTC]"),
        .flag("json", \.isJSON, true, "Write JSON: angles in degrees, fields in uT, rates per year"),
      ],
      notes: [
        "From the World Magnetic Model 2025 of NOAA and the British Geological Survey, valid for 2025 to 2029. Declination is "
          + "positive if magnetic north lies east of true north, inclination (dip) if the field points down. The "
          + "uncertainty is one standard deviation over the Earth; near magnetic rock or iron the field differs by more."
      ],
      examples: [
        .init(line: "cardan field 47.38,8.54,450", purpose: "Show today's field."),
        .init(line: "cardan field -33.87,151.21 --date 2026-11-20 --json", purpose: "Write the field for a program."),
      ])
  }

  func run() throws -> ExitStatus {
    guard let place = GeodeticPosition(argument: places[0]) else {
      throw UsageError(
        GeodeticPosition.objection(to: places[0]) ?? "expected \(GeodeticPosition.expectation), found '\(places[0])'")
    }
    guard let date = date ?? CalendarDate.today else {
      throw UsageError("system clock out of range; give --date")
    }
    let report = FieldReport(
      field: WorldMagneticModel.field(at: place, decimalYear: date.decimalYear), date: date)
    try Console.write(isJSON ? try report.json() : report.text)
    return .success
  }
}

extension CalendarDate {
  /// Today, in universal time; nil if the clock of the computer is out of range.
  static var today: CalendarDate? { CalendarDate(secondsSince1970: Double(time(nil))) }
}
