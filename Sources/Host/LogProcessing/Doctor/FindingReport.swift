import FileAccess
import JSONCoding
import LogDiagnosis
import LogFormats

/// The findings on a log for programs: the verdict, and every finding with its numbers.
package struct FindingReport: Encodable, Sendable {
  /// One finding.
  package struct Entry: Encodable, Sendable {
    var check: String
    var name: String
    var severity: String
    var text: String
    var evidence: [Number]
    var times: [[Double]]
    var options: [String]
    var action: String?
    /// The finding and its advice in one sentence, as in the warnings of `cardan fuse`.
    var message: String
  }

  /// A number of a finding.
  package struct Number: Encodable, Sendable {
    var name: String
    var value: Double
    var unit: String
  }

  /// The log as the caller named it.
  package var log: String
  /// The verdict in words.
  package var verdict: String
  /// The findings, the most severe first.
  package var findings: [Entry]
  /// The contents of the log; nil where its rows were not examined.
  package var info: LogFacts?
  /// Why the log could not be read; nil for one that was.
  package var error: String?

  /// The report on a log.
  package init(log: String, findings: [Finding], info: LogFacts? = nil) {
    (self.log, verdict, self.info) = (log, Verdict(findings).rawValue, info)
    self.findings = findings.map(Entry.init)
  }

  /// The report on a log that could not be read.
  package init(log: String, error: String) {
    (self.log, verdict, self.error, findings) = (log, Verdict.unusable.rawValue, error, [])
  }

  /// Reports as JSON, an array with one object for each log, ending with a line feed.
  package static func json(_ reports: [FindingReport]) throws -> String {
    try JSON.text(of: reports, .lines) + "\n"
  }
}

extension FindingReport.Entry {
  /// The entry of a finding.
  init(_ finding: Finding) {
    check = finding.check.rawValue
    name = finding.check.name
    severity = finding.severity.rawValue
    text = finding.fact.description
    evidence = finding.evidence.map { .init(name: $0.name, value: $0.value, unit: $0.unit) }
    times = finding.times.map { [$0.lowerBound, $0.upperBound] }
    options = finding.advice?.options ?? []
    action = finding.advice?.action
    message = finding.text
  }
}

extension Finding {
  /// The fact with its numbers: "the accelerometer is reversed (dip -68 deg)".
  public var description: String {
    evidence.isEmpty ? fact.description : "\(fact) (\(evidence.map(\.description).joined(separator: ", ")))"
  }

  /// The fact and its numbers, and the advice after a semicolon.
  public var text: String { [description, advice?.text].compactMap(\.self).joined(separator: "; ") }
}

extension Finding.Evidence: CustomStringConvertible {
  /// "dip -68 deg".
  public var description: String {
    "\(name) \(String(value, format: "%.3g"))\(unit.isEmpty ? "" : " \(unit)")"
  }
}
