import LogProcessing
import MotionLogs
import MotionReports

/// `cardan doctor`: a verdict on logs, what is wrong, and what to do.
struct DoctorCommand: Subcommand, MergingCommand {
  var logs: [String] = []
  var logOptions = LogOptions()
  var place = PlaceOptions()
  var isRecursive = false
  var merges = false
  var writesJSON = false

  static var syntax: CommandSyntax<DoctorCommand> {
    CommandSyntax(
      name: "doctor",
      summary: "Give a verdict on logs: good, usable with doubts, or not usable, with reasons and advice.",
      operands: .init(
        placeholder: "LOG", help: "A log, a folder of logs, or - for standard input",
        count: 1...Int.max, target: \.logs, file: MotionLog.file),
      options: [
        .recursive(\.isRecursive), .merge(\.merges),
        .flag("json", \.writesJSON, true, "Write JSON: an object for each log with its findings and their numbers"),
      ] + PlaceOptions.rules(at: \.place) + SourceOptions.rules(at: \.logOptions),
      lists: { [("Checks", Finding.Check.allCases.map { ($0.rawValue, $0.name) })] },
      notes: [
        "Exits with 0 if every log is good, 4 if the worst is usable with doubts, 5 if the worst is not usable or could not be "
          + "read. Options in an advice are those of 'cardan fuse'."
      ],
      examples: [
        .init(line: "cardan doctor walk.csv", purpose: "Show what is wrong with a log, and what to do."),
        .init(line: "cardan doctor recordings/", purpose: "Show a table of a folder, the worst first."),
        .init(
          line: "cardan doctor walk.csv --location 47.38,8.54", purpose: "Check the field against the world model."),
      ])
  }

  func validate() throws(UsageError) { try validateMerge() }

  func run() throws -> ExitStatus { try merged.examine() }

  private func examine() throws -> ExitStatus {
    let found = try LogDiscovery(logs, isRecursive: isRecursive)
    var reports: [DoctorReport] = []
    for path in found.logs {
      let progress = LogProgress(logs: [path])
      do throws(LogError) {
        let examination = try LogExamination(path: path, options: logOptions) {
          progress.reporter(for: 0, rowCount: $0.rowCount)
        }
        let findings = examination.findings(earthField: place.field(for: examination.inspection.header))
        reports.append(DoctorReport(log: path, outcome: .success(findings), info: LogFacts(examination.inspection)))
      } catch {
        reports.append(DoctorReport(log: path, outcome: .failure(error)))
      }
      progress.clear()
      if Interruption.isRequested { return .interrupted }
    }
    try Console.write(
      writesJSON ? FindingReport.json(reports.map(\.forPrograms)) : DoctorReport.text(reports))
    for report in reports { if case .failure(let error) = report.outcome { Console.error(error) } }
    if let skipped = found.skipped { Console.note(skipped) }
    return reports.map(\.verdict).max()?.exitStatus ?? .success
  }
}

extension Verdict {
  /// The exit code for it.
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .good: .success
    case .doubtful: .doubtful
    case .unusable: .unusable
    }
  }
}
