import AttitudeFilters
import LogProcessing
import MotionLogs
import MotionSamples

/// Units as option values, in any of their spellings.
protocol UnitArgument: ArgumentValue, MeasurementUnit {}

extension UnitArgument {
  init?(argument: String) { self.init(spelling: argument) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { allUnits.map(\.symbol) }
}

extension AngularRateUnit: UnitArgument {}
extension AccelerationUnit: UnitArgument {}
extension MagneticFieldUnit: UnitArgument {}
extension TimeUnit: UnitArgument {}

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

extension AttitudeColumns: ArgumentValue {
  init?(argument: String) { self.init(names: argument) }
  static var expectation: String { "names from \(groupNames.joined(separator: ",")), with commas between them" }
}
