/// A log read row by row, forward, in bounded memory.
public protocol MotionLogReader {
  /// What is known of the log before its first row.
  var header: LogHeader { get }
  /// What was skipped so far, or is skipped in the whole log if that is known before its first row.
  var damage: LogDamage { get }
  /// The health of the IMUs so far, if several vote.
  var voting: VotingSummary? { get }
  /// The next row; nil at the end. After an error the reader is at its end.
  mutating func next() throws(LogError) -> LogRecord?
  /// Replaces `records` by the next rows, up to `limit`; empty at the end. When it throws, `records` holds the rows before
  /// the invalid one. Faster than `next` on an existential.
  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError)
}

extension MotionLogReader {
  public var damage: LogDamage { header.contents?.damage ?? LogDamage() }
  public var voting: VotingSummary? { nil }

  @inlinable
  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, let record = try next() { records.append(record) }
  }
}
