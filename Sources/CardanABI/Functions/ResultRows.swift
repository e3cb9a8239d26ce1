import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Where the results of a recording go.
struct ResultRows {
  private let results: cardan_results?

  /// What a caller wants; nil for a description that is wrong.
  init?(_ results: cardan_results?) {
    self.results = results
    guard let results else { return }
    guard results.flags.data == nil || results.flags.element == CARDAN_UINT32 else { return nil }
    guard results.quaternion.takesNumbers, results.gravity.takesNumbers, results.user_acceleration.takesNumbers,
      results.angular_rate.takesNumbers, results.gyroscope_bias.takesNumbers, results.tilt_sigma.takesNumbers,
      results.heading_sigma.takesNumbers
    else { return nil }
  }

  /// Whether more is wanted than attitude, gravity, acceleration and flags.
  var wantsDetails: Bool {
    guard let results else { return false }
    return results.angular_rate.data != nil || results.gyroscope_bias.data != nil || results.tilt_sigma.data != nil
      || results.heading_sigma.data != nil
  }

  /// Writes what is wanted of a row. Always inlined: a call would copy the whole filter.
  @inline(__always)
  func store(_ stream: some MotionReading, at row: Int) { store(row..<row + 1) { _ in stream } }

  /// Writes what is wanted of many rows, column after column, so that what does not change from row to row is asked once.
  @inline(__always)
  func store(_ rows: Range<Int>, _ reading: (Int) -> some MotionReading) {
    guard let results else { return }
    results.quaternion.store(rows) { array, place, row in
      let (w, x, y, z) = reading(row).referenceFromBody.numbers
      array.store(w, at: place, column: 0)
      array.store(x, at: place, column: 1)
      array.store(y, at: place, column: 2)
      array.store(z, at: place, column: 3)
    }
    results.gravity.store(rows) { $0.store(reading($2).gravity, at: $1) }
    results.user_acceleration.store(rows) { $0.store(reading($2).userAcceleration, at: $1) }
    results.angular_rate.store(rows) { $0.store(reading($2).angularRate, at: $1) }
    results.gyroscope_bias.store(rows) { $0.store(reading($2).gyroscopeBias, at: $1) }
    results.tilt_sigma.store(rows) { $0.store(Double(reading($2).tiltStandardDeviation), at: $1, column: 0) }
    results.heading_sigma.store(rows) { $0.store(Double(reading($2).headingStandardDeviation), at: $1, column: 0) }
    results.flags.store(rows) { $1.storeBytes(of: UInt32(reading($2).flags.rawValue), as: UInt32.self) }
  }
}

extension cardan_output_array {
  /// Whether the array is not there or takes numbers of a known type.
  fileprivate var takesNumbers: Bool { data == nil || element == CARDAN_FLOAT64 || element == CARDAN_FLOAT32 }

  /// Calls `body` with the place of each row where the array is there.
  @inline(__always)
  fileprivate func store(_ rows: Range<Int>, _ body: (cardan_output_array, UnsafeMutableRawPointer, Int) -> Void) {
    guard let data else { return }
    if element == CARDAN_FLOAT64 && column_stride == MemoryLayout<Double>.stride {
      // The usual array, for which the compiler leaves out what it knows.
      var plain = self
      plain.element = CARDAN_FLOAT64
      plain.column_stride = MemoryLayout<Double>.stride
      for row in rows { body(plain, data + row * row_stride, row) }
    } else {
      for row in rows { body(self, data + row * row_stride, row) }
    }
  }

  @inline(__always)
  fileprivate func store(_ vector: Vector3<Real>, at place: UnsafeMutableRawPointer) {
    let (x, y, z) = vector.numbers
    store(x, at: place, column: 0)
    store(y, at: place, column: 1)
    store(z, at: place, column: 2)
  }

  @inline(__always)
  fileprivate func store(_ number: Double, at place: UnsafeMutableRawPointer, column: Int) {
    let place = place + column * column_stride
    if element == CARDAN_FLOAT64 {
      place.storeBytes(of: number, as: Double.self)
    } else {
      place.storeBytes(of: Float(number), as: Float.self)
    }
  }
}
