import AttitudeFilters
import FileAccess
import Geomagnetism
import LogDiagnosis
import LogFormats
import LogProcessing
import LogTables
import ReportPages

/// What is known of a log after its report.
struct ReportResult: Sendable {
  var record: LogResult
  var verdict: Verdict
  /// What the heading is relative to, in words.
  var heading: String
}

/// The report of one log of a plan. Several threads may run it for different logs.
struct ReportJob: Sendable {
  private let plan: FusePlan
  private let fusion: LogFusion
  private let options: LogOptions
  private let place: PlaceOptions

  init(plan: FusePlan, command: ReportCommand, fusion: LogFusion) {
    self.plan = plan
    var fusion = fusion
    fusion.threadCount = plan.stageThreadCount(command.threadCount)
    self.fusion = fusion
    place = command.place
    var options = command.logOptions
    options.usesMagnetometer = fusion.settings.usesMagnetometer
    self.options = options
  }

  /// Fuses a log as `cardan fuse` does and writes its page.
  func report(_ index: Int, _ progress: LogProgress) throws(LogError) -> LogOutcome<ReportResult> {
    defer { progress.finish(log: index) }
    let (log, output) = (plan.logs[index], plan.outputs[index])
    var reader = try MotionLog.open(log, options: options)
    let header = reader.header
    let device = DeviceAttitudeLog(path: log, options: options, header: header)
    if let device { reader = device.reader }
    var recorder = LogReportRecorder(conditioner: fusion.settings.conditioner)
    var errors = RunErrors()
    var doctor = LogDoctor(header: header, fusion: fusion)
    let summary = try fusion.run(
      &reader, progress: progress.reporter(for: index, rowCount: header.rowCount), examine: { doctor.add($0) }
    ) { block throws(LogError) in
      let compared = device?.compared(block, fusion) ?? block
      recorder.add(compared.records, compared.motions)
      errors.add(compared)
    }
    // An interrupted pipe ends the input early.
    guard !Interruption.isRequested else { throw LogError(path: log, .interrupted) }
    doctor.finish(summary)
    let inspection = doctor.inspection
    let earthField = place.field(for: header)
    let findings = doctor.findings(ofLogAt: log, options, fusion, earthField: earthField)
    let result = LogResult(log: log, output: output, summary: summary, reasons: findings.reasons)
    var facts = LogReportFacts(title: FilePath.name(of: log))
    let inspected = LogFacts(inspection)
    facts.verdict = FindingReport(log: log, findings: findings, info: inspected)
    facts.result = result.json
    // What an estimate of the device refers to is not known.
    facts.errors = errors.errors(of: fusion.filter.kind, hasNorth: device == nil && summary.hasNorth).map(Self.errors)
    if facts.errors != nil {
      let topic = device?.topic ?? options.truthTopic
      facts.reference = .init(name: topic ?? "truth", isEstimate: topic != nil)
    }
    facts.usesVelocity = usesVelocity
    facts.recordings = (header.contents?.recordings ?? []).map {
      .init(topic: $0.topic + ($0.instance > 0 ? "#\($0.instance)" : ""), rate: $0.rate, isChosen: $0.isChosen)
    }
    facts.imus = result.imus ?? []
    facts.field = earthField.map(Self.field)
    facts.sensors = inspected.sensors
    facts.sensorsOfOwnRate = inspection.sensors.filter { $0.statistics.hasOwnRate }.map(\.sensor.rawValue)
    let north = north(of: summary)
    facts.hasNorth = north != nil
    let heading = north.map { "from \($0) north" } ?? "relative to the start"
    facts.summary = self.summary(of: summary, heading: heading)
    facts.provenance = provenance(log, header)
    let file = try AtomicFile(path: output)
    try file.write(LogReportPage(recorder, intervals: inspection.intervals, facts: facts).html)
    try file.finish()
    return LogOutcome(
      ReportResult(record: result, verdict: Verdict(findings), heading: heading), reasons: result.reasons)
  }

