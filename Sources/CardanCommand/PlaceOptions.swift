import Geomagnetism
import LogProcessing
import MotionLogs

/// The options for the place of a recording, of commands that check its magnetic field.
struct PlaceOptions {
  /// Where the logs were recorded; nil for what their satellite receiver recorded.
  var location: GeodeticPosition?
  /// When; nil for what the log records.
  var date: CalendarDate?

  /// The rules of a command that stores them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, PlaceOptions>) -> [OptionRule<Command>] {
    [
      .value(
        "location", "LAT,LON[,HEIGHT]", path.appending(path: \.location),
        "Check the magnetic field against the World Magnetic Model 2025 at this place [that of the log's satellite "
          + "receiver, otherwise somewhere on the northern hemisphere]"),
      .value(
        "date", "YYYY-MM-DD", path.appending(path: \.date), "Set the date of the recording for the model [2025-01-01]"),
    ]
  }

  /// The field of the Earth at the place of a log; nil if the place is unknown.
  func field(for header: LogHeader) -> GeomagneticField? {
    let place = TrueNorth(at: location, date: date).resolved(by: header)
    return place.position.map {
      WorldMagneticModel.field(at: $0, decimalYear: place.date?.decimalYear ?? WorldMagneticModel.epoch)
    }
  }
}
