import MotionLogs

/// An inspection of a log and a run of the default filter on it, in one pass and constant memory.
public struct LogExamination: Sendable {
  /// What the rows show.
  public let inspection: LogInspection
  /// What the filter shows; nil for a log without gyroscope and accelerometer.
  public let summary: FusionSummary?

  /// The examination of a log whose rows were inspected while it was fused.
  public init(_ inspection: LogInspection, _ summary: FusionSummary) {
    (self.inspection, self.summary) = (inspection, summary)
  }

  /// Reads a log to its end. `progress` receives the number of rows read since its last call, and stops the reading by
  /// returning false.
  public init(
    reading reader: inout any MotionLogReader, progress: (_ rows: Int) -> Bool = { _ in true }
  ) throws(LogError) {
    guard reader.header.hasGyroscope || reader.header.hasAccelerometer else {
      inspection = try LogInspection(reading: &reader, progress: progress)
      summary = nil
      return
    }
    var rows = LogInspection(header: reader.header)
    var fusion = LogFusion()
    fusion.columns = .quaternion
    let summary = try fusion.run(&reader, progress: progress) { block throws(LogError) in
      for record in block.records { rows.add(record) }
    }
    rows.finish(summary.damage)
    (inspection, self.summary) = (rows, summary)
  }
}
