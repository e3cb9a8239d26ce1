import AttitudeFilters
import LogFormats
import LogTables

/// The errors of several filters on one log with a reference attitude.
public struct LogEvaluation: Sendable {
  /// The errors of each filter, in the requested order.
  public private(set) var errors: [FilterErrors] = []
  /// The summary of each run, in the order of the filters.
  public private(set) var summaries: [FusionSummary] = []

  /// Runs each filter on a log and compares it with the log's reference attitude. The log is read once per filter.
  ///
  /// - Parameters:
  ///   - path: The log.
  ///   - options: Settings that the log does not contain.
  ///   - filters: The filters.
  ///   - fusion: The settings of the runs, always in ENU; its frame and filter are ignored.
  ///   - cutsRest: Whether to use only rows from the first to the last marked as moving. Default: all rows.
  ///   - progress: As in `LogFusion.run`.
  public init(
    of path: String, options: LogOptions = LogOptions(), filters: [FilterSelection], fusion: LogFusion = LogFusion(),
    cutsRest: Bool = false, progress: (_ rows: Int) -> Bool = { _ in true }
  ) throws(LogError) {
    var fusion = fusion
    fusion.settings.frame = .enu
    for filter in filters {
      fusion.filter = filter
      var reader = try Self.openedWithTruth(path, options: options, cutsRest: cutsRest)
      var errorsOfRun = RunErrors()
      let summary = try fusion.run(&reader, progress: progress) { block throws(LogError) in errorsOfRun.add(block) }
      guard let result = errorsOfRun.errors(of: filter.kind, hasNorth: summary.hasNorth) else {
        throw LogError(
          path: path,
          message:
            "no row has a true attitude: its columns are empty, or no timestamp of an attitude is near one of a row")
      }
      errors.append(result)
      summaries.append(summary)
    }
  }

  /// A log with a reference attitude; `cutsRest` as in the initializer.
  package static func openedWithTruth(
    _ path: String, options: LogOptions, cutsRest: Bool
  ) throws(LogError) -> any MotionLogReader {
    let reader = try MotionLog.open(path, options: options)
    guard reader.header.hasGroundTruth else {
      guard let attitudes = reader.header.contents?.attitudes else { throw withoutTruth(path) }
      throw LogError(path: path, .truthMissing(nil, candidates: attitudes))
    }
    return cutsRest ? RestTrimmedReader(reader) : reader
  }

  private static func withoutTruth(_ path: String) -> LogError {
    LogError(
      path: path, message: "has no true attitude to compare with: columns q_w,q_x,q_y,q_z, or BROAD's opt_quat")
  }
}

/// A log from the first to the last row that it marks as moving. It lacks the rest at both ends, where a filter learns
/// its bias and heading before it is judged. Rest in between stays.
struct RestTrimmedReader: MotionLogReader {
  private var base: any MotionLogReader
  /// Pending rows, returned only if a moving row follows.
  private var waiting: ArraySlice<LogRecord> = []
  /// The moving row after them.
  private var moving: LogRecord?
  private var hasMoved = false

  var header: LogHeader { base.header }
  var damage: LogDamage { base.damage }
  var voting: VotingSummary? { base.voting }

  init(_ base: any MotionLogReader) { self.base = base }

  mutating func next() throws(LogError) -> LogRecord? {
    if let record = waiting.popFirst() { return record }
    if let record = moving {
      moving = nil
      return record
    }
    var resting: [LogRecord] = []
    while let record = try base.next() {
      if record.isMoving {
        hasMoved = true
        guard !resting.isEmpty else { return record }
        moving = record
        waiting = resting[...]
        return waiting.popFirst()
      }
      if hasMoved { resting.append(record) }
    }
    return nil
  }
}
