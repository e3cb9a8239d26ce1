import FileAccess
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import MotionSamples
import SensorCalibration

/// `cardan doctor`: a verdict on logs, what is wrong, and what to do.
struct DoctorCommand: Subcommand, MergingCommand {
  var logs: [String] = []
  var logOptions = LogOptions()
  var place = PlaceOptions()
  var isRecursive = false
  var merges = false
  var writesJSON = false
  var savedCalibration: String?

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
        .file(
          "save-calibration", "FILE", \.savedCalibration, .writes,
          "Write what undoes the turned axes and the iron of one log to FILE, for --calibration of 'cardan fuse'"),
      ] + PlaceOptions.rules(at: \.place) + SourceOptions.rules(at: \.logOptions),
      lists: { [("Checks", Finding.Check.allCases.map { ($0.rawValue, $0.name) })] },
      notes: [
        "Exits with 0 if every log is good, 4 if the worst is usable with doubts, 5 if the worst is not usable or could not be "
          + "read. Options in an advice are those of 'cardan fuse'; each was tried on the log, if its files can be read twice."
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
    if savedCalibration != nil && found.logs.count != 1 {
      throw UsageError("option '--save-calibration' goes with one log, found \(found.logs.count)")
    }
    var reports: [DoctorReport] = []
    for path in found.logs {
      let progress = LogProgress(logs: [path])
      do throws(LogError) {
        let doctor = try LogDoctor(path: path, options: logOptions) {
          progress.reporter(for: 0, rowCount: $0.rowCount)
        }
        let findings = doctor.findings(
          ofLogAt: path, logOptions, earthField: place.field(for: doctor.inspection.header))
        try saveCalibration(doctor.inspection.correction(of: findings), path)
        reports.append(DoctorReport(log: path, outcome: .success(findings), info: LogFacts(doctor.inspection)))
      } catch {
        reports.append(DoctorReport(log: path, outcome: .failure(error)))
      }
      progress.clear()
      if Interruption.isRequested { return .interrupted }
    }
    try Console.write(
      writesJSON ? FindingReport.json(reports.map(\.forPrograms)) : DoctorReport.text(reports))
    var shown = ShownErrors()
    for report in reports {
      if case .failure(let error) = report.outcome, shown.isNew(error) { Console.error(error) }
    }
    if let skipped = found.skipped { Console.note(skipped) }
    return reports.map(\.verdict).max()?.exitStatus ?? .success
  }
}

extension DoctorCommand {
  /// Writes a calibration if requested.
  private func saveCalibration(_ calibration: DeviceCalibration<Double>?, _ log: String) throws(LogError) {
    guard let savedCalibration else { return }
    guard let calibration else {
      return Console.note("\(log): no turned axes and no iron found, no calibration saved".printable)
    }
    var document = CalibrationFile(provenance: .ofThisProgram(recording: log, axes: .identity))
    document.gyroscope = .init(model: calibration.gyroscope)
    document.accelerometer = .init(model: calibration.accelerometer)
    document.magnetometer = .init(model: calibration.magnetometer)
    let file = try AtomicFile(path: savedCalibration)
    try file.write(String(decoding: document.json, as: UTF8.self))
    try file.finish()
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
