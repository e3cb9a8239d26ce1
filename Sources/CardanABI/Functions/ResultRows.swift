import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Where the results of a recording go.
public struct ResultRows {
  /// What the caller said; nil where nothing is wanted. A pointer, because a copy for each row would cost more than the row.
  public let results: UnsafePointer<cardan_results>?

  /// What a caller wants; nil for a description that is wrong.
  public init?(_ results: UnsafePointer<cardan_results>?) {
    self.results = results
    guard let results = results?.pointee else { return }
    guard results.flags.data == nil || results.flags.element == CARDAN_UINT32 else { return nil }
    guard results.quaternion.takesNumbers, results.gravity.takesNumbers, results.user_acceleration.takesNumbers,
      results.angular_rate.takesNumbers, results.gyroscope_bias.takesNumbers, results.tilt_sigma.takesNumbers,
      results.heading_sigma.takesNumbers
    else { return nil }
  }

  /// Whether more is wanted than attitude, gravity, acceleration and flags.
  var wantsDetails: Bool {
    guard let results = results?.pointee else { return false }
    return results.angular_rate.data != nil || results.gyroscope_bias.data != nil || results.tilt_sigma.data != nil
      || results.heading_sigma.data != nil
  }

  /// Writes what is wanted of a row. The stream is not changed; a parameter that is not `inout` would be a copy of the whole filter.
  @inline(__always)
  func store(_ stream: inout some MotionReading, at row: Int) {
    guard let results else { return }
    if let place = results.pointee.quaternion.place(of: row) {
      let (w, x, y, z) = stream.referenceFromBody.numbers
      results.pointee.quaternion.store(w, at: place, column: 0)
      results.pointee.quaternion.store(x, at: place, column: 1)
      results.pointee.quaternion.store(y, at: place, column: 2)
      results.pointee.quaternion.store(z, at: place, column: 3)
    }
    if let place = results.pointee.gravity.place(of: row) { results.pointee.gravity.store(stream.gravity, at: place) }
    if let place = results.pointee.user_acceleration.place(of: row) {
      results.pointee.user_acceleration.store(stream.userAcceleration, at: place)
    }
    if let place = results.pointee.angular_rate.place(of: row) {
      results.pointee.angular_rate.store(stream.angularRate, at: place)
    }
    if let place = results.pointee.gyroscope_bias.place(of: row) {
      results.pointee.gyroscope_bias.store(stream.gyroscopeBias, at: place)
    }
    if let place = results.pointee.tilt_sigma.place(of: row) {
      results.pointee.tilt_sigma.store(Double(stream.tiltStandardDeviation), at: place, column: 0)
    }
    if let place = results.pointee.heading_sigma.place(of: row) {
      results.pointee.heading_sigma.store(Double(stream.headingStandardDeviation), at: place, column: 0)
    }
    if let place = results.pointee.flags.place(of: row) {
      place.storeBytes(of: UInt32(stream.flags.rawValue), as: UInt32.self)
    }
  }

  /// Writes what is wanted of many rows, column after column, so that what does not change from row to row is asked once.
  @inline(__always)
  func store(_ rows: Range<Int>, _ reading: (Int) -> some MotionReading) {
    guard let results = results?.pointee else { return }
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
  public var takesNumbers: Bool { data == nil || element == CARDAN_FLOAT64 || element == CARDAN_FLOAT32 }

  /// Where a row begins; nil where the array is not there.
  @inline(__always)
  public func place(of row: Int) -> UnsafeMutableRawPointer? { data.map { $0 + row * row_stride } }

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

  /// Writes three numbers into a row that begins at a place.
  @inline(__always)
  public func store(_ vector: Vector3<Real>, at place: UnsafeMutableRawPointer) {
    let (x, y, z) = vector.numbers
    store(x, at: place, column: 0)
    store(y, at: place, column: 1)
    store(z, at: place, column: 2)
  }

  /// Writes one number of a row that begins at a place.
  @inline(__always)
  public func store(_ number: Double, at place: UnsafeMutableRawPointer, column: Int) {
    let place = place + column * column_stride
    if element == CARDAN_FLOAT64 {
      place.storeBytes(of: number, as: Double.self)
    } else {
      place.storeBytes(of: Float(number), as: Float.self)
    }
  }
}
