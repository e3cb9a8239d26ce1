import AttitudeFilters
import FileAccess
import LogFormats
import LogProcessing
import LogTables
import ParallelWork

/// `cardan fuse`: attitude from logs.
struct FuseCommand: Subcommand, MergingCommand {
  var logs: [String] = []
  var output: String?
  var filter = FilterKind.default
  var options = FusionOptions()
  var north = NorthOptions()
  var listsParameters = false
  var givenFormat: AttitudeFormat?
  var columns: AttitudeColumns?
  var writesComments = false
  var keepsTopics = false
  var logOptions = LogOptions()
  var tuneFrom: String?
  var savedCalibration: String?
  var threadCount: Int?
  var shard = Shard.whole
  var resumes = false
  var isRecursive = false
  var merges = false
  var report: String?
  var policy = FailurePolicy.any
  var isQuiet = false

  /// The format of results: the requested one, or that of the output's name.
  var format: AttitudeFormat { (try? AttitudeFormat.format(givenFormat, of: outputFile)) ?? .csv }

  /// The path of a single result; nil for a folder.
  private var outputFile: String? {
    let isFolder = (logs.count > 1 && !merges) || logs.contains(where: LogDiscovery.holdsLogs)
    return isFolder ? nil : output
  }

  static var syntax: CommandSyntax<FuseCommand> {
    CommandSyntax(
      name: "fuse",
      summary: "Turn logs of gyroscope, accelerometer and magnetometer into attitude, one row per sample.",
      operands: .init(
        placeholder: "LOG", help: "A log, a folder of logs, or - for standard input",
        count: 0...Int.max, target: \.logs, file: MotionLog.file),
      options: resultRules + NorthOptions.rules(at: \.north)
        + FusionOptions.rules(at: \.options)
        + SourceOptions.rules(at: \.logOptions) + BatchOptions.rules(threads: \.threadCount) + manyLogsRules + [
          .flag("quiet", short: "q", \.isQuiet, true, "Print errors only")
        ],
      lists: { [("Filters", FilterKind.allCases.map { ($0.name, $0.text.summary.description) })] },
      notes: [
        "The quaternion (w first) turns body coordinates into coordinates of the frame. An accelerometer at rest must read "
          + "+9.81 m/s^2 along the axis that points up. Unit options override the units of a log. A result "
          + "appears under its name only when complete. At a pitch of +-90 deg only the sum or difference of roll and yaw is "
          + "determined, and both are noisy near it: use the quaternion there."
      ],
      examples: [
        .init(line: "cardan fuse walk.csv", purpose: "Write walk.attitude.csv."),
        .init(line: "cardan fuse walk.csv -o - --columns t,euler | head", purpose: "Show the first angles."),
        .init(
          line: "cardan fuse recordings/ -o results/ --filter vqf", purpose: "Fuse a folder with another filter."),
        .init(
          line: "cardan fuse recordings/ -o results/ --resume --report results.jsonl",
          purpose: "Run a long job; repeat the line to continue after an interruption."),
        .init(
          line: "cardan fuse walk.csv -o walk.npz --columns t,q", purpose: "Write arrays t_ns and q for numpy.load."),
        .init(
          line: "cardan fuse walk.csv -o - --columns t,world_accel",
          purpose: "Show the acceleration to the east, north and up."),
        .init(
          line: "cardan fuse walk.csv -o walk.arrow", purpose: "Write a table for pyarrow, pandas, polars or DuckDB."),
        .init(
          line: "cardan fuse bag.mcap -o out.mcap --keep-topics",
          purpose:
            "Write the bag with sensor_msgs/Imu on /cardan/imu, QuaternionStamped on /cardan/attitude and a transform on /cardan/tf."
        ),
        .init(
          line: "cardan fuse walk.csv --format tum -o walk.tum --frame nwu", purpose: "Write a trajectory for evo."),
        .init(
          line: "cardan fuse walk.csv --frame ned --true-north --location 47.38,8.54",
          purpose: "Give yaw as the heading from true north."),
        .init(
          line: "cardan fuse raw.csv --gyro-unit deg/s --accel-unit g --mag-unit uT --axes y,-x,z",
          purpose: "Fuse a log without units, from a sensor mounted a quarter turn off."),
        .init(
          line: "cardan fuse flight.ulg --imu all",
          purpose: "Combine the IMUs of a flight controller; report the health of each."),
        .init(
          line: "cardan fuse gyro.csv accel.csv mag.csv --merge",
          purpose: "Fuse a recording with a file for each sensor."),
      ])
  }