  private static func errors(_ errors: FilterErrors) -> LogReportFacts.Errors {
    let error = errors.hasNorth ? errors.asGiven : errors.withoutHeadingOffset
    func degrees(_ angle: Double) -> Double { angle * 180 / .pi }
    func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
    return LogReportFacts.Errors(
      rows: errors.rowCount, total: degrees(error.total), heading: degrees(error.heading),
      inclination: degrees(error.inclination), headingOffset: errors.hasNorth ? nil : degrees(errors.headingOffset),
      normalizedHeading: finite(errors.normalizedHeading),
      normalizedInclination: finite(errors.normalizedInclination))
  }

  /// The field of the world model.
  private static func field(_ field: GeomagneticField) -> LogReportFacts.Field {
    LogReportFacts.Field(
      strength: field.totalIntensity, dip: field.inclination * 180 / .pi, source: "\(WorldMagneticModel.name)")
  }

  /// The north that the heading is from; nil if it is relative to the start.
  private func north(of summary: FusionSummary) -> String? {
    if summary.hasNorth { return summary.field == nil ? "magnetic" : "true" }
    return usesVelocity && summary.header.hasVelocityOverGround ? "true" : nil
  }

  private var usesVelocity: Bool {
    fusion.usesVelocity && [.default, .default14].contains(fusion.filter.kind)
  }

  private func summary(of summary: FusionSummary, heading: String) -> [LogReportFacts.Fact] {
    let rate = summary.duration > 0 ? Double(summary.rowCount - 1) / summary.duration : .nan
    var facts: [LogReportFacts.Fact] = [
      .init("Duration", Figures.duration(summary.duration)),
      .init("Rows", "\(Figures.grouped(Double(summary.rowCount))) (\(Figures.fixed(rate, 1)) Hz)"),
      .init("Filter", fusion.methodName),
      .init("Heading", heading),
      .init("At rest", Figures.percent(summary.flags[.atRest], of: summary.rowCount)),
      .init("Field disturbed", Figures.percent(summary.flags[.fieldDisturbed], of: summary.rowCount)),
      .init("Gaps", "\(summary.flags[.afterGap])"),
      .init("Gyroscope bias", "\(Figures.degrees(summary.gyroscopeBias, decimals: 3)) deg/s"),
    ]
    if summary.errors.count > 0 {
      facts.append(
        .init(
          "Error (RMS)",
          "\(Figures.degrees(summary.comparableErrors.total, decimals: 2))° against the truth"
            + (summary.hasNorth ? "" : ", without a constant heading offset")))
    }
    if summary.clockStepCount > 0 {
      facts.append(.init("Clock", "set \(Figures.count(summary.clockStepCount, "time"))"))
    }
    return facts
  }

  private func provenance(_ log: String, _ header: LogHeader) -> [LogReportFacts.Fact] {
    let parameters = fusion.changedParameters.sorted { $0.key < $1.key }.map {
      "\($0.key) = \(Figures.short($0.value))"
    }
    let conditioner = fusion.settings.conditioner
    let units = header.units.map { "\($0.column) [\($0.unit)]" }.joined(separator: ", ")
    return [
      .init("Program", "\(Console.programName) \(CommandList.version)"),
      .init("Command", Console.commandLine),
      .init("Log", log),
      LogReportFacts.digest(ofFile: log),
      .init("Format", header.formatName),
      units.isEmpty ? nil : .init("Units in the log", units),
      .init("Filter", fusion.methodName),
      .init("Parameters", parameters.isEmpty ? "defaults" : parameters.joined(separator: ", ")),
      .init("Axes", conditioner.axes.description),
      .init("Device calibration", conditioner.calibration == .identity ? "none" : "applied"),
      .init("Magnetometer", conditioner.usesMagnetometer ? "used" : "ignored"),
      .init("Frame", fusion.settings.frame.name),
    ].compactMap { $0 }
  }
}
