import Foundation
import TestSupport
import Testing

@testable import LogFormats
@testable import LogTables

/// One reader of tables: the headers and texts of `Tests/Headers`, which the tests of the Python package and of the page read too.
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
      var found = [Double(row.timestamp) / 1e9]
      for vector in [row.angularRate, row.specificForce, row.magneticField] where !vector.x.isNaN {
        found += [vector.x, vector.y, vector.z]
      }
      #expect(found == each.values, "\(each.header)")
    }
  }

  struct Text: Decodable {
    var name: String
    var text: String
    var rows: [[Cell]]?
    var refused: String?
  }

  /// A timestamp in nanoseconds, a number, or nothing.
  enum Cell: Decodable {
    case timestamp(Int64)
    case number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .number(.nan)
      } else if let text = try? container.decode(String.self), let timestamp = Int64(text) {
        self = .timestamp(timestamp)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }
  }

  /// The texts of `Tests/Headers`, bit by bit.
  @Test func everyTextGivesItsRowsOrItsRefusal() throws {
    let cases = try JSONDecoder().decode([Text].self, from: Data(contentsOf: Project.file("Tests/Headers/texts.json")))
    #expect(cases.count > 15)
    for each in cases {
      let path = try folder.write(each.text, to: "log.csv")
      if let refused = each.refused {
        #expect(
          failure(path)?.description.contains(refused) == true, "\(each.name): \(failure(path)?.description ?? "")")
        continue
      }
      let rows = try #require(each.rows)
      let read = try records(path)
      try #require(read.count == rows.count, "\(each.name)")
      for (record, row) in zip(read, rows) {
        guard case .timestamp(let timestamp)? = row.first else {
          Issue.record("\(each.name): no timestamp")
          continue
        }
        #expect(record.timestamp == timestamp, "\(each.name)")
        let vectors = [record.angularRate, record.specificForce, record.magneticField]
        let values = vectors.flatMap { [$0.x, $0.y, $0.z] }
        let expected = row.dropFirst().map { if case .number(let value) = $0 { value } else { Double.nan } }
        let all = expected + Array(repeating: .nan, count: 9 - expected.count)
        let isSame = zip(values, all).allSatisfy { $0.isNaN ? $1.isNaN : $0.bitPattern == $1.bitPattern }
        #expect(isSame, "\(each.name): \(values)")
      }
    }
  }
}
