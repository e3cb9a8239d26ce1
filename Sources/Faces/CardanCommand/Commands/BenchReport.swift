import AttitudeEvaluation
import FileAccess
import FilterComparison
import LogFormats
import LogProcessing
import ReportPages

/// The result of `cardan bench` as a table, CSV, JSON and a page. Angles are in degrees.
struct BenchReport {
  /// The form on the standard output.
  enum Form {
    case table
    case csv
    case json
  }

  let logs: [String]
  let methods: [BenchmarkMethod]
  let outcomes: [LogOutcome<LogBenchmark>]
  let summary: BenchmarkSummary
  let removesHeadingOffset: Bool

  func text(_ form: Form) throws -> String {
    switch form {
    case .table: table
    case .csv: csv
    case .json: try BenchDocument(self).json
    }
  }

  /// Errors and warnings.
  var remarks: [String] {
    ShownErrors.remarks(logs, outcomes, warning: "failed")
  }

  private static let columns = ["total [deg]", "heading [deg]", "inclination [deg]"]
  private var headings: [String] {
    ["method", "version"] + Self.columns + ["against \(summary.reference)", "ns/sample"]
      + (hasInstructions ? ["instr./sample"] : []) + ["tuned on"]
  }
  private var hasInstructions: Bool { summary.lines.contains { $0.instructions != nil } }

  private var cells: [[String]] {
    summary.lines.map { line in
      let isReference = line.method.name == summary.reference
      let difference =
        isReference
        ? "" : Self.text(line.difference, isSigned: true) + (line.difference.excludesZero ? " *" : "  ")
      return [line.method.name, line.method.version]
        + [line.total, line.heading, line.inclination].map { Self.text($0) }
        + [difference, Figures.fixed(line.cost, line.cost < 100 ? 1 : 0)]
        + (hasInstructions ? [line.instructions.map { Figures.fixed($0, 0) } ?? "-"] : []) + [line.method.tuning]
    }
  }

  /// An interval in degrees: the mean alone where there is no interval.
  private static func text(_ interval: MeanInterval, isSigned: Bool = false) -> String {
    let mean = interval.mean * 180 / .pi
    let text = (isSigned && mean > 0 ? "+" : "") + Figures.fixed(mean, 3)
    return interval.halfWidth.isNaN ? text : "\(text) ± \(Figures.fixed(interval.halfWidth * 180 / .pi, 3))"
  }

  private var table: String {
    var table = TextTable(headings: headings)
    table.rows = cells.map { .cells($0) }
    return table.text + note + "\n"
  }

  private var note: String {
    let count = summary.recordings.count
    let recordings = "\(count) recording\(count == 1 ? "" : "s")"
    let offset = removesHeadingOffset ? ", best constant heading offset removed" : ""
    let interval = count > 1 ? " ± 95 % confidence interval; * where that of the difference excludes zero" : ""
    let few =
      (2..<Self.fewRecordings).contains(count)
      ? ". Of so few recordings the interval is wide; compare the methods on each" : ""
    let calls =
      summary.lines.contains { $0.method.isPeer }
      ? ". The time of a Python package includes its call for each sample; 'make bench-peers' times the C and C++ of VQF "
        + "and Fusion" : ""
    return "mean RMS error over \(recordings)\(offset)\(interval)\(few)\(calls)"
  }

  /// The number of recordings below which an interval tells little: of five, its half width is 1.2 standard deviations.
  private static let fewRecordings = 6

  /// Every log, method, and its run; nil for a method that failed.
  var runs: [(log: Int, method: Int, run: LogBenchmark.Run?)] {
    outcomes.indices.flatMap { log in
      (outcomes[log].value?.runs ?? []).enumerated().map { (log, $0, try? $1.get()) }
    }
  }

  /// The errors of a run, with or without the heading offset as in the table.
  func errors(_ run: LogBenchmark.Run, of log: Int) -> [Double] {
    let error = BenchmarkSummary.error(
      run, hasNorth: outcomes[log].value?.hasNorth == true, removesHeadingOffset: removesHeadingOffset)
    return [error.total, error.heading, error.inclination].map { $0 * 180 / .pi }
  }

