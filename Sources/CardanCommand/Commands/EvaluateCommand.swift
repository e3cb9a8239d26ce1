import AttitudeFilters
import LogProcessing
import MotionLogs

/// `cardan evaluate`: filters against the truth.
struct EvaluateCommand: Subcommand {
  var logs: [String] = []
  var filters = FilterList()
  var options = FusionOptions()
  var logOptions = LogOptions()
  var alignsHeading = false
  var cutsRest = false
  var form = EvaluationReport.Form.table
  var threadCount: Int?

  static var syntax: CommandSyntax<EvaluateCommand> {
    CommandSyntax(
      name: "evaluate",
      summary: "Compares filters with the true attitude in recordings: total, heading and inclination error.",
      operands: .init(
        placeholder: "LOG", help: "A recording with true attitude, or a folder of them.", count: 1...Int.max,
        target: \.logs),
      options: [
        .value(
          "filter", short: "f", "LIST", \.filters, "Filters, with commas between them, or all (default: default)."),
        .flag(
          "align-heading", short: "a", \.alignsHeading, true, "Take the best constant heading offset out of each log."),
        .flag(
          "cut-rest", \.cutsRest, true,
          "Leave out what comes before the first and after the last row that the log marks as moving."),
        .flag("csv", \.form, .csv, "Write a table for machines, one line per log and filter."),
        .flag("json", \.form, .json, "Write JSON, one object per log and filter."),
      ] + FusionOptions.rules(at: \.options) + SourceOptions.rules(at: \.logOptions)
        + BatchOptions.rules(threads: \.threadCount),
      notes: [
        "Errors are root mean squares in degrees over the rows that have a true attitude and that the recording marks as "
          + "moving (all, where it has no such mark), as in BROAD (Laidig et al., 2021): total is the angle of the whole "
          + "error, heading its part about the vertical, inclination the rest. Without a magnetometer the heading has no "
          + "origin, and its offset is always taken out."
      ],
      examples: [
        .init(line: "cardan evaluate broad/", purpose: "Every recording of a folder, and their mean."),
        .init(line: "cardan evaluate broad/ --filter default,vqf,madgwick", purpose: "Filters side by side."),
        .init(line: "cardan evaluate walk.csv --filter all --json > errors.json", purpose: "For a program."),
      ])
  }

  func validate() throws(UsageError) {
    try options.validate(filters.choices)
    if logs.contains("-") && filters.choices.count > 1 {
      throw UsageError("the standard input can be read only once: name a file to compare several filters")
    }
  }

  func run() throws -> ExitStatus {
    let paths = try LogDiscovery.logs(named: logs)
    let selections = try options.selections(filters.choices.map { FilterSelection($0) })
    let fusion = options.fusion(with: FilterSelection())
    let progress = LogProgress(logs: paths, passes: filters.choices.count)
    let readingOptions = readingOptions
    let outcomes = BatchOptions.batch(threads: threadCount).outcomes(of: paths) { index, path throws(LogError) in
      defer { progress.finish(log: index) }
      let evaluation = try LogEvaluation(
        of: path, options: readingOptions, filters: selections, fusion: fusion, cutsRest: cutsRest,
        progress: progress.reporter(for: index, rowCount: nil))
      return LogOutcome(evaluation, reasons: evaluation.reasons)
    }
    progress.clear()
    if Interruption.isRequested { return .interrupted }
    let report = EvaluationReport(
      logs: paths, filters: filters.choices, outcomes: outcomes, smooths: fusion.smooths,
      removesHeadingOffset: alignsHeading || !fusion.settings.conditioner.usesMagnetometer)
    Console.write(try report.text(form))
    for line in report.remarks { Console.note(line) }
    return outcomes.contains { $0.error != nil } ? .logsFailed : .success
  }

  private var readingOptions: LogOptions {
    var reading = logOptions
    reading.usesMagnetometer = options.fusion.settings.conditioner.usesMagnetometer
    return reading
  }
}

/// Filters as an option value: names with commas between them, or all.
struct FilterList: ArgumentValue {
  /// The filters, none of them twice.
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
  static var expectation: String { "names from \(FilterKind.choices.joined(separator: ",")), or all" }
}
