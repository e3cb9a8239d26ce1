import AttitudeFilters
import AttitudeSmoothing
import MotionSamples

/// The parameters of a filter or the smoother, as `cardan fuse --parameters` lists them.
struct ParameterListing {
  private let title: String
  private let parameters: [ParameterDescription]

  /// Those of a filter.
  init(of filter: FilterKind) {
    title = "Parameters of the filter \(filter.name), with their defaults; another filter with --filter."
    parameters = FilterSelection(filter).parameters
  }

  private init(title: String, parameters: [ParameterDescription]) {
    self.title = title
    self.parameters = parameters
  }

  /// Those of the smoother.
  static var ofSmoother: Self {
    Self(
      title: "Parameters of the smoother, with their defaults.", parameters: AttitudeSmootherParameters().descriptions)
  }

  var text: String {
    let entries = parameters.map { parameter in
      let value = Self.value(of: parameter)
      let heading = "  \(parameter.name)=\(value)\(Self.spaced(parameter.unit.description))"
      let lines = TextWrapping.wrap("\(parameter.summary) Takes \(parameter.expectation).", width: 92)
      return ([heading] + lines.map { "      " + $0 }).joined(separator: "\n")
    }
    return """
      \(title)
      Set one with --set NAME=VALUE.

      \(entries.joined(separator: "\n"))

      """
  }

  private static func value(of parameter: ParameterDescription) -> String {
    if parameter.isSwitch { return parameter.value == 1 ? "on" : "off" }
    let names = parameter.choiceNames
    return names.isEmpty ? Figures.short(parameter.value) : names[Int(saturating: parameter.value)]
  }

  private static func spaced(_ unit: String) -> String { unit.isEmpty ? "" : " \(unit)" }
}
