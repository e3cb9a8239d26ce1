import FileAccess
import Geomagnetism
import LogDiagnosis
import LogFormats
import LogProcessing

import LogTables
import SensorCalibration

/// The fusion of one log of a plan. Several threads may run it for different logs.
struct FuseJob: Sendable {
  private let plan: FusePlan
  private let fusion: LogFusion
  private let options: LogOptions
  private let format: AttitudeFormat
  private let columns: AttitudeColumns
  private let writesComments: Bool
  private let keepsTopics: Bool
  private let tuneFrom: String?
  private let savedCalibration: String?
  /// Nil without --resume.
  private let ledger: ResultLedger?

  init(plan: FusePlan, command: FuseCommand, fusion: LogFusion, ledger: ResultLedger?) {
    self.plan = plan
    self.ledger = ledger
    format = command.format
    tuneFrom = command.tuneFrom
    savedCalibration = command.savedCalibration
    columns = command.columns ?? .all
    writesComments = command.writesComments
    keepsTopics = command.keepsTopics
    var fusion = fusion
    fusion.columns = format.hasColumns ? columns : .quaternion
    // The mark of a crash that --resume needs belongs to the thread that runs the log.
    if !command.resumes { fusion.threadCount = plan.stageThreadCount(command.threadCount) }
    self.fusion = fusion
    var options = command.logOptions
    options.usesMagnetometer = fusion.settings.usesMagnetometer
    self.options = options
  }

  /// Fuses a log, unless the ledger has its result.
  func fuse(_ index: Int, _ progress: LogProgress) throws(LogError) -> LogOutcome<FuseResult> {
    let (log, output) = (plan.logs[index], plan.outputs[index])
    if let record = ledger?.intactResult(of: log, at: output) {
      progress.pass(log: index)
      return LogOutcome(FuseResult(record: record), reasons: record.reasons)
    }
    defer { progress.finish(log: index) }
    let begun = try ledger?.begin(log, for: output)
    let summary: FusionSummary
    do throws(LogError) {
      summary = try write(index, progress)
    } catch {
      if case .timedOut = error.fact { begun?.countAsHung() }
      throw error
    }
    let record = LogResult(log: log, output: output, summary: summary, reasons: summary.findings.reasons)
    if let ledger, let begun { try ledger.enter(record, of: begun) }
    return LogOutcome(FuseResult(record: record, summary: summary), reasons: record.reasons)
  }

  private func write(_ index: Int, _ progress: LogProgress) throws(LogError) -> FusionSummary {
    let log = plan.logs[index]
    let end = options.timeLimit.map { ContinuousClock.now + .seconds($0) }
    func isInTime() -> Bool { end.map { ContinuousClock.now < $0 } ?? true }
    var reader = try MotionLog.open(log, options: options)
    let report = progress.reporter(for: index, rowCount: reader.header.rowCount)
    var output = try AttitudeOutput(
      path: plan.outputs[index], format: format, columns: columns, comments: comments(log, reader.header),
      keepingTopicsOf: keepsTopics ? log : nil)
    let summary: FusionSummary
    do throws(LogError) {
      summary = try fusion.run(&reader, progress: { report($0) && isInTime() }) { block throws(LogError) in
        try output.write(block.motions)
      }
    } catch {
      guard let limit = options.timeLimit, !isInTime(), error.status == .logsFailed else { throw error }
      throw LogError(path: log, .timedOut(limit))
    }
    // An interrupted pipe ends the input early.
    guard !Interruption.isRequested else { throw LogError(path: log, .interrupted) }
    // Columns without a number are no accelerometer.
    if summary.rowCount > 0, summary.accelerometer.given == 0, !fusion.allowsRotationOnly {
      throw LogError(path: log, .accelerometerMissing(gravityFree: []))
    }
    try output.finish()
    try saveCalibration(summary, log)
    return summary
  }

  /// Writes the smoother's estimate of the sensor errors if requested.
  private func saveCalibration(_ summary: FusionSummary, _ log: String) throws(LogError) {
    guard let savedCalibration else { return }
    guard let errors = summary.sensorErrors else {
      throw LogError(path: log, message: "no rows, no calibration saved")
    }
    let provenance = CalibrationFile.Provenance.ofThisProgram(recording: log, axes: fusion.settings.conditioner.axes)
    let file = try AtomicFile(path: savedCalibration)
    try file.write(String(decoding: CalibrationFile(errors, provenance: provenance).json, as: UTF8.self))
    try file.finish()
  }

