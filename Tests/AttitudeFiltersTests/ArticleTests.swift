import AttitudeFilters
import Foundation
import Testing

/// The parameter table of TheDefaultFilter.md against the parameters themselves.
@Suite struct ArticleTests {
  @Test func everyParameterStandsInTheArticle() throws {
    let table = try Self.table()
    let parameters = VelocityBoundedParameters<Double>()
    var names: [String] = []
    while let parameter = parameters.parameter(at: names.count) {
      let name = "\(parameter.name)"
      names.append(name)
      let row = try #require(table[name], "\(name) is missing")
      #expect(row.unit == "\(parameter.unit)", "unit of \(name)")
      if parameter.isSwitch {
        #expect(row.value == (parameter.value == 1 ? "on" : "off"), "default of \(name)")
      } else if !parameter.choiceNames.isEmpty {
        #expect(row.value == parameter.choiceNames[Int(parameter.value)], "default of \(name)")
      } else {
        let value = try #require(Self.number(row.value), "default of \(name)")
        #expect(abs(value - parameter.value) <= 1e-12 * abs(parameter.value), "default of \(name)")
      }
      #expect(row.swiftName == Self.swiftName(of: name))
    }
    #expect(Set(names) == Set(table.keys))
  }

  private struct Row {
    var swiftName: String
    var unit: String
    var value: String
  }

  /// The rows by the name in C: | symbol | name | Swift | unit | default | text |.
  private static func table() throws -> [String: Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Core/AttitudeFilters/AttitudeFilters.docc/TheDefaultFilter.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## 8. Parameters").last)
    var rows: [String: Row] = [:]
    for line in section.components(separatedBy: "\n## ")[0].split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 8, cells[2].hasPrefix("`") else { continue }
      rows[cells[2].filter { $0 != "`" }] = Row(
        swiftName: cells[3].filter { $0 != "`" }, unit: cells[4], value: cells[5])
    }
    return rows
  }

  /// A number, in degrees where it ends so.
  private static func number(_ text: String) -> Double? {
    text.hasSuffix("°") ? Double(text.dropLast()).map { $0 * (.pi / 180) } : Double(text)
  }

  /// `rest_rate_threshold` is `rest.rateThreshold`, `bias_walk` is `biasWalk`.
  private static func swiftName(of name: String) -> String {
    if name == "bias_limit" { return "rest.biasLimit" }
    for (prefix, part) in [("rest_", "rest."), ("magnetic_reference_", "magneticReference."), ("antenna_", "antenna.")]
    where name.hasPrefix(prefix) && name != "rest_rate_deviation" {
      return part + camelCase(name.dropFirst(prefix.count))
    }
    return camelCase(name[...])
  }

  private static func camelCase(_ name: Substring) -> String {
    let words = name.split(separator: "_")
    return words[0] + words.dropFirst().map(\.capitalized).joined()
  }
}
