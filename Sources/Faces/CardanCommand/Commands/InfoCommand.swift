import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables

/// `cardan info`: contents and likely problems of logs.
struct InfoCommand: Subcommand, MergingCommand {
  var logs: [String] = []
  var logOptions = LogOptions()
  var isRecursive = false
  var merges = false
  var place = PlaceOptions()
  var writesJSON = false

  static var syntax: CommandSyntax<InfoCommand> {
    CommandSyntax(
      name: "info",
      summary: "Show the contents and likely problems of logs.",
      operands: .init(
        placeholder: "LOG", help: "A log, a folder of logs, or - for standard input",
        count: 1...Int.max, target: \.logs, file: MotionLog.file),
      options: [
        .recursive(\.isRecursive), .merge(\.merges),
        .flag("json", \.writesJSON, true, "Write JSON: an object for each log, as 'cardan doctor --json'"),
      ] + PlaceOptions.rules(at: \.place)
        + SourceOptions.rules(at: \.logOptions),
      notes: [
        "The axes and unit of the gyroscope are checked against the motion: gravity and the magnetic field are fixed in the "
          + "world, so the rotation seen by the accelerometer and the magnetometer must match that of the gyroscope."
      ],
      examples: [
        .init(line: "cardan info walk.csv", purpose: "Show sensors, units, rate, gaps, rest, and likely problems."),
        .init(
          line: "cardan info raw.csv --gyro-unit deg/s --accel-unit g",
          purpose: "Inspect a log without units in its header."),
        .init(line: "cardan info walk.csv --json", purpose: "Write the contents and problems for programs."),
      ])
  }

  func validate() throws(UsageError) { try validateMerge() }

  func run() throws -> ExitStatus { try merged.inspect() }

  private func inspect() throws -> ExitStatus {
    var status = ExitStatus.success
    var reports: [FindingReport] = []
    var shown = ShownErrors()
    let found = try LogDiscovery(logs, isRecursive: isRecursive)
    for (index, path) in found.logs.enumerated() {
      let progress = LogProgress(logs: [path])
      do throws(LogError) {
        let doctor = try LogDoctor(path: path, options: logOptions) {
          progress.reporter(for: 0, rowCount: $0.rowCount)
        }
        let findings = doctor.findings(
          ofLogAt: path, logOptions, earthField: place.field(for: doctor.inspection.header))
        progress.clear()
        if writesJSON {
          reports.append(FindingReport(log: path, findings: findings, info: LogFacts(doctor.inspection)))
        } else {
          let report = InfoReport(path: path, doctor: doctor, findings: findings)
          try Console.write((index > 0 ? "\n" : "") + report.text)
        }
      } catch {
        progress.clear()
        if Interruption.isRequested { return .interrupted }
        if shown.isNew(error) { Console.error(error) }
        if error.status == .outputFailed { return .outputFailed }
        status = .logsFailed
        reports.append(FindingReport(log: path, error: error.advised))
      }
    }
    if writesJSON { try Console.write(FindingReport.json(reports)) }
    if let skipped = found.skipped { Console.note(skipped) }
    return status
  }
}
