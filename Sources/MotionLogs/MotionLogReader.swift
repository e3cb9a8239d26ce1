/// A recording read row by row, forward, in bounded memory.
public protocol MotionLogReader {
  /// What is known of the recording before its first row is read.
  var header: LogHeader { get }
  /// The next row; nil at the end. After an error the reader is at its end.
  mutating func next() throws(LogError) -> LogRecord?
  /// Replaces `records` by the next rows, at most `limit`; none at the end. Where it throws, `records` holds the rows
  /// before the one at fault. Faster than `next` where the reader's type is not known.
  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError)
}

extension MotionLogReader {
  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, let record = try next() { records.append(record) }
  }
}
