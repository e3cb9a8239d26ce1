import AttitudeFilters
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import ParallelWork

/// `cardan evaluate`: errors of filters against ground truth.
struct EvaluateCommand: Subcommand, MergingCommand {
  var logs: [String] = []
  var filters = FilterList()
  var options = FusionOptions()
  var logOptions = LogOptions()
  var comparison = ComparisonOptions()
  var isRecursive = false
  var merges = false
  var form = EvaluationReport.Form.table
  var threadCount: Int?

  static var syntax: CommandSyntax<EvaluateCommand> {
    CommandSyntax(
      name: "evaluate",
      summary: "Compare filters with the true attitude in logs: total, heading and inclination error.",
      operands: .init(
        placeholder: "LOG", help: "A log with true attitude, or a folder of them", count: 1...Int.max,
        target: \.logs, file: MotionLog.file),
      options: [
        .value(
          "filter", short: "f", "LIST", \.filters, "Evaluate these filters, separated by commas, or all [default]")
      ] + ComparisonOptions.rules(at: \.comparison, truth: \.logOptions.truthTopic) + [
        .recursive(\.isRecursive), .merge(\.merges),
        .flag("csv", \.form, .csv, "Write CSV, one line per log and filter"),
        .flag("json", \.form, .json, "Write JSON, one object per log and filter"),
      ] + FusionOptions.rules(at: \.options) + SourceOptions.rules(at: \.logOptions)
        + BatchOptions.rules(threads: \.threadCount),
      notes: [
        "Errors are RMS in degrees over the rows with a true attitude that the log marks as moving (all rows without such a "
          + "column), as in BROAD (Laidig et al., 2021): total is the angle of the error, heading its part about the "
          + "vertical, inclination the rest. Without a magnetometer the heading offset is always removed. NEES is the mean of "
          + "the squared error over the squared standard deviation that the filter gave: 1 is honest, above is overconfident."
      ],
      examples: [
        .init(line: "cardan evaluate broad/", purpose: "Evaluate each log of a folder, and their mean."),
        .init(line: "cardan evaluate broad/ --filter default,vqf,madgwick", purpose: "Compare filters."),
        .init(
          line: "cardan evaluate walk.csv --filter all --json > errors.json", purpose: "Write the errors for a program."
        ),
      ])
  }

  func validate() throws(UsageError) {
    try options.validate(filters.choices)
    try validateMerge()
    if logs.contains("-") && filters.choices.count > 1 {
      throw UsageError("standard input goes with one filter only; give a file to compare several")
    }
  }

  func run() throws -> ExitStatus { try merged.evaluate() }

  private func evaluate() throws -> ExitStatus {
    let found = try LogDiscovery(logs, isRecursive: isRecursive)
    let paths = found.logs
    let selections = try options.selections(filters.choices.map { FilterSelection($0) })
    let fusion = try options.fusion(with: FilterSelection())
    let progress = LogProgress(logs: paths, passes: filters.choices.count)
    let readingOptions = fusion.readingOptions(logOptions)
    let outcomes = WorkQueue.outcomes(
      of: paths, threadCount: threadCount, isCancelled: { Interruption.isRequested }
    ) { index throws(LogError) in
      defer { progress.finish(log: index) }
      let evaluation = try LogEvaluation(
        of: paths[index], options: readingOptions, filters: selections, fusion: fusion, cutsRest: comparison.cutsRest,
        progress: progress.reporter(for: index, rowCount: nil))
      return LogOutcome(evaluation, reasons: evaluation.findings.reasons)
    }
    progress.clear()
    if Interruption.isRequested { return .interrupted }
    let report = EvaluationReport(
      logs: paths, filters: filters.choices, outcomes: outcomes, smooths: fusion.smooths,
      removesHeadingOffset: comparison.alignsHeading)
    // Without an error of a filter there is nothing to read in a table.
    if form != .table || outcomes.contains(where: { $0.error == nil }) { try Console.write(try report.text(form)) }
    for line in report.remarks { Console.note(line) }
    if let skipped = found.skipped { Console.note(skipped) }
    return outcomes.contains { $0.error != nil } ? .logsFailed : .success
  }
}

/// Filters as an option value: names separated by commas, or all.
struct FilterList: ArgumentValue {
  /// The filters, without duplicates.
  var choices: [FilterKind] = [.default]

  init() {}
  init?(argument: String) {
    if argument == "all" {
      choices = FilterKind.allCases
      return
    }
    choices = []
    for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let choice = FilterKind(argument: String(name)) else { return nil }
      if !choices.contains(choice) { choices.append(choice) }
    }
  }
  static var choices: [String] { FilterKind.choices + ["all"] }
  static var expectation: String { "names from \(FilterKind.choices.joined(separator: ",")), or all" }
}
