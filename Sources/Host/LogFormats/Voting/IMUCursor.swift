import FileAccess
import LogTables

/// One of the recordings of a vote, read ahead by a few rows.
struct IMUCursor {
  private(set) var reader: any MotionLogReader
  private var records: [LogRecord] = []
  private var position = 0
  private var hasEnded = false
  /// The usual time between rows, ns; 0 before the second.
  private(set) var interval: Double = 0

  private static let blockSize = 256

  init(_ reader: any MotionLogReader) { self.reader = reader }

  /// The next row; nil at the end.
  var head: LogRecord? { position < records.count ? records[position] : nil }
  /// The row after it; nil at the end.
  private var following: LogRecord? { position + 1 < records.count ? records[position + 1] : nil }

  /// Reads until there are two rows or the end.
  mutating func fill() throws(LogError) {
    guard position + 1 >= records.count, !hasEnded else { return }
    var rest = Array(records[position...])
    var block: [LogRecord] = []
    while rest.count < 2 {
      try reader.read(into: &block, atMost: Self.blockSize)
      if block.isEmpty {
        hasEnded = true
        break
      }
      rest += block
    }
    (records, position) = (rest, 0)
    if interval == 0, let head, let following { interval = max(0, Self.time(from: head, to: following.timestamp)) }
  }

  /// Takes the next row.
  mutating func take() throws(LogError) -> LogRecord? {
    guard let record = head else { return nil }
    if let following {
      let step = Self.time(from: record, to: following.timestamp)
      if step > 0, step < 10 * interval { interval += (step - interval) * 0.02 }
    }
    position += 1
    try fill()
    return record
  }

  /// Takes the row nearest to a time, if it is within `half`, ns, of it. Earlier rows are dropped.
  mutating func take(nearestTo timestamp: Int64, within half: Double) throws(LogError) -> LogRecord? {
    while let record = head {
      let distance = Self.time(from: record, to: timestamp)
      let isNearest = following.map { abs(Self.time(from: $0, to: timestamp)) > abs(distance) } ?? true
      if isNearest && abs(distance) <= half { return try take() }
      // A later row waits, unless the clock was set back behind it.
      if distance < 0, following.map({ $0.timestamp >= record.timestamp }) ?? true { return nil }
      _ = try take()
    }
    return nil
  }

  /// The time from a row to a timestamp, ns.
  private static func time(from record: LogRecord, to timestamp: Int64) -> Double {
    Double(timestamp) - Double(record.timestamp)
  }
}
