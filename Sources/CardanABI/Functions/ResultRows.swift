import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Where the results of a recording go.
public struct ResultRows {
  /// What the caller said; nil where nothing is wanted.
  public let results: cardan_results?

  /// What a caller wants; nil for a description that is wrong.
  public init?(_ results: cardan_results?) {
    self.results = results
    guard let results else { return }
    guard results.flags.data == nil || results.flags.element == CARDAN_UINT32 else { return nil }
    guard results.quaternion.takesNumbers, results.gravity.takesNumbers, results.user_acceleration.takesNumbers,
      results.angular_rate.takesNumbers, results.gyroscope_bias.takesNumbers, results.tilt_sigma.takesNumbers,
      results.heading_sigma.takesNumbers
    else { return nil }
  }

  /// Writes what is wanted of a row. Always inlined: a call would copy the whole filter.
  @inline(__always)
  func store<Filter>(_ stream: MotionStream<Filter>, at row: Int) {
    guard let results else { return }
    if let place = results.quaternion.place(of: row) {
      let (w, x, y, z) = stream.referenceFromBody.numbers
      results.quaternion.store(w, at: place, column: 0)
      results.quaternion.store(x, at: place, column: 1)
      results.quaternion.store(y, at: place, column: 2)
      results.quaternion.store(z, at: place, column: 3)
    }
    if let place = results.gravity.place(of: row) { results.gravity.store(stream.gravity, at: place) }
    if let place = results.user_acceleration.place(of: row) {
      results.user_acceleration.store(stream.userAcceleration, at: place)
    }
    if let place = results.angular_rate.place(of: row) {
      results.angular_rate.store(stream.filter.correctedAngularRate, at: place)
    }
    if let place = results.gyroscope_bias.place(of: row) {
      results.gyroscope_bias.store(stream.filter.gyroscopeBias, at: place)
    }
    if let place = results.tilt_sigma.place(of: row) {
      results.tilt_sigma.store(Double(stream.tiltStandardDeviation), at: place, column: 0)
    }
    if let place = results.heading_sigma.place(of: row) {
      results.heading_sigma.store(Double(stream.headingStandardDeviation), at: place, column: 0)
    }
    if let place = results.flags.place(of: row) {
      place.storeBytes(of: UInt32(stream.flags.rawValue), as: UInt32.self)
    }
  }
}

extension cardan_output_array {
  /// Whether the array is not there or takes numbers of a known type.
  public var takesNumbers: Bool { data == nil || element == CARDAN_FLOAT64 || element == CARDAN_FLOAT32 }

  /// Where a row begins; nil where the array is not there.
  @inline(__always)
  public func place(of row: Int) -> UnsafeMutableRawPointer? { data.map { $0 + row * row_stride } }

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
