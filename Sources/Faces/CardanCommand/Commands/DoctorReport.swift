import FileAccess
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables

/// The report of `cardan doctor` on one log.
struct DoctorReport {
  let log: String
  let outcome: Result<[Finding], LogError>
  /// The contents of the log; nil for one that could not be read.
  var info: LogFacts?

  /// The verdict; a log that could not be read is not usable.
  var verdict: Verdict { (try? outcome.get()).map { Verdict($0) } ?? .unusable }

  /// The report for programs.
  var forPrograms: FindingReport {
    switch outcome {
    case .success(let findings): FindingReport(log: log, findings: findings, info: info)
    case .failure(let error): FindingReport(log: log, error: error.advised)
    }
  }

  /// The reports, ending with a line feed: findings of one log, a table of several, the worst first.
  static func text(_ reports: [DoctorReport]) -> String {
    guard reports.count > 1 else { return reports.first?.text ?? "" }
    let worst = reports.map(\.verdict).max() ?? .good
    let sorted = reports.enumerated().sorted { left, right in
      (right.element.verdict, left.offset) < (left.element.verdict, right.offset)
    }.map(\.element)
    var table = TextTable(headings: ["log", "verdict", "checks", "first reason"], leftAligned: true)
    table.rows = sorted.map { .cells([FilePath.name(of: $0.log), "\($0.verdict)", $0.checks, $0.reason]) }
    return "\(worst): the worst of \(reports.count) logs\n\n" + table.text
  }

  /// The letters of the checks that lead to the verdict.
  private var checks: String {
    let findings = ((try? outcome.get()) ?? []).filter { $0.severity > .note }
    var letters: [String] = []
    for finding in findings where !letters.contains(finding.check.rawValue) { letters.append(finding.check.rawValue) }
    return letters.joined()
  }

  /// The first fact that leads to the verdict; empty without.
  private var reason: String {
    switch outcome {
    case .failure: "could not be read"
    case .success(let findings): findings.first { $0.severity > .note }?.fact.description ?? ""
    }
  }

  private var text: String {
    guard case .success(let findings) = outcome else {
      return Console.wrapped("\(log): \(verdict): \(reason)".printable)
    }
    let line = Console.wrapped(("\(log): \(verdict)" + (reason.isEmpty ? "" : ": \(reason)")).printable)
    return findings.isEmpty ? line : line + "\n" + Self.lines(findings)
  }

  /// Findings with their advice, wrapped, with a line feed after each line.
  static func lines(_ findings: [Finding]) -> String {
    findings.flatMap { finding in
      let head = TextWrapping.wrap(
        "\(finding.check.rawValue) \(finding.severity.rawValue): \(finding.description)", width: Console.textWidth - 4)
      let advice =
        finding.advice.map { TextWrapping.wrap("-> \($0.textForCommand)", width: Console.textWidth - 6) } ?? []
      return head.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 } + advice.map { "      \($0)" }
    }.map { $0 + "\n" }.joined()
  }
}
