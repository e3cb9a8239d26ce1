import BatchFusion
import Foundation
import MotionLogs

/// What a run of `cardan fuse` came to, for people.
struct FuseReport {
  let plan: FusePlan
  let fusion: LogFusion
  let outcomes: [LogOutcome<FusionSummary>]

  /// How the run ended.
  var status: ExitStatus {
    if Interruption.isRequested { return .interrupted }
    let errors = zip(outcomes, plan.outputs).compactMap { outcome, output in outcome.error.map { ($0, output) } }
    if errors.contains(where: { $0.path == $1 && $1 != "-" }) { return .outputFailed }
    return errors.isEmpty ? .success : .logsFailed
  }

  /// The whole report.
  var text: String {
    let body = outcomes.count == 1 ? outcomes.first?.value.map(single) : table
    return [body, warnings, failures].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// One line for each log that failed; empty where none did.
  var failures: String {
    let errors = outcomes.compactMap(\.error)
    if Interruption.isRequested { return "\(Console.programName): interrupted; no half-written file is left" }
    return errors.map { "\(Console.programName): \($0)" }.joined(separator: "\n")
  }

  private var warnings: String {
    zip(plan.logs, outcomes).compactMap { log, outcome in
      guard case .degraded(_, let reasons) = outcome else { return nil }
      return "\(log): take care: \(reasons.joined(separator: "; "))"
    }.joined(separator: "\n")
  }

  private func single(_ summary: FusionSummary) -> String {
    let target = plan.usesStandardOutput ? "standard output" : plan.outputs[0]
    let rate = summary.duration > 0 ? Double(summary.rowCount - 1) / summary.duration : 0
    let counts = [
      ("gyroscope", summary.gyroscope), ("accelerometer", summary.accelerometer),
      ("magnetometer", summary.magnetometer),
    ]
    let readings = counts.map { "\($0) \($1.given)\($1.rejected > 0 ? " (\($1.rejected) unusable)" : "")" }
    var lines = [
      "\(plan.logs[0]) -> \(target)",
      "  filter     \(fusion.filter.rawValue), frame \(fusion.referenceFrame.name)",
      "  rows       \(summary.rowCount) in \(Figures.fixed(summary.duration, 1)) s (\(Figures.fixed(rate, 1)) Hz), "
        + "\(Figures.grouped(summary.rowsPerSecond)) rows/s",
      "  readings   \(readings.joined(separator: ", "))",
      "  events     \(events(summary).joined(separator: ", "))",
      "  gyro bias  \(Figures.degrees(summary.gyroscopeBias, decimals: 3)) deg/s at the end",
    ]
    if summary.headingStandardDeviation.isFinite || summary.tiltStandardDeviation.isFinite {
      lines.append(
        "  sigma      tilt \(Figures.degrees(summary.tiltStandardDeviation, decimals: 2)), heading "
          + "\(Figures.degrees(summary.headingStandardDeviation, decimals: 2)) deg at the end")
    }
    if summary.errors.count > 0 { lines.append("  error      \(error(summary))") }
    return lines.joined(separator: "\n")
  }

  private func events(_ summary: FusionSummary) -> [String] {
    let flags = summary.flags
    return [
      "at rest \(Figures.percent(flags[.atRest], of: summary.rowCount))",
      "field disturbed \(Figures.percent(flags[.fieldDisturbed], of: summary.rowCount))",
      "gaps \(flags[.afterGap])", "stamps not increasing \(flags[.intervalRejected])",
      "jumps \(flags[.correctedByJump])",
    ]
  }

  private func error(_ summary: FusionSummary) -> String {
    let error = summary.errors.rootMeanSquare
    let figures = [("total", error.total), ("heading", error.heading), ("inclination", error.inclination)]
    let text = figures.map { "\($0) \(Figures.degrees($1, decimals: 2))" }.joined(separator: ", ")
    return "\(text) deg against the truth in the log (RMS over \(summary.errors.count) rows)"
  }

  private var table: String {
    var table = TextTable(headings: ["log", "rows", "seconds", "at rest", "gaps", "error [deg]", "state"])
    for (log, outcome) in zip(plan.logs, outcomes) {
      let name = (log as NSString).lastPathComponent
      guard let summary = outcome.value else {
        table.rows.append(.cells([name, "", "", "", "", "", "failed"]))
        continue
      }
      var state = "ok"
      if case .degraded = outcome { state = "take care" }
      let error = summary.errors.count > 0 ? Figures.degrees(summary.errors.rootMeanSquare.total, decimals: 2) : ""
      table.rows.append(
        .cells([
          name, "\(summary.rowCount)", Figures.fixed(summary.duration, 1),
          Figures.percent(summary.flags[.atRest], of: summary.rowCount), "\(summary.flags[.afterGap])", error, state,
        ]))
    }
    let done = outcomes.count { $0.value != nil }
    let place = plan.folder.map { $0.isEmpty ? "the current folder" : $0 } ?? ""
    return table.text + "\(done) of \(outcomes.count) logs done; results in \(place)"
  }
}
