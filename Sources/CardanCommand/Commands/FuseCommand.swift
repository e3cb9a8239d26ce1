import AttitudeFilters
import BatchFusion
import MotionLogs

/// `cardan fuse`: attitude from recordings.
struct FuseCommand: Subcommand {
  var logs: [String] = []
  var output: String?
  var fusion = LogFusion()
  var calibration: CalibrationChoice?
  var format = AttitudeFormat.csv
  var columns: AttitudeColumns?
  var logOptions = LogOptions()
  var tuneFrom: String?
  var threadCount: Int?
  var isQuiet = false

  static var syntax: CommandSyntax<FuseCommand> {
    CommandSyntax(
      name: "fuse",
      summary: "Turns recordings of gyroscope, accelerometer and magnetometer into attitude, one row per sample.",
      operands: .init(
        placeholder: "LOG", help: "A recording, a folder of recordings, or - for the standard input.",
        count: 1...Int.max, target: \.logs),
      options: resultRules + FusionOptions.rules(at: \.fusion, calibration: \.calibration)
        + SourceOptions.rules(at: \.logOptions)
        + BatchOptions.rules(threads: \.threadCount) + [
          .flag("quiet", short: "q", \.isQuiet, true, "No summary and no progress bar; errors only.")
        ],
      lists: [("Filters", FilterChoice.allCases.map { ($0.rawValue, $0.summary) })],
      notes: [
        "The quaternion (w first) turns body coordinates into coordinates of the frame. An accelerometer at rest must read "
          + "+9.81 m/s^2 along the axis that points up. Units in the header of a log count before unit options. A result "
          + "appears under its name when it is complete, and not before."
      ],
      examples: [
        .init(line: "cardan fuse walk.csv", purpose: "Writes walk.attitude.csv."),
        .init(line: "cardan fuse walk.csv -o - --columns t,euler | head", purpose: "Looks at the first angles."),
        .init(
          line: "cardan fuse recordings/ -o results/ --filter vqf", purpose: "A whole folder, with another filter."),
        .init(line: "cardan fuse walk.csv --format tum -o walk.tum --frame nwu", purpose: "For trajectory tools."),
        .init(
          line: "cardan fuse raw.csv --gyro-unit deg/s --accel-unit g --mag-unit uT --axes y,-x,z",
          purpose: "A log without units, of a sensor that is mounted a quarter turn off."),
      ])
  }

  private static var resultRules: [OptionRule<FuseCommand>] {
    [
      .value(
        "output", short: "o", "OUT", \.output,
        "The result: a file, a folder (always for several logs), or - for the standard output. Default: "
          + "NAME.attitude.csv in the current folder."),
      .value("filter", short: "f", "FILTER", \.fusion.filter, "The filter (default: default); see below."),
      .value("frame", "FRAME", \.fusion.referenceFrame, "The frame that the attitude is given in (default: enu)."),
      .value("format", "FORMAT", \.format, "How results are written (default: csv)."),
      .value(
        "columns", "LIST", \.columns,
        "Groups of columns of a csv result, with commas between them (default: all). Groups: "
          + AttitudeColumns.groupNames.joined(separator: ", ") + "."),
      .value("tune-from", "FILE", \.tuneFrom, "Tune the filter to the noise in a file of 'cardan allan -o'."),
    ]
  }

  func validate() throws(UsageError) {
    try FusionOptions.validate([fusion.filter], fusion, calibration)
    if tuneFrom != nil && !NoiseTuning.isTunable(fusion.filter) {
      throw UsageError("option '--tune-from' only goes with '--filter default', 'default14' and 'mekf'")
    }
    if columns != nil && format != .csv { throw UsageError("option '--columns' only goes with '--format csv'") }
    if logs.count(where: { $0 == "-" }) > 1 { throw UsageError("the standard input can be read only once") }
  }

  func run() throws -> ExitStatus {
    let fusion = try NoiseTuning.tuned(fusion, from: tuneFrom)
    let needsFolder = logs.count > 1 || logs.contains(where: LogDiscovery.holdsLogs)
    let plan = try FusePlan(
      logs: LogDiscovery.logs(named: logs), output: output, needsFolder: needsFolder, ending: format.ending)
    try plan.makeFolder()
    let progress = LogProgress(logs: plan.logs, isShown: !isQuiet)
    let outcomes = BatchOptions.batch(threads: threadCount).outcomes(of: plan.logs) { index, path throws(LogError) in
      defer { progress.finish(log: index) }
      return try fuse(index, plan, fusion, progress)
    }
    progress.clear()
    let report = FuseReport(plan: plan, fusion: fusion, outcomes: outcomes)
    Console.note(isQuiet ? report.failures : report.text)
    return report.status
  }

  private func fuse(
    _ index: Int, _ plan: FusePlan, _ fusion: LogFusion, _ progress: LogProgress
  ) throws(LogError) -> LogOutcome<FusionSummary> {
    guard !Interruption.isRequested else { throw LogError(path: plan.logs[index], message: "not begun") }
    var reader = try MotionLog.open(plan.logs[index], options: options)
    var output = try AttitudeOutput(
      path: plan.outputs[index], format: format, columns: columns ?? .all, comments: comments(plan.logs[index]))
    let summary = try fusion.calibrated(by: calibration).run(
      &reader, progress: progress.reporter(for: index, rowCount: reader.header.rowCount)
    ) { block throws(LogError) in
      try output.write(block.attitudes)
    }
    // The end of the input may be the user's, who stopped the pipe in front of it.
    guard !Interruption.isRequested else { throw LogError(path: plan.logs[index], message: "not finished") }
    try output.finish()
    return LogOutcome(summary, reasons: summary.reasons)
  }

  private var options: LogOptions {
    var options = logOptions
    options.usesMagnetometer = fusion.usesMagnetometer && fusion.referenceFrame.usesMagnetometer
    return options
  }

  /// The lines at the top of a result.
  private func comments(_ log: String) -> [String] {
    [
      "\(Console.programName) \(CommandList.version), log: \(log)",
      "filter: \(fusion.filter.rawValue)\(options.usesMagnetometer ? "" : ", without magnetometer")"
        + (tuneFrom.map { ", tuned from \($0)" } ?? ""),
      "frame: \(fusion.referenceFrame.name); the quaternion turns body coordinates into this frame",
      "units: as in the header; a column without a unit has that of the column before it, quaternions have none",
    ]
  }
}
