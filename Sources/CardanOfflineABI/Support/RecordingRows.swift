import AttitudeFilters
import CCardan
import CardanABI
import MotionSamples

/// The rows of a caller's recording, one after the other, with the intervals that the clock makes of their stamps.
struct RecordingRows {
  /// How many.
  let count: Int
  private let rows: SampleRows

  /// A recording that is described rightly; nil with a reason where it is not.
  static func reading(_ recording: UnsafePointer<cardan_recording>?) -> (rows: RecordingRows?, status: cardan_status) {
    guard let recording else { return (nil, CARDAN_NULL_ARGUMENT) }
    guard recording.pointee.size == MemoryLayout<cardan_recording>.size else { return (nil, CARDAN_BAD_SIZE) }
    guard let rows = SampleRows(recording.pointee) else { return (nil, CARDAN_BAD_ARGUMENT) }
    return (RecordingRows(rows: rows), CARDAN_OK)
  }

  private init(rows: SampleRows) {
    self.rows = rows
    count = rows.count
  }

  /// Passes the sample of each row on, with what the clock found at its stamp.
  func forEachSample(
    clock parameters: SampleClock.Parameters = .init(), _ body: (MotionSample<Double>, ClockReading?) -> Void
  ) {
    var clock = SampleClock(parameters: parameters)
    for row in 0..<count {
      var sample = rows.sample(row)
      let reading = rows.timestamp(row).map { clock.read(Timestamp(nanoseconds: $0)) }
      if let reading { sample.interval = reading.interval }
      body(sample, reading)
    }
  }

  /// Passes the sample of each row on with its stamp; without stamps, those that the interval makes. Rows whose stamp is no
  /// moment are left out.
  func forEachStamped(_ body: (MotionSample<Double>, Timestamp) -> Void) {
    for row in 0..<count {
      if let stamp = stamp(row) { body(rows.sample(row), stamp) }
    }
  }

  /// The stamp of a row, or without stamps the one that the interval makes; nil for one that is no moment.
  func stamp(_ row: Int) -> Timestamp? {
    guard !rows.hasTimestamps else { return rows.timestamp(row).map { Timestamp(nanoseconds: $0) } }
    return Timestamp(seconds: Double(row) * rows.sample(row).interval)
  }
}
