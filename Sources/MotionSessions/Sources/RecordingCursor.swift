import MotionLogs
import MotionSamples
import Rotations

/// A place in a recording that can be moved.
struct RecordingCursor {
  private let path: String
  private let options: LogOptions
  private var reader: any MotionLogReader
  private var rows: [LogRecord] = []
  private var nextRow = 0
  /// The stamp of the first row of the recording.
  private var start: Timestamp?
  /// An error that comes after the rows that are left.
  private var error: LogError?

  init(path: String, options: LogOptions) throws(MotionError) {
    self.path = path
    self.options = options
    reader = try Self.open(path, options)
  }

  private static func open(_ path: String, _ options: LogOptions) throws(MotionError) -> any MotionLogReader {
    do throws(LogError) {
      return try MotionLog.open(path, options: options)
    } catch {
      throw .logFailed(error)
    }
  }

  /// The next sample; nil at the end.
  mutating func next() throws(MotionError) -> StampedSample<Double>? {
    if nextRow == rows.count { try readRows() }
    guard nextRow < rows.count else { return nil }
    let row = rows[nextRow]
    nextRow += 1
    let timestamp = Timestamp(nanoseconds: row.timestamp)
    if start == nil { start = timestamp }
    return StampedSample(
      timestamp: timestamp,
      sample: MotionSample(
        interval: 0, angularRate: row.angularRate, specificForce: row.specificForce, magneticField: row.magneticField),
      temperature: row.temperature)
  }

  private mutating func readRows() throws(MotionError) {
    if let error { throw .logFailed(error) }
    nextRow = 0
    do throws(LogError) {
      try reader.read(into: &rows, atMost: 256)
    } catch {
      self.error = error
      if rows.isEmpty { throw .logFailed(error) }
    }
  }

  /// Goes back to the first sample.
  mutating func rewind() throws(MotionError) { self = try Self(path: path, options: options) }

  /// Goes to the first sample at or after a time in seconds since the first one.
  mutating func seek(to time: Double) throws(MotionError) {
    try rewind()
    while let sample = try next() {
      guard let start, sample.timestamp.seconds(since: start) >= time else { continue }
      nextRow -= 1
      return
    }
  }
}