  private var csv: String {
    let header = "log,method,version,rows,total [deg],heading [deg],inclination [deg],cost [ns]\n"
    let lines = runs.compactMap { log, method, run -> String? in
      guard let run, let rows = outcomes[log].value?.countedRows else { return nil }
      let figures = errors(run, of: log).map { Figures.field($0, 6) } + [Figures.field(run.cost, 1)]
      let words = [EvaluationReport.field(logs[log]), methods[method].name, methods[method].version, "\(rows)"]
      return (words + figures).joined(separator: ",") + "\n"
    }
    return header + lines.joined()
  }

  /// The times without a call from Python, as a table.
  private func table(_ compiled: CompiledPeerTimes) -> BenchmarkPage.Table {
    BenchmarkPage.Table(
      id: "compiled", title: "Time without Python",
      note:
        "'make bench-peers' of \(compiled.date) on \(compiled.processor): each filter in a loop of its own language, over a "
        + "simulated recording of nine axes at \(Figures.fixed(compiled.rate, 0)) Hz. Compare these times with one another, not with "
        + "those above.",
      headings: ["filter", "number", "ns/sample"],
      rows: compiled.times.map {
        [$0.filter, $0.number, Figures.fixed($0.nanoseconds, $0.nanoseconds < 100 ? 1 : 0)]
      })
  }

  /// The page, with the times without a call from Python where there are any.
  func page(title: String, compiled: CompiledPeerTimes? = nil) -> BenchmarkPage {
    let front = summary.lines.filter(\.isOnFront).map(\.method.name).joined(separator: ", ")
    let headline =
      summary.recordings.isEmpty
      ? "No recording on which every method has a result" : "Not beaten in both error and cost: \(front)"
    let perLog = BenchmarkPage.Table(
      id: "recordings", title: "Total error of each recording", note: "RMS in degrees.",
      headings: ["recording"] + methods.map(\.name),
      rows: logs.indices.map { index in
        let ofLog = runs.filter { $0.log == index }.map { entry in
          entry.run.map { Figures.fixed(errors($0, of: index)[0], 3) } ?? "failed"
        }
        return [FilePath.name(of: logs[index])] + (ofLog.isEmpty ? methods.map { _ in "failed" } : ofLog)
      })
    return BenchmarkPage(
      title: "Benchmark of \(title)", headline: headline,
      points: summary.lines.filter { $0.total.mean.isFinite && $0.cost > 0 }.map {
        BenchmarkPage.Point(
          name: $0.method.name, cost: $0.cost, error: $0.total.mean * 180 / .pi, isPeer: $0.method.isPeer,
          isOnFront: $0.isOnFront)
      },
      tables: [
        BenchmarkPage.Table(
          id: "summary-table", title: "Error and cost", note: note + ".", headings: headings, rows: cells)
      ] + (compiled.map { [table($0)] } ?? []) + [
        perLog,
        BenchmarkPage.Table(
          id: "data", title: "Recordings", note: "The digest is SHA-256 of the file.",
          headings: ["recording", "rows", "rows that count", "digest"],
          rows: zip(logs, outcomes).map { log, outcome in
            [
              FilePath.name(of: log), outcome.value.map { "\($0.rowCount)" } ?? "-",
              outcome.value.map { "\($0.countedRows)" } ?? "-", BenchDocument.digest(of: log) ?? "-",
            ]
          }),
      ],
      provenance: provenance)
  }

  private var provenance: [LogReportFacts.Fact] {
    let peers = methods.filter(\.isPeer).map { "\($0.name) \($0.version)" }
    return [
      LogReportFacts.Fact("Command", Console.commandLine),
      LogReportFacts.Fact("Program", "\(Console.programName) \(CommandList.version)"),
      LogReportFacts.Fact("Python packages", peers.isEmpty ? "none" : peers.joined(separator: ", ")),
    ] + BenchDocument.machine.map { LogReportFacts.Fact($0.name, $0.value) }
  }
}
