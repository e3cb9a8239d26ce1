import Cardan
import FilterRuns
import LogTables

/// A log of any length without memory of its own: a recording repeated, with increasing timestamps.
///
/// Attitude and position are discontinuous where the recording repeats, as after lost rows.
struct RepeatingLog: MotionLogReader {
  let header = LogHeader(
    formatName: "in memory", hasGyroscope: true, hasAccelerometer: true, hasMagnetometer: true, hasGroundTruth: false)
  private let rows: [LogRecord]
  private let interval: Int64
  /// The number of rows.
  let rowCount: Int
  private var position = 0
  private var index = 0

  /// A log of `rowCount` rows.
  init(_ recording: BenchmarkRecording, rowCount: Int) {
    interval = Int64(1e9 / recording.rate)
    self.rowCount = rowCount
    rows = recording.firstStream(.withMagnetometer).map { sample in
      LogRecord(
        timestamp: 0, angularRate: sample.angularRate, specificForce: sample.specificForce,
        magneticField: sample.magneticField)
    }
  }

  /// The same rows in a log of another length.
  init(_ other: RepeatingLog, rowCount: Int) {
    (rows, interval, self.rowCount) = (other.rows, other.interval, rowCount)
  }

  mutating func next() throws(LogError) -> LogRecord? {
    guard position < rowCount else { return nil }
    var row = rows[index]
    row.timestamp = Int64(position) * interval
    position += 1
    index = index + 1 == rows.count ? 0 : index + 1
    return row
  }
}
