import FileAccess
import Foundation
import LogDiagnosis
import LogProcessing
import LogTables
import Testing
import TestSupport

/// The module finds in a log what the checks of this machine find in its rows.
@Suite(.needs(WebBuild.needs)) struct WebFindingsTests {
  private struct Verdict: Decodable {
    var verdict: String
    var findings: [Found]
  }

  private struct Found: Decodable {
    var check: String
    var name: String
    var severity: String
    var text: String
    var evidence: [Number]
    var times: [[Double]]
    var options: [String]
    var action: String?
  }

  private struct Number: Decodable {
    var name: String
    var value: Double
    var unit: String
  }

  /// Faults by what they do to the fields of a row: timestamp, rates, forces, field. Nil leaves the row out.
  private static let faults: [(name: String, check: String?, change: @Sendable (Int, [Double]) -> [Double]?)] = [
    ("sound", nil, { $1 }),
    ("degrees", "A", { _, row in row.enumerated().map { (1...3).contains($0) ? $1 * 180 / .pi : $1 } }),
    ("reversed", "D", { _, row in row.enumerated().map { (4...6).contains($0) ? -$1 : $1 } }),
    ("turned", "E", { _, row in [row[0], row[2], row[1], row[3]] + row[4...] }),
    ("gap", "G", { index, row in (2000..<2200).contains(index) ? nil : row }),
    ("jitter", "G", { index, row in [row[0] + 0.004 * Double(index * index % 101) / 101] + row[1...] }),
    ("clipped", "K", { _, row in row.enumerated().map { (1...3).contains($0) ? max(-1.5, min(1.5, $1)) : $1 } }),
    ("stuck", "L", { _, row in row.enumerated().map { $0 == 2 ? 0.02 : $1 } }),
    ("bias", "N", { _, row in row.enumerated().map { $0 == 1 ? $1 + 0.1 : $1 } }),
    (
      "noisy", "P",
      { index, row in
        row.enumerated().map { (4...6).contains($0) ? $1 + 12 * Double(index * 7919 % 100 - 50) / 50 : $1 }
      }
    ),
    ("magnet", "S", { _, row in row.enumerated().map { $0 == 7 ? $1 + 25 : $1 } }),
  ]

  @Test func theModuleFindsWhatTheChecksFind() throws {
    try WebBuild.make()
    let lines = try String(contentsOf: Project.dataset("hand-held.csv"), encoding: .utf8).split(separator: "\n")
    let header = lines[0].split(separator: ",").prefix(10).joined(separator: ",")
    let rows = lines.dropFirst().map { $0.split(separator: ",").prefix(10).compactMap { Double($0) } }
    try withTemporaryFolder { folder in
      var paths: [String] = []
      for fault in Self.faults {
        let changed = rows.enumerated().compactMap { fault.change($0, $1) }
        let text = changed.map { $0.map { "\($0)" }.joined(separator: ",") }.joined(separator: "\n")
        paths.append(try folder.write("\(header)\n\(text)\n", to: "\(fault.name).csv"))
      }
      let output = try WebBuild.node("findings.mjs", paths)
      let verdicts = try JSONDecoder().decode([Verdict].self, from: Data(output.utf8))
      try #require(verdicts.count == Self.faults.count)
      for (index, fault) in Self.faults.enumerated() {
        var reader = try CSVLogReader(ByteReader(path: paths[index]))
        let expected = try LogInspection(reading: &reader).findings().untried
        #expect(fault.check == nil || expected.contains { $0.check.rawValue == fault.check }, "\(fault.name)")
        expectSame(verdicts[index], FindingReport(log: "", findings: expected), fault.name)
      }
    }
  }

  private func expectSame(_ said: Verdict, _ report: FindingReport, _ name: String) {
    guard let data = try? JSONEncoder().encode(report),
      let expected = try? JSONDecoder().decode(Verdict.self, from: data)
    else {
      Issue.record("\(name): no report")
      return
    }
    #expect(said.verdict == expected.verdict, "\(name)")
    #expect(said.findings.map(\.text) == expected.findings.map(\.text), "\(name)")
    for (own, other) in zip(said.findings, expected.findings) {
      #expect(
        own.check == other.check && own.name == other.name && own.severity == other.severity && own.times == other.times
          && own.options == other.options && own.action == other.action, "\(name): \(own.text)")
      #expect(own.evidence.map(\.name) == other.evidence.map(\.name), "\(name): \(own.text)")
      for (number, expected) in zip(own.evidence, other.evidence) {
        // The C libraries of both round logarithms differently.
        let isNear = abs(number.value - expected.value) <= 1e-9 * abs(expected.value)
        #expect(number.unit == expected.unit && isNear, "\(name): \(number.name) \(number.value)")
      }
    }
  }
}
