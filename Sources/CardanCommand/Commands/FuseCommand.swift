import AttitudeFilters
import BatchFusion
import Foundation
import MotionLogs
import MotionSamples

/// `cardan fuse`: attitude from recordings.
struct FuseCommand: Subcommand {
  var logs: [String] = []
  var output: String?
  var fusion = LogFusion()
  var frame = FrameChoice.enu
  var format = AttitudeFormat.csv
  var columns: ColumnList?
  var options = LogOptions()
  var threadCount: Int?
  var isQuiet = false

  static var syntax: CommandSyntax<FuseCommand> {
    CommandSyntax(
      name: "fuse",
      summary: "Turns recordings of gyroscope, accelerometer and magnetometer into attitude, one row per sample.",
      operands: .init(
        placeholder: "LOG", help: "A recording, a folder of recordings, or - for the standard input.",
        count: 1...Int.max, target: \.logs),
      options: [
        .value(
          "output", short: "o", "OUT", \.output,
          "The result: a file, a folder (always for several logs), or - for the standard output. Default: "
            + "NAME.attitude.csv in the current folder."),
      ] + FusionOptions.rules(at: \.fusion) + [
        .value("frame", "FRAME", \.frame, "The frame that the attitude is given in (default: enu)."),
        .value("format", "FORMAT", \.format, "How results are written (default: csv)."),
        .value("columns", "LIST", \.columns, "Groups of CSV columns, such as t,q (default: all). Of: \(ColumnList.names)."),
      ] + SourceOptions.rules(at: \.options) + BatchOptions.rules(threads: \.threadCount) + [
        .flag("quiet", short: "q", \.isQuiet, true, "No summary and no progress bar; errors only.")
      ],
      notes: [
        "The quaternion (w first) turns body coordinates into coordinates of the frame. At rest the accelerometer must read "
          + "+9.81 m/s^2 along the axis that points up. Logs whose headers name their units need no unit options. Results "
          + "appear under their names only when they are complete."
      ],
      examples: [
        .init(line: "cardan fuse walk.csv", purpose: "Writes walk.attitude.csv."),
        .init(line: "cardan fuse walk.csv -o - --columns t,euler | head", purpose: "Looks at the first angles."),
        .init(line: "cardan fuse recordings/ -o results/ --filter vqf", purpose: "A whole folder, with another filter."),
        .init(line: "cardan fuse walk.csv --format tum -o walk.tum --frame nwu", purpose: "For trajectory tools."),
        .init(
          line: "cardan fuse raw.csv --gyro-unit deg/s --accel-unit g --mag-unit uT --axes y,-x,z",
          purpose: "A log without units, of a sensor that is mounted a quarter turn off."),
      ])
  }

  func validate() throws(UsageError) {
    try FusionOptions.validate(fusion)
    if columns != nil && format != .csv { throw UsageError("option '--columns' only goes with '--format csv'") }
    if logs.filter({ $0 == "-" }).count > 1 { throw UsageError("the standard input can be read only once") }
  }

  func run() throws -> ExitStatus {
    let plan = try FusePlan(logs: LogDiscovery.logs(named: logs), output: output, isFolder: namesFolder, format: format)
    let progress = LogProgress(logs: plan.logs, isShown: !isQuiet && !plan.usesStandardOutput)
    let outcomes = LogBatch(threadCount: threadCount).outcomes(of: plan.logs) { index, path throws(LogError) in
      defer { progress.finish(log: index) }
      return try fuse(path, into: plan.outputs[index], progress: progress.reporter(for: index))
    }
    progress.clear()
    let report = FuseReport(plan: plan, outcomes: outcomes)
    Console.note(isQuiet ? report.failures : report.text)
    return report.status
  }

  /// Whether several results are wanted even where a folder holds but one log.
  private var namesFolder: Bool { logs.count > 1 || logs.contains(where: LogDiscovery.isFolder) }

  private func fuse(
    _ path: String, into output: String, progress: (Int) -> Bool
  ) throws(LogError) -> LogOutcome<FusionSummary> {
    fatalError()
  }
}
