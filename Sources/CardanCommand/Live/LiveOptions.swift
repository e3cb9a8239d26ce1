import Foundation
import Geomagnetism
import MotionLogs
import MotionSamples
import MotionSessions

/// What `live` and `level` have in common: a source and how it is read.
struct LiveOptions {
  /// The place, for true north and as the magnetic reference.
  var location: GeodeticPosition?
  /// Where the filter has the undisturbed magnetic field from.
  var magneticReference = MagneticReferenceChoice.learned
  /// How the sensor is mounted.
  var axes = AxisMapping.identity
  /// What the source does not say of itself.
  var logOptions = LogOptions()

  /// The rules for a command that keeps them at `path`.
  static func rules<Command>(at path: WritableKeyPath<Command, LiveOptions>) -> [OptionRule<Command>] {
    // The rate of a log without stamps is no matter here: its rows are stamped as they come.
    let units = SourceOptions.rules(at: path.appending(path: \.logOptions)).filter { $0.long != "rate" }
    return units + [
      .flag(
        "no-magnetometer", path.appending(path: \.logOptions.usesMagnetometer), false,
        "Leave the magnetometer out; the heading is then relative and drifts."),
      .value(
        "axes", "X,Y,Z", path.appending(path: \.axes),
        "The sensor axes that are read for body x, y and z, for a sensor mounted in quarter turns (default: x,y,z)."),
    ]
  }

  /// What stands beside the options.
  static func operands<Command>(at target: WritableKeyPath<Command, [String]>) -> CommandSyntax<Command>.Operands {
    .init(placeholder: "SOURCE", help: "Where samples come from; see below.", count: 1...1, target: target)
  }

  /// The source that an address names.
  func source(_ address: SourceAddress) throws -> any MotionSource {
    var trueNorth: TrueNorthReference?
    if let location {
      guard let today = CalendarDate(secondsSince1970: Date().timeIntervalSince1970) else {
        throw UsageError("the clock of this machine is wrong, and true north needs the day")
      }
      trueNorth = try TrueNorthReference(position: location, decimalYear: today.decimalYear)
    }
    return try address.source(options: logOptions, trueNorth: trueNorth)
  }
}
