import MotionLogs

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
