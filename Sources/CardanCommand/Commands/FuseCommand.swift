import AttitudeFilters
import LogProcessing
import MotionLogs

/// `cardan fuse`: attitude from recordings.
struct FuseCommand: Subcommand {
  var logs: [String] = []
  var output: String?
  var filter = FilterKind.default
  var options = FusionOptions()
  var north = NorthOptions()
  var listsParameters = false
  var givenFormat: AttitudeFormat?
  var columns: AttitudeColumns?
  var logOptions = LogOptions()
  var tuneFrom: String?
  var savedCalibration: String?
  var threadCount: Int?
  var shard = Shard.whole
  var resumes = false
  var report: String?
  var policy = FailurePolicy.any
  var isQuiet = false

  /// How results are written: as asked for, or as the name of the result says.
  var format: AttitudeFormat { givenFormat ?? AttitudeFormat(ofResult: output) }

  static var syntax: CommandSyntax<FuseCommand> {
    CommandSyntax(
      name: "fuse",
      summary: "Turns recordings of gyroscope, accelerometer and magnetometer into attitude, one row per sample.",
      operands: .init(
        placeholder: "LOG", help: "A recording, a folder of recordings, or - for the standard input.",
        count: 0...Int.max, target: \.logs),
      options: resultRules + NorthOptions.rules(at: \.north)
        + FusionOptions.rules(at: \.options)
        + SourceOptions.rules(at: \.logOptions) + BatchOptions.rules(threads: \.threadCount) + manyLogsRules + [
          .flag("quiet", short: "q", \.isQuiet, true, "No summary and no progress bar; errors only.")
        ],
      lists: [("Filters", FilterKind.allCases.map { ($0.name, $0.text.summary.description) })],
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
        .init(
          line: "cardan fuse recordings/ -o results/ --resume --report results.jsonl",
          purpose: "A long job; the same line again goes on where it was stopped."),
        .init(line: "cardan fuse walk.csv -o walk.npz --columns t,q", purpose: "For numpy.load: arrays t_ns and q."),
        .init(line: "cardan fuse walk.csv --format tum -o walk.tum --frame nwu", purpose: "For trajectory tools."),
        .init(
          line: "cardan fuse walk.csv --frame ned --true-north --location 47.38,8.54",
          purpose: "Yaw is then the heading from true north."),
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
      .value("filter", short: "f", "FILTER", \.filter, "The filter (default: default); see below."),
      .flag("parameters", \.listsParameters, true, "List the parameters of the filter for --set, and exit."),
      .value(
        "frame", "FRAME", \.options.fusion.settings.frame, "The frame that the attitude is given in (default: enu)."),
      .value(
        "format", "FORMAT", \.givenFormat,
        "How results are written (default: tum, npy or npz where that is the ending of OUT, else csv)."),
      .value(
        "columns", "LIST", \.columns,
        "Groups of columns of a csv, npy or npz result, with commas between them (default: all). Groups: "
          + AttitudeColumns.groupNames.joined(separator: ", ") + "."),
      .value("tune-from", "FILE", \.tuneFrom, "Tune the filter to the noise in a file of 'cardan allan -o'."),
      .value(
        "save-calibration", "FILE", \.savedCalibration,
        "With --smooth: write what it found out about the sensors, for --calibration."),
    ]
  }

  private static var manyLogsRules: [OptionRule<FuseCommand>] {
    [
      .value(
        "report", "FILE", \.report,
        "Write the record of each log (state, reasons, counts) as a line of JSON, in the order of the logs; - for the "
          + "standard output."),
      .flag(
        "resume", \.resumes, true,
        "Pass over what an earlier run with --resume has done: same settings, log unchanged (size and time), result intact "
          + "(size and CRC-64). The records of that are in the hidden folder .cardan beside the results."),
      .value(
        "shard", "I/N", \.shard,
        "Do only the I-th of N parts of the logs; which part a log belongs to depends on its name alone."),
      .value(
        "fail-on", "POLICY", \.policy,
        "When to exit with 1: any log failed, any failed or deserves a look (degraded), all failed, none (default: any)."
      ),
    ]
  }

  func validate() throws(UsageError) {
    if listsParameters { return }
    if logs.isEmpty { throw UsageError("no LOG given") }
    let fusion = options.fusion
    try options.validate([filter])
    try north.validate(for: fusion, filter)
    if tuneFrom != nil && !NoiseTuning.isTunable(filter) {
      throw UsageError("option '--tune-from' only goes with '--filter default', 'default14' and 'mekf'")
    }
    if columns != nil && !format.hasColumns {
      throw UsageError("option '--columns' only goes with '--format csv', 'npy' and 'npz'")
    }
    if savedCalibration != nil && (!fusion.smooths || options.calibration != nil || logs.count != 1) {
      throw UsageError("option '--save-calibration' goes with '--smooth', one log, and no '--calibration'")
    }
    if logs.count(where: { $0 == "-" }) > 1 { throw UsageError("the standard input can be read only once") }
    guard output == "-" else { return }
    if resumes { throw UsageError("option '--resume' needs results that are files, not '--output -'") }
    if report == "-" { throw UsageError("options '--output' and '--report' cannot both be '-'") }
    if !format.isStream {
      throw UsageError("a result in '--format \(format.rawValue)' needs a file, not '--output -'")
    }
  }

  func run() throws -> ExitStatus {
    if listsParameters {
      Console.write(ParameterListing(filter: filter).text)
      return .success
    }
    let selection = try options.selections([NoiseTuning.tuned(filter, from: tuneFrom)])[0]
    var fusion = options.fusion(with: selection)
    north.apply(to: &fusion)
    let needsFolder = logs.count > 1 || logs.contains(where: LogDiscovery.holdsLogs)
    let plan = try FusePlan(
      logs: LogDiscovery.logs(named: logs), output: output, needsFolder: needsFolder, ending: format.ending,
      shard: shard)
    try plan.requireApart(report)
    if savedCalibration != nil && plan.logs.count != 1 {
      throw UsageError("option '--save-calibration' goes with one log, and there are \(plan.logs.count)")
    }
    try plan.makeFolder()
    let job = FuseJob(plan: plan, command: self, fusion: fusion)
    if resumes {
      try ResultLedger.prepare(for: plan.outputs)
      AtomicFile.removeRemnants(of: report.map { [$0] } ?? [])
    }
    let progress = LogProgress(logs: plan.logs, isShown: !isQuiet)
    let outcomes = BatchOptions.batch(threads: threadCount).outcomes(of: plan.logs) { index, _ throws(LogError) in
      try job.fuse(index, progress)
    }
    progress.clear()
    return try finish(FuseReport(plan: plan, fusion: fusion, policy: policy, outcomes: outcomes))
  }

  /// Tells people and programs how it went.
  private func finish(_ summary: FuseReport) throws(LogError) -> ExitStatus {
    if let report {
      let file = try AtomicFile(path: report)
      try file.write(summary.jsonLines)
      try file.finish()
    }
    let text = isQuiet ? summary.failures : summary.text
    if !text.isEmpty { Console.note(text) }
    return summary.status
  }
}
