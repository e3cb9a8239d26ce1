import AttitudeFilters

/// The parameters of a filter, as `cardan fuse --parameters` lists them.
struct ParameterListing {
  let filter: FilterKind

  var text: String {
    let parameters = FilterSelection(filter).parameters
    let entries = parameters.map { parameter in
      let value = parameter.isSwitch ? (parameter.value == 1 ? "on" : "off") : Figures.short(parameter.value)
      let heading = "  \(parameter.name)=\(value)\(Self.spaced(parameter.unit.description))"
      let lines = TextWrapping.wrap("\(parameter.summary) Takes \(parameter.expectation).", width: 92)
      return ([heading] + lines.map { "      " + $0 }).joined(separator: "\n")
    }
    return """
      Parameters of the filter \(filter.name), with their defaults; another filter with --filter.
      Set one with --set NAME=VALUE.

      \(entries.joined(separator: "\n"))

      """
  }

  private static func spaced(_ unit: String) -> String { unit.isEmpty ? "" : " \(unit)" }
}
