import AttitudeFilters
import Geomagnetism
import LogFormats
import LogProcessing
import LogTables
import MotionSamples
import Rotations

/// A unit as an option value, in any of its spellings, or divided by a number.
extension ScaledUnit: ArgumentValue {
  init?(argument: String) { self.init(spelling: argument) }
  static var expectation: String {
    "one of \(choices.joined(separator: ", ")), or one divided by a number such as \(choices[1])/100"
  }
  static var choices: [String] { Unit.allUnits.map(\.symbol) }
}

extension AxisMapping: ArgumentValue {
  init?(argument: String) {
    guard let mapping = try? AxisMapping(argument) else { return nil }
    self = mapping
  }
  static var expectation: String { "three of x, y, z with signs, such as x,-z,y" }
  static func objection(to argument: String) -> String? {
    do throws(AxisMappingError) {
      _ = try AxisMapping(argument)
      return nil
    } catch {
      return error.description
    }
  }
}

extension SensorAxes: ArgumentValue {
  init?(argument: String) { self.init(argument) }
  static var expectation: String { "x, y and z in any order with signs, such as -x,-y,-z" }
}

extension SignedAxis: ArgumentValue {
  init?(argument: String) {
    let axes: [SignedAxis] = [.x, .y, .z, -.x, -.y, -.z]
    let name = argument.lowercased()
    guard let axis = axes.first(where: { $0.description == name || "+\($0)" == name }) else { return nil }
    self = axis
  }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { ["x", "y", "z", "-x", "-y", "-z"] }
}

extension FilterKind: ArgumentValue {
  init?(argument: String) { self.init(name: argument.lowercased()) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { allCases.map(\.name) }
}

extension ReferenceFrame: ArgumentValue {
  init?(argument: String) { self.init(name: argument.lowercased()) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { allCases.map(\.name) }
}

extension IMUSelection: ArgumentValue {
  init?(argument: String) { self.init(spelling: argument) }
  static var expectation: String { "all, or two to four numbers with commas between them, such as 0,2" }
}

extension AttitudeColumns: ArgumentValue {
  init?(argument: String) { self.init(names: argument) }
  static var expectation: String { "names from \(groupNames.joined(separator: ",")), with commas between them" }
}

extension Vector3<Double>: ArgumentValue {
  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
    self.init(x: numbers[0], y: numbers[1], z: numbers[2])
  }
  static var expectation: String { "three numbers with commas between them, such as 1,0.5,1.2" }
}

extension GeodeticPosition: ArgumentValue {
  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.init(
      latitudeInDegrees: numbers[0], longitudeInDegrees: numbers[1], height: numbers.count == 3 ? numbers[2] : 0)
  }

  static var expectation: String { "LAT,LON or LAT,LON,HEIGHT in degrees and metres, such as 47.38,8.54" }

  static func objection(to argument: String) -> String? {
    let latitude = argument.split(separator: ",", omittingEmptySubsequences: false).first.flatMap { Double($0) }
    guard let latitude, !(-90...90).contains(latitude) else { return nil }
    return
      "expected a latitude from -90 to 90 deg before the longitude, found \(Figures.trimmed(latitude, decimals: 6)) in "
      + "'\(argument)'"
  }

  /// The place in the form that the option takes.
  var text: String {
    let degrees = [latitude, longitude].map { Figures.trimmed($0 * 180 / .pi, decimals: 6) }
    return (degrees + (height == 0 ? [] : [Figures.trimmed(height, decimals: 3)])).joined(separator: ",")
  }
}

extension CalendarDate: ArgumentValue {
  init?(argument: String) { self.init(argument) }
  static var expectation: String { "a valid date, YYYY-MM-DD" }
}

/// The origin of a filter's undisturbed magnetic field.
enum MagneticReferenceChoice: String, NamedChoice {
  /// Learned from the magnetometer at the start.
  case learned
  /// The World Magnetic Model.
  case model

  /// The rule for a command that keeps it at `path`.
  static func rule<Command>(at path: WritableKeyPath<Command, MagneticReferenceChoice>) -> OptionRule<Command> {
    .value(
      "magnetic-reference", "WHICH", path,
      "Detect magnetic disturbances against the field learned at the start or, for a calibrated magnetometer, against the "
        + "World Magnetic Model at --location [learned]")
  }

  static let placeIsMissing = "option '--magnetic-reference model' needs the place: --location LAT,LON"
}

/// A port with an optional host: `14550`, `192.168.1.7:14550`, `[::1]:14550`.
struct NetworkAddress: ArgumentValue {
  /// The name or address; nil if omitted.
  var host: String?
  /// The port, from 1.
  var port: UInt16

  init?(argument: String) {
    let colon = argument.lastIndex(of: ":")
    let digits = colon.map { argument[argument.index(after: $0)...] } ?? argument[...]
    guard let port = UInt16(digits), port > 0 else { return nil }
    self.port = port
    guard let colon else { return }
    var host = argument[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
  }

  static var expectation: String { "HOST:PORT, such as 127.0.0.1:14550" }
}
