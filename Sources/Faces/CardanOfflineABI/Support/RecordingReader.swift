import AttitudeFilters
import CCardan
import CardanABI
import LogTables
import MotionSamples
import Rotations

/// A caller's recording as a log.
struct RecordingReader: MotionLogReader {
  let header: LogHeader
  /// The next row.
  private var position = 0
  private let rows: RecordingRows
  private let attitudes: NumberRows?
  private var lastTimestamp: Int64 = 0

  /// Reads a caller's description; nil with a status if it is invalid.
  static func reading(
    _ recording: UnsafePointer<cardan_recording>?, truth: UnsafePointer<cardan_array>?
  ) -> (reader: RecordingReader?, status: cardan_status) {
    let (rows, status) = RecordingRows.reading(recording)
    guard let rows, let recording = recording?.pointee else { return (nil, status) }
    let attitudes = NumberRows(truth)
    guard truth == nil || attitudes != nil else { return (nil, CARDAN_BAD_ARGUMENT) }
    return (RecordingReader(recording, rows, attitudes), CARDAN_OK)
  }

  private init(_ recording: cardan_recording, _ rows: RecordingRows, _ truth: NumberRows?) {
    (self.rows, attitudes) = (rows, truth)
    var header = LogHeader(
      formatName: "recording", hasGyroscope: recording.angular_rate.data != nil,
      hasAccelerometer: recording.specific_force.data != nil, hasMagnetometer: recording.magnetic_field.data != nil,
      hasGroundTruth: truth != nil, rowCount: rows.count)
    header.hasVelocityOverGround = recording.velocity.data != nil
    header.hasForwardSpeed = recording.speed.data != nil
    self.header = header
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// The readings and the timestamp of a row in ns; a row whose timestamp is invalid has that of the row that was read before it.
  @inline(__always)
  mutating func readings(_ row: Int) -> (sample: MotionSample<Double>, timestamp: Int64) {
    if let timestamp = rows.timestamp(row) { lastTimestamp = timestamp.nanoseconds }
    return (rows.sample(row), lastTimestamp)
  }

  /// The true attitude of a row; nil without.
  @inline(__always)
  func truth(_ row: Int) -> Rotation<Double>? {
    let attitude = attitudes?.rotation(row)
    return attitude.flatMap { $0.quaternion.w.isFinite ? $0 : nil }
  }

  mutating func next() -> LogRecord? {
    guard position < count else { return nil }
    defer { position += 1 }
    let (sample, timestamp) = readings(position)
    let velocity = rows.groundVelocity(position)
    return LogRecord(
      timestamp: timestamp, angularRate: sample.angularRate, specificForce: sample.specificForce,
      magneticField: sample.magneticField, velocityOverGround: Vector3(x: velocity.east, y: velocity.north, z: .nan),
      forwardSpeed: rows.forwardSpeed(position).speed, trueENUFromBody: truth(position))
  }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, let record = next() { records.append(record) }
  }
}

/// The rows of a caller's results.
struct FusedRows {
  private let outcomes: cardan_output_array
  private let biases: NumberRows
  private let quaternions: NumberRows?

  /// The flags and the bias, and the attitudes where there is a truth to compare with; nil if they are missing.
  init?(_ results: cardan_results, hasTruth: Bool) {
    guard results.flags.data != nil, results.flags.element == CARDAN_UINT32,
      let biases = NumberRows(results.gyroscope_bias)
    else { return nil }
    let quaternions = hasTruth ? NumberRows(results.quaternion) : nil
    guard !hasTruth || quaternions != nil else { return nil }
    (outcomes, self.biases, self.quaternions) = (results.flags, biases, quaternions)
  }

  /// The flags after a row.
  @inline(__always)
  func flags(_ row: Int) -> OutcomeFlags {
    let bits = outcomes.place(of: row)?.loadUnaligned(as: UInt32.self) ?? 0
    return OutcomeFlags(rawValue: OutcomeFlags.RawValue(truncatingIfNeeded: bits))
  }

  /// The estimated bias after a row, rad/s.
  func bias(_ row: Int) -> Vector3<Double> { Vector3(x: biases[row, 0], y: biases[row, 1], z: biases[row, 2]) }

  /// The attitude after a row.
  func attitude(_ row: Int) -> Rotation<Double>? { quaternions?.rotation(row) }
}
