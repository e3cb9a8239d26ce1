import Foundation
import MotionSamples
import TestSupport
import Testing

@testable import MotionLogs

/// One table of names and units: the headers of `Tests/Headers`, which the tests of the Python package and of the page read too.
@Suite struct HeaderTests {
  struct Case: Decodable {
    var header: String
    var row: String
    var values: [Double]?
    var refused: String?
  }

  let folder = TemporaryFolder()

  @Test func everyHeaderGivesItsValuesOrItsRefusal() throws {
    let cases = try JSONDecoder().decode(
      [Case].self, from: Data(contentsOf: Project.file("Tests/Headers/headers.json")))
    #expect(cases.count > 15)
    for each in cases {
      let path = try folder.write("\(each.header)\n\(each.row)\n", to: "log.csv")
      if let refused = each.refused {
        #expect(
          failure(path)?.description.contains(refused) == true, "\(each.header): \(failure(path)?.description ?? "")")
        continue
      }
      let row = try #require(records(path).first, "\(each.header)")
      var found = [Double(row.timestamp) * 1e-9]
      for vector in [row.angularRate, row.specificForce, row.magneticField] where !vector.x.isNaN {
        found += [vector.x, vector.y, vector.z]
      }
      let values = try #require(each.values)
      #expect(found.count == values.count, "\(each.header)")
      for (own, expected) in zip(found, values) {
        #expect(abs(own - expected) <= 1e-12 * abs(expected), "\(each.header)")
      }
    }
  }

  /// The page has the names and units of `Quantity` in a file. After a change of the table, the expected file is in
  /// `.build/names.js`.
  @Test func thePageHasTheNamesAndUnitsOfTheTable() throws {
    var names: [String: String] = [:]
    for quantity in Quantity.all {
      for stem in quantity.stems {
        if quantity.axes.isEmpty { names[stem] = "['\(quantity)', 0]" }
        for (index, axis) in quantity.axes.enumerated() { names["\(stem)\(axis)"] = "['\(quantity)', \(index)]" }
      }
    }
    func rows<Unit: MeasurementUnit>(_ unit: Unit.Type, of quantity: Quantity) -> String {
      let rows = Unit.allUnits.map { unit in
        "    [\(([jsNumber(unit.siPerUnit)] + unit.spellings.map { "'\($0)'" }).joined(separator: ", "))],\n"
      }
      return "  \(quantity): [\n\(rows.joined())  ],\n"
    }
    func jsNumber(_ value: Double) -> String { "\(value)" }
    let expected =
      "// The names and units of columns, as the command reads them; a test compares this file with "
      + "Sources/MotionLogs/Schema/Quantity.swift.\n\n"
      + "/** Each name in lower case without separators: its quantity and coordinate. */\nexport const columns = {\n"
      + names.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value),\n" }.joined()
      + "}\n\n/** The units of each quantity, the SI unit first: the factor to it, and the spellings. */\nexport const units = {\n"
      + rows(TimeUnit.self, of: .time) + rows(AngularRateUnit.self, of: .angularRate)
      + rows(AccelerationUnit.self, of: .specificForce) + rows(MagneticFieldUnit.self, of: .magneticField) + "}\n"
    let file = try String(contentsOf: Project.file("Examples/web/page/names.js"), encoding: .utf8)
    if file != expected { try expected.write(to: Project.file(".build/names.js"), atomically: true, encoding: .utf8) }
    #expect(file == expected)
  }
}
