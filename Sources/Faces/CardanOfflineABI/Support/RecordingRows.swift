import AttitudeFilters
import CCardan
import CardanABI
import MotionSamples
import Rotations
import SensorCalibration

/// The rows of a caller's recording.
struct RecordingRows {
  /// The number of rows.
  let count: Int
  private let rows: SampleRows

  /// Reads a caller's description; nil with a status if it is invalid.
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

  /// The raw sample of a row.
  func sample(_ row: Int) -> MotionSample<Double> { rows.sample(row) }

  /// The velocity over ground of a row.
  func groundVelocity(_ row: Int) -> GroundVelocity<Double> { rows.groundVelocity(row) }

  /// The speed along the forward axis of a row.
  func forwardSpeed(_ row: Int) -> ForwardSpeed<Double> { rows.forwardSpeed(row) }

  /// Visits the sample of each row, with the clock's reading of its timestamp.
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

  /// Visits the sample of each row with its timestamp; rows with an invalid timestamp are skipped.
  func forEachTimestamped(_ body: (MotionSample<Double>, Timestamp) -> Void) {
    for row in 0..<count {
      if let timestamp = timestamp(row) { body(rows.sample(row), timestamp) }
    }
  }

  /// The timestamp of a row, or, without timestamps, its number times the interval; nil if invalid.
  func timestamp(_ row: Int) -> Timestamp? {
    if rows.hasTimestamps { return rows.timestamp(row).map { Timestamp(nanoseconds: $0) } }
    return Timestamp(seconds: Double(row) * rows.sample(row).interval)
  }

  /// The angular rate over time.
  func rateTrack() throws(AlignmentError) -> RateTrack {
    var recorder = RateTrackRecorder()
    forEachTimestamped { sample, timestamp in recorder.add(sample.angularRate, at: timestamp) }
    return try recorder.track()
  }

  /// The angular rate of attitudes with the timestamps of these rows.
  func rateTrack(ofAttitudes attitudes: NumberRows) throws(AlignmentError) -> RateTrack {
    var recorder = RateTrackRecorder()
    for row in 0..<count {
      if let timestamp = timestamp(row) { recorder.add(attitudes.rotation(row), at: timestamp) }
    }
    return try recorder.track()
  }
}

/// The numbers of a caller's array.
struct NumberRows {
  private let array: cardan_array

  /// An array of floating-point numbers; nil for any other.
  init?(_ array: UnsafePointer<cardan_array>?) {
    guard let array = array?.pointee, array.data != nil,
      array.element == CARDAN_FLOAT64 || array.element == CARDAN_FLOAT32
    else { return nil }
    self.array = array
  }

  /// The numbers of an array for results; nil if it is missing or of another type.
  init?(_ array: cardan_output_array) {
    guard let data = array.data, array.takesNumbers else { return nil }
    self.array = cardan_array(
      data: data, row_stride: array.row_stride, column_stride: array.column_stride, element: array.element)
  }

  subscript(row: Int, column: Int) -> Double {
    guard let data = array.data else { return .nan }
    let place = data + row * array.row_stride + column * array.column_stride
    return array.element == CARDAN_FLOAT64
      ? place.loadUnaligned(as: Double.self) : Double(place.loadUnaligned(as: Float.self))
  }

  /// The rotation of a row w, x, y, z of any length but zero; NaN for an invalid row.
  func rotation(_ row: Int) -> Rotation<Double> {
    let quaternion = Quaternion(w: self[row, 0], x: self[row, 1], y: self[row, 2], z: self[row, 3])
    return Rotation(normalizing: quaternion) ?? Rotation(unchecked: Quaternion(w: .nan, x: .nan, y: .nan, z: .nan))
  }
}
