import LogDiagnosis
import LogFormats
import LogTables

/// Examines a log with filters: an inspection of its rows and a run of the default filter, in one pass and constant memory.
public struct LogDoctor {
  /// What the rows show.
  public private(set) var inspection: LogInspection
  /// What the filter shows; nil for a log without gyroscope and accelerometer.
  public private(set) var summary: FusionSummary?
  /// The magnetometer against the estimate.
  package private(set) var headingResidual = HeadingResidual()
  /// The vertical specific force of the estimate.
  package private(set) var verticalForce = VerticalForce()
  /// The estimate against that of VQF; nil where the log has a true attitude, or a velocity that VQF does not use.
  package private(set) var difference: EstimateDifference?
  /// The health of the IMUs of a file of several.
  public private(set) var voting: VotingSummary?

  /// Whether the estimates are those of sensor axes in ENU with magnetic north.
  private let comparesEstimates: Bool

  /// An examination before the first row of a log that is fused, in blocks for `add`.
  public init(header: LogHeader, fusion: LogFusion = LogFusion()) {
    inspection = LogInspection(header: header)
    let settings = fusion.settings
    comparesEstimates =
      settings.frame == .enu && settings.conditioner.axes == .identity && settings.conditioner.calibration == .identity
      && settings.usesMagnetometer && fusion.trueNorth == nil
    let isComplete = header.hasGyroscope && header.hasAccelerometer
    let hasAnswer = header.hasGroundTruth || header.hasVelocityOverGround || header.hasForwardSpeed
    difference = comparesEstimates && isComplete && !hasAnswer ? EstimateDifference() : nil
  }

  /// Adds rows and the motions after them.
  public mutating func add(_ block: LogFusion.Block) {
    let (records, motions) = (block.records.span, block.motions.span)
    for index in records.indices {
      inspection.add(records[index])
      guard comparesEstimates else { continue }
      headingResidual.add(records[index], motions[index])
      verticalForce.add(records[index], motions[index])
      difference?.add(records[index], motions[index])
    }
  }

  /// Takes the summary of the run, at the end of the log.
  public mutating func finish(_ summary: FusionSummary) {
    inspection.finish(summary.damage)
    voting = summary.voting
    self.summary = summary
  }

  /// Reads a log to its end with a fusion that gives attitudes alone. `progress` receives the number of rows read since its last
  /// call, and stops the reading by returning false.
  public init(
    reading reader: inout any MotionLogReader, fusion: LogFusion = LogFusion(),
    progress: (_ rows: Int) -> Bool = { _ in true }
  ) throws(LogError) {
    self.init(header: reader.header, fusion: fusion)
    guard reader.header.hasGyroscope || reader.header.hasAccelerometer else {
      inspection = try LogInspection(reading: &reader, progress: progress)
      return
    }
    var fusion = fusion
    fusion.columns = .quaternion
    fusion.allowsRotationOnly = true
    var doctor = self
    let summary = try fusion.run(&reader, progress: progress) { block throws(LogError) in doctor.add(block) }
    doctor.finish(summary)
    self = doctor
  }

  /// Reads a log to its end, and once more with the vote of its IMUs if it has several.
  public init(
    path: String, options: LogOptions, progress: (_ header: LogHeader) -> (_ rows: Int) -> Bool = { _ in { _ in true } }
  ) throws(LogError) {
    var reader = try MotionLog.open(path, options: options)
    let header = reader.header
    try self.init(reading: &reader, progress: progress(header))
    if voting == nil { voting = try Self.vote(path, options, header) }
  }

  /// The health of the IMUs of a file of several; nil for one, and for topics that may have different axes.
  private static func vote(_ path: String, _ options: LogOptions, _ header: LogHeader) throws(LogError)
    -> VotingSummary?
  {
    guard path != "-", options.topic == nil, options.companions.isEmpty else { return nil }
    // Instances of one topic have the axes of the body; topics of their own may not.
    guard let voters = try? IMUSelection.all.recordings(of: header.contents, path: path),
      Set(voters.map(\.topic)).count == 1
    else { return nil }
    var options = options
    options.imus = .all
    guard var reader = try? MotionLog.open(path, options: options) else { return nil }
    var records: [LogRecord] = []
    repeat { try reader.read(into: &records, atMost: 1024) } while !records.isEmpty
    return reader.voting
  }
}
