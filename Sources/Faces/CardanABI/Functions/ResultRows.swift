import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// The arrays for the results of a recording.
public struct ResultRows {
  /// The caller's description; nil if no results are wanted. A pointer: a copy would cost more than a row.
  public let results: UnsafePointer<cardan_results>?
  /// Whether results other than the attitude are wanted.
  private var wantsMore = false

  /// The results that a caller wants; nil for an invalid description.
  public init?(_ results: UnsafePointer<cardan_results>?) {
    self.results = results
    guard let results = results?.pointee else { return }
    guard results.flags.data == nil || results.flags.element == CARDAN_UINT32 else { return nil }
    guard results.quaternion.takesNumbers, results.gravity.takesNumbers, results.user_acceleration.takesNumbers,
      results.angular_rate.takesNumbers, results.gyroscope_bias.takesNumbers, results.tilt_sigma.takesNumbers,
      results.heading_sigma.takesNumbers
    else { return nil }
    wantsMore =
      wantsFlags || wantsBias || wantsRate || results.gravity.data != nil
      || results.user_acceleration.data != nil
  }

  /// Whether the flags are wanted.
  var wantsFlags: Bool { results?.pointee.flags.data != nil }

  /// Whether the gyroscope bias or the tilt uncertainty is wanted.
  var wantsBias: Bool {
    guard let results = results?.pointee else { return false }
    return results.gyroscope_bias.data != nil || results.tilt_sigma.data != nil
  }

  /// Whether the angular rate or the heading uncertainty is wanted.
  var wantsRate: Bool {
    guard let results = results?.pointee else { return false }
    return results.angular_rate.data != nil || results.heading_sigma.data != nil
  }

  /// The address of the quaternions from a row on, if each is four adjacent numbers in double precision; otherwise nil.
  func rotations(from row: Int) -> UnsafeMutableRawPointer? {
    guard let array = results?.pointee.quaternion else { return nil }
    return array.isPlain(width: 4) ? array.place(of: row) : nil
  }

  /// Writes the wanted results after a stream's last sample. The stream is not changed; `inout` avoids a copy of the
  /// whole filter.
  @inline(__always)
  func store<Filter>(_ stream: inout MotionStream<Filter>, at row: Int) where Filter.Scalar == Real {
    guard results != nil else { return }
    wantsMore ? store(stream.motion(), at: row) : store(stream.outputFromBody, at: row)
  }

  /// Writes the wanted results of a motion into a row.
  @inline(__always)
  public func store(_ motion: Motion<Real>, at row: Int) {
    store(motion.outputFromBody, at: row)
    guard wantsMore, let results else { return }
    if let place = results.pointee.gravity.place(of: row) { results.pointee.gravity.store(motion.gravity, at: place) }
    if let place = results.pointee.user_acceleration.place(of: row) {
      results.pointee.user_acceleration.store(motion.userAcceleration, at: place)
    }
    if let place = results.pointee.angular_rate.place(of: row) {
      results.pointee.angular_rate.store(motion.angularRate, at: place)
    }
    if let place = results.pointee.gyroscope_bias.place(of: row) {
      results.pointee.gyroscope_bias.store(motion.gyroscopeBias, at: place)
    }
    if let place = results.pointee.tilt_sigma.place(of: row) {
      results.pointee.tilt_sigma.store(Double(motion.tiltStandardDeviation), at: place, column: 0)
    }
    if let place = results.pointee.heading_sigma.place(of: row) {
      results.pointee.heading_sigma.store(Double(motion.headingStandardDeviation), at: place, column: 0)
    }
    if let place = results.pointee.flags.place(of: row) {
      place.storeBytes(of: UInt32(motion.flags.rawValue), as: UInt32.self)
    }
  }

  @inline(__always)
  private func store(_ outputFromBody: Rotation<Real>, at row: Int) {
    guard let results, let place = results.pointee.quaternion.place(of: row) else { return }
    let (w, x, y, z) = outputFromBody.numbers
    results.pointee.quaternion.store(w, at: place, column: 0)
    results.pointee.quaternion.store(x, at: place, column: 1)
    results.pointee.quaternion.store(y, at: place, column: 2)
    results.pointee.quaternion.store(z, at: place, column: 3)
  }
}

extension cardan_output_array {
  /// Whether the rows are contiguous, with `width` numbers in double precision each.
  func isPlain(width: Int) -> Bool {
    let size = MemoryLayout<Double>.size
    return element == CARDAN_FLOAT64 && (width == 1 || column_stride == size) && row_stride == width * size
      && Int(bitPattern: data) % MemoryLayout<Double>.alignment == 0
  }

  /// Whether the array is missing or has a known element type.
  public var takesNumbers: Bool { data == nil || element == CARDAN_FLOAT64 || element == CARDAN_FLOAT32 }

  /// The address of a row; nil if the array is missing.
  @inline(__always)
  public func place(of row: Int) -> UnsafeMutableRawPointer? { data.map { $0 + row * row_stride } }

  /// Writes three numbers into the row at an address.
  @inline(__always)
  public func store(_ vector: Vector3<Real>, at place: UnsafeMutableRawPointer) {
    let (x, y, z) = vector.numbers
    store(x, at: place, column: 0)
    store(y, at: place, column: 1)
    store(z, at: place, column: 2)
  }

  /// Writes one number into the row at an address.
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