  private static var resultRules: [OptionRule<FuseCommand>] {
    [
      .file(
        "output", short: "o", "OUT", \.output, .namesOutputs,
        "Write to a file, to a folder (required for several logs), or to - for standard output "
          + "[NAME.attitude.csv in the current folder]"),
      .value("filter", short: "f", "FILTER", \.filter, "Use this filter, see below [default]"),
      .flag(
        "parameters", \.listsParameters, true,
        "List the parameters of the filter, or of the smoother with --smooth, for --set, and exit"),
      .value("frame", "FRAME", \.options.fusion.settings.frame, "Give the attitude in this frame [enu]"),
      .value(
        "format", "FORMAT", \.givenFormat,
        "Write results in this format [by the ending of OUT, otherwise csv]"),
      .value(
        "columns", "LIST", \.columns,
        "Write these groups of columns of a csv, npy, npz, arrow or mcap result, separated by commas [all]: "
          + AttitudeColumns.listed),
      .comments(\.writesComments),
      .flag(
        "keep-topics", \.keepsTopics, true, "Write all other topics of an MCAP log to its mcap result too"),
      .flag(
        "allow-rotation", \.options.fusion.allowsRotationOnly, true,
        "Fuse a log without an accelerometer: its rotation since the start, without tilt and gravity"),
      .file("tune-from", "FILE", \.tuneFrom, .reads, "Tune the filter to the noise in a file of 'cardan allan -o'"),
      .file(
        "save-calibration", "FILE", \.savedCalibration, .writes,
        "With --smooth: write the estimated sensor errors to FILE, for --calibration"),
    ]
  }

  private static var manyLogsRules: [OptionRule<FuseCommand>] {
    [
      .recursive(\.isRecursive), .merge(\.merges),
      .file(
        "report", "FILE", \.report, .writes,
        "Write a line of JSON per log (state, reasons, counts), in the order of the logs; - for standard output"),
      .flag(
        "resume", \.resumes, true,
        "Skip logs already processed by an earlier --resume run whose settings, input and output are unchanged. State is "
          + "kept in .cardan/"),
      .value(
        "shard", "I/N", \.shard,
        "Process only part I of N of the logs; a log's part depends only on its path below the folder LOG"),
      .timeLimit(at: \.logOptions),
      .value(
        "fail-on", "POLICY", \.policy,
        "Exit with 1 if any log failed, any failed or has warnings (degraded), all failed, or never (none) [any]"
      ),
    ]
  }

  func validate() throws(UsageError) {
    if listsParameters { return }
    if logs.isEmpty { throw UsageError("no LOG given") }
    let fusion = options.fusion
    try validateMerge()
    try options.validate([filter])
    try north.validate(for: fusion, filter)
    if tuneFrom != nil && !NoiseTuning.isTunable(filter) {
      throw UsageError("option '--tune-from' only goes with '--filter default', 'default14' and 'mekf'")
    }
    let format = try AttitudeFormat.format(givenFormat, of: outputFile)
    if columns != nil && !format.hasColumns {
      throw UsageError("option '--columns' only goes with '--format csv', 'npy', 'npz', 'arrow' and 'mcap'")
    }
    if writesComments && !format.hasComments {
      throw UsageError("option '--comments' only goes with '--format csv', 'tum' and 'euroc'; others have them always")
    }
    if keepsTopics && format != .mcap {
      throw UsageError("option '--keep-topics' only goes with '--format mcap'")
    }
    if savedCalibration != nil && (!fusion.smooths || options.calibration != nil || logs.count != 1) {
      throw UsageError("option '--save-calibration' goes with '--smooth', one log, and no '--calibration'")
    }
    if logs.count(where: { $0 == "-" }) > 1 { throw UsageError("standard input is available for one LOG only") }
    guard output == "-" else { return }
    if resumes { throw UsageError("option '--resume' needs a file or folder, not '--output -'") }
    if !format.isStream {
      throw UsageError("a result in '--format \(format.rawValue)' needs a file, not '--output -'")
    }
  }

  func run() throws -> ExitStatus { try merged.fuse() }

  private func fuse() throws -> ExitStatus {
    if listsParameters {
      let listing = options.fusion.smooths ? ParameterListing.ofSmoother : ParameterListing(of: filter)
      try Console.write(listing.text)
      return .success
    }
    let needsFolder = logs.count > 1 || logs.contains(where: LogDiscovery.holdsLogs)
    let found = try LogDiscovery(logs, isRecursive: isRecursive)
    let selection = try options.selections([NoiseTuning.tuned(filter, from: tuneFrom)])[0]
    var fusion = try options.fusion(with: selection)
    north.apply(to: &fusion)
    let ledger = resumes ? ResultLedger(settings: FuseJob.settings(fusion, self)) : nil
    let plan = try FusePlan(
      logs: found.entries, companions: logOptions.companions, output: output, needsFolder: needsFolder,
      ending: format.ending, shard: shard, ledger: ledger)
    try OutputPlan(files: files(by: Self.syntax) + plan.files).validate()
    if savedCalibration != nil && plan.logs.count != 1 {
      throw UsageError("option '--save-calibration' goes with one log, found \(plan.logs.count)")
    }
    try plan.makeFolder()
    let job = FuseJob(plan: plan, command: self, fusion: fusion, ledger: ledger)
    if resumes {
      try ResultLedger.prepare(for: plan.outputs)
      AtomicFile.removeRemnants(of: report.map { [$0] } ?? [])
    }
    let progress = LogProgress(logs: plan.logs, isShown: !isQuiet)
    let outcomes = WorkQueue.outcomes(
      of: plan.logs, threadCount: threadCount, isCancelled: { Interruption.isRequested }
    ) { index throws(LogError) in try job.fuse(index, progress) }
    progress.clear()
    return try finish(
      FuseReport(
        plan: plan, skipped: found.skipped, fusion: fusion, policy: policy, outcomes: plan.requiringOutputs(outcomes)))
  }

  /// Writes the report and the summary.
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
