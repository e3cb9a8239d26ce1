import AttitudeFilters
import Foundation
import AttitudeSmoothing
import Testing

/// The table of parameters in the article TheSmoother against the code.
@Suite struct SmootherArticleTests {
  /// One row of the table.
  private struct Row {
    let property: String
    let name: String
    let unit: String
    let value: Double
  }

  private static var rows: [Row] {
    get throws {
      let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Sources/Host/AttitudeSmoothing/AttitudeSmoothing.docc/TheSmoother.md")
      let text = try String(contentsOf: article, encoding: .utf8)
      let section = try #require(text.components(separatedBy: "\n## ").first { $0.contains("Parameters\n") })
      return try section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        let number = try #require(cells[4].split(separator: " ").first)
        let value = number == "∞" ? Double.infinity : try #require(Double(number), "\(line)")
        return Row(property: cells[1], name: cells[2], unit: cells[3], value: value)
      }
    }
  }

  /// Equal to the six digits that the table has.
  private static func agree(_ value: Double, _ row: Row) -> Bool {
    value == row.value || abs(value - row.value) <= 1e-5 * abs(row.value)
  }

  /// The numbers of a value by the names of the properties that lead to them.
  private static func numbers(in value: Any, _ path: String = "") -> [String: Double] {
    if let number = value as? Double { return [path: number] }
    if let number = value as? Int { return [path: Double(number)] }
    return Mirror(reflecting: value).children.reduce(into: [:]) { numbers, child in
      let name = path.isEmpty ? child.label ?? "" : path + "." + (child.label ?? "")
      numbers.merge(Self.numbers(in: child.value, name)) { $1 }
    }
  }

  @Test func everyPropertyHasARowWithItsDefault() throws {
    let rows = try Self.rows
    let defaults = Self.numbers(in: AttitudeSmootherParameters())
    #expect(rows.map(\.property).sorted() == defaults.keys.sorted())
    for row in rows {
      let value = try #require(defaults[row.property], "\(row.property) is not a property")
      #expect(Self.agree(value, row), "\(row.property) is \(value) in the code and \(row.value) in the table")
    }
  }

  /// Collects the named parameters.
  private struct Collector: ParameterVisitor {
    var found: [(name: String, unit: String, value: Double)] = []

    mutating func number(
      _ name: StaticString, _ unit: StaticString, _ range: ClosedRange<Double>, _ value: inout Double,
      _ summary: StaticString
    ) { found.append(("\(name)", "\(unit)", value)) }

    mutating func toggle(_ name: StaticString, _ value: inout Bool, _ summary: StaticString) {
      found.append(("\(name)", "", value ? 1 : 0))
    }

    mutating func choice(
      _ name: StaticString, _ choices: StaticString, _ value: inout Int, _ summary: StaticString
    ) { found.append(("\(name)", "", Double(value))) }
  }

  @Test func everyNamedParameterHasARowWithItsUnitAndDefault() throws {
    let rows = try Self.rows.filter { !$0.name.isEmpty }
    var collector = Collector()
    var parameters = AttitudeSmootherParameters()
    parameters.visit(&collector)
    #expect(rows.map(\.name).sorted() == collector.found.map(\.name).sorted())
    for (name, unit, value) in collector.found {
      let row = try #require(rows.first { $0.name == name }, "\(name) has no row")
      #expect(row.unit == unit, "\(name): unit \(unit) in the code and \(row.unit) in the table")
      #expect(Self.agree(value, row), "\(name) is \(value) in the code and \(row.value) in the table")
    }
  }
}