  /// The comments at the top of a result.
  private func comments(_ log: String, _ header: LogHeader) -> [String] {
    guard writesComments || !format.hasComments else { return [] }
    return [
      "\(Console.programName) \(CommandList.version), log: \(log)",
      "filter: \(fusion.methodName)\(options.usesMagnetometer ? "" : ", without magnetometer")"
        + (aid(header).map { ", aided by the \($0) of the log" } ?? "") + (tuneFrom.map { ", tuned from \($0)" } ?? ""),
      header.assumedUnits.isEmpty
        ? nil
        : "units assumed from the values: \(header.assumedUnits.map { "\($0.reading.rawValue) \($0.unit)" }.joined(separator: ", "))",
      header.hasAccelerometer
        ? nil : "no accelerometer: the attitude is the rotation since the start, its tilt is unknown",
      imus(header),
      "frame: \(fusion.settings.frame.name); the quaternion turns body coordinates into this frame",
      fusion.trueNorth.map { "north: true, by \(Self.model($0.resolved(by: header)))" },
      fusion.magneticReference.map { "magnetic reference: \(Self.model($0.resolved(by: header)))" },
      header.contents?.damage.summary,
      "units: as in the header; a column without a unit has that of the column before it, quaternions have none",
    ].compactMap { $0 }
  }

  /// The IMUs that vote, in words; nil for one.
  private func imus(_ header: LogHeader) -> String? {
    guard options.imus != nil, let recordings = header.contents?.recordings.filter(\.isChosen) else { return nil }
    return "imus: \(recordings.map { "\($0.topic)#\($0.instance)" }.joined(separator: ", "))"
  }

  /// The velocities of the log that the filter observes, in words; nil without.
  private func aid(_ header: LogHeader) -> String? {
    guard fusion.usesVelocity, fusion.filter.hasParameter("platform") else { return nil }
    let words = [header.hasVelocityOverGround ? "velocity" : nil, header.hasForwardSpeed ? "speed" : nil]
    let given = words.compactMap { $0 }
    return given.isEmpty ? nil : given.joined(separator: " and ")
  }

  private static func model(_ north: TrueNorth) -> String {
    "\(WorldMagneticModel.name) at \(north.position?.text ?? "an unknown place"), "
      + "\(north.date?.description ?? "date of the log")"
  }

  /// Everything a result depends on except its log.
  static func settings(_ fusion: LogFusion, _ command: FuseCommand) -> String {
    let options = command.logOptions
    let units = [
      options.timeUnit?.symbol, options.angularRateUnit?.symbol, options.accelerationUnit?.symbol,
      options.magneticFieldUnit?.symbol,
    ]
    let (settings, conditioner) = (fusion.settings, fusion.settings.conditioner)
    return [
      CommandList.version, fusion.methodName, settings.frame.name,
      conditioner.usesMagnetometer ? "magnetometer" : "no magnetometer",
      fusion.usesVelocity ? "velocity" : "no velocity", "latency \(fusion.latency)", "axes \(conditioner.axes)",
      "\(conditioner.calibration)",
      "parameters \(fusion.changedParameters.sorted { $0.key < $1.key })", command.format.rawValue,
      command.writesComments ? "comments" : "no comments", command.keepsTopics ? "keeps topics" : "no other topics",
      "columns \(fusion.columns.rawValue)", "units \(units.map { $0 ?? "-" }.joined(separator: " "))",
      "true north \(fusion.trueNorth.map { "\($0)" } ?? "-")",
      "magnetic reference \(fusion.magneticReference.map { "\($0)" } ?? "-")",
      "topic \(options.topic ?? "-")", "imus \(options.imus.map { "\($0)" } ?? "-")", "header \(options.header ?? "-")",
      "columns \(options.columnNames.map { "\($0.name)=\($0.replacement)" })",
      "sensor axes \([options.gyroscopeAxes, options.accelerometerAxes, options.magnetometerAxes].map { $0?.axes ?? [] })",
      "companions \(options.companions)", "bad rows \(options.skipsBadRows ? "skipped" : "fail")",
      "rate \(options.samplingRate.map { "\($0)" } ?? "-")", options.assumesUnits ? "assumes units" : "knows units",
      fusion.allowsRotationOnly ? "allows rotation" : "needs tilt",
    ].joined(separator: ", ")
  }
}

/// What `cardan fuse` has of a log that it processed, now or in an earlier run.
struct FuseResult: Sendable {
  /// The record of the result.
  var record: LogResult
  /// The details beyond the record; nil for a result of an earlier run.
  var summary: FusionSummary?
}
