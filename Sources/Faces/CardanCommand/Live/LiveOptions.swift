import Geomagnetism
import LogFormats
import LogTables
import MotionSamples
import MotionSessions

/// The options of `live`, `level`, `events` and `provide`: a source and how to read it.
struct LiveOptions {
  /// The place, for true north and as the magnetic reference.
  var location: GeodeticPosition?
  /// The origin of the filter's undisturbed magnetic field.
  var magneticReference = MagneticReferenceChoice.learned
  /// The mounting of the sensor.
  var axes = AxisMapping.identity
  /// Units and the like that the source leaves open.
  var logOptions = LogOptions()

  /// The rules for a command that keeps them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, LiveOptions>) -> [OptionRule<Command>] {
    // Without --rate: rows without timestamps get their time of arrival.
    let units = SourceOptions.rules(at: path.appending(path: \.logOptions)).filter { $0.long != "rate" }
    return units + [
      .flag(
        "no-magnetometer", path.appending(path: \.logOptions.usesMagnetometer), false,
        "Ignore the magnetometer; the heading is then relative and drifts"),
      .value(
        "axes", "X,Y,Z", path.appending(path: \.axes),
        "Take body x, y and z from these sensor axes [x,y,z]"),
    ]
  }

  /// The operand: one source.
  static func operands<Command>(at target: WritableKeyPath<Command, [String]>) -> CommandSyntax<Command>.Operands {
    .init(
      placeholder: "SOURCE", help: "The origin of samples; see below", count: 1...1, target: target,
      file: { (try? SourceAddress($0))?.file })
  }

  /// The source at an address.
  func source(_ address: SourceAddress) throws -> any MotionSource {
    var trueNorth: TrueNorthReference?
    if let location {
      guard let today = CalendarDate.today else {
        throw UsageError("true north needs the date, and the clock of this computer is wrong")
      }
      trueNorth = try TrueNorthReference(position: location, decimalYear: today.decimalYear)
    }
    return try address.source(options: logOptions, trueNorth: trueNorth)
  }
}
