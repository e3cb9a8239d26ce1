import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

#if canImport(RecordingFusionDispatch)
  import RecordingFusion
#endif

/// The rows of the caller's recording.
public struct SampleRows {
  /// The number of rows.
  public let count: Int
  /// The time between samples in seconds; 0 if rows have timestamps.
  let interval: Real
  private let time: cardan_array
  private let angularRate: cardan_array
  private let specificForce: cardan_array
  private let magneticField: cardan_array
  private let velocity: cardan_array
  private let speed: cardan_array
  /// The layout of rows that contain all three sensors in the filters' precision, with adjacent numbers; otherwise nil.
  private let plain: PlainRows?

  /// The addresses of the three sensors' first rows, and the strides to the next row.
  private struct PlainRows {
    let angularRate: (first: UnsafePointer<Real>, step: Int)
    let specificForce: (first: UnsafePointer<Real>, step: Int)
    let magneticField: (first: UnsafePointer<Real>, step: Int)

    @inline(__always)
    func readings(_ row: Int) -> SampleReadings {
      SampleReadings(
        angularRate: angularRate.first + row &* angularRate.step,
        specificForce: specificForce.first + row &* specificForce.step,
        magneticField: magneticField.first + row &* magneticField.step)
    }
  }

  /// The rows of a described recording; nil for an invalid description.
  public init?(_ recording: cardan_recording) {
    count = recording.count
    interval = recording.time.data == nil ? Real(recording.interval) : 0
    time = recording.time
    angularRate = recording.angular_rate
    specificForce = recording.specific_force
    magneticField = recording.magnetic_field
    velocity = recording.velocity
    speed = recording.speed
    if let rate = angularRate.neighbors(of: Real.self, Real.element, from: 0),
      let force = specificForce.neighbors(of: Real.self, Real.element, from: 0),
      let field = magneticField.neighbors(of: Real.self, Real.element, from: 0)
    {
      plain = PlainRows(angularRate: rate, specificForce: force, magneticField: field)
    } else {
      plain = nil
    }
    guard count >= 0, time.data == nil || time.element == CARDAN_INT64 || time.element == CARDAN_FLOAT64 else {
      return nil
    }
    guard time.data != nil || (recording.interval >= 0 && recording.interval.isFinite) else { return nil }
    guard Self.holdsNumbers(angularRate), Self.holdsNumbers(specificForce), Self.holdsNumbers(magneticField),
      Self.holdsNumbers(velocity), Self.holdsNumbers(speed)
    else { return nil }
  }

  /// Whether an array is missing or has a known element type.
  private static func holdsNumbers(_ array: cardan_array) -> Bool {
    array.data == nil || array.element == CARDAN_FLOAT64 || array.element == CARDAN_FLOAT32
  }

  /// The mean time between rows in seconds; 0 if unknown.
  var meanInterval: Double {
    guard hasTimestamps else { return Double(interval) }
    guard count > 1, let first = timestamp(0), let last = timestamp(count - 1) else { return 0 }
    return Timestamp(nanoseconds: last).seconds(since: Timestamp(nanoseconds: first)) / Double(count - 1)
  }

  /// Whether there are velocities over ground or speeds.
  var hasVelocities: Bool { velocity.data != nil || speed.data != nil }

  /// The velocity over ground of a row.
  @inline(__always)
  public func groundVelocity(_ row: Int) -> GroundVelocity<Real> {
    GroundVelocity(east: velocity.number(row, 0), north: velocity.number(row, 1))
  }

  /// The speed along the forward axis of a row.
  @inline(__always)
  public func forwardSpeed(_ row: Int) -> ForwardSpeed<Real> { ForwardSpeed(speed.number(row, 0)) }

  /// Observes the velocities of a row by a stream, and returns the interval before the row.
  @inline(__always)
  func begin<Filter: AttitudeFilter>(_ row: Int, in stream: inout MotionStream<Filter>) -> Real
  where Filter.Scalar == Real {
    if hasVelocities { stream.observe(velocity: groundVelocity(row), speed: forwardSpeed(row)) }
    return timestamp(row).map { stream.interval(to: Timestamp(nanoseconds: $0)) } ?? interval
  }

  /// Whether rows have timestamps.
  public var hasTimestamps: Bool { time.data != nil }

  /// The raw sample of a row, with the interval of recordings without timestamps.
  @inline(__always)
  public func sample(_ row: Int) -> MotionSample<Real> {
    if let plain { return plain.readings(row).sample(interval: interval) }
    return MotionSample(
      interval: interval, angularRate: angularRate.vector(row),
      specificForce: specificForce.vector(row), magneticField: magneticField.vector(row))
  }

  /// Calls `body` with the addresses of a row's readings.
  @inline(__always)
  func withReadings<Result>(_ row: Int, _ body: (SampleReadings) -> Result) -> Result {
    if let plain { return body(plain.readings(row)) }
    return sample(row).withReadings(body)
  }

  /// Reads many rows, sensor by sensor, so that what is constant over the rows is checked once.
  func read<Element: LaneElement>(_ rows: Range<Int>, into samples: UnsafeMutablePointer<MotionSample<Element>>) {
    #if !hasFeature(Embedded) || CARDAN_HOSTED
      if let plain {
        for index in 0..<rows.count {
          samples[index] = MotionSample(plain.readings(rows.lowerBound &+ index).sample(interval: interval))
        }
        return
      }
    #endif
    for index in 0..<rows.count { samples[index].interval = Element(interval) }
    angularRate.read(rows) { samples[$0].angularRate = $1 }
    specificForce.read(rows) { samples[$0].specificForce = $1 }
    magneticField.read(rows) { samples[$0].magneticField = $1 }
  }

  #if canImport(RecordingFusionDispatch)
    /// Adds the data from `row` on, which will be read next; nothing at the end.
    func append(to upcoming: inout UpcomingRows, from row: Int) {
      guard row < count else { return }
      upcoming.append(angularRate.upcoming(from: row))
      upcoming.append(specificForce.upcoming(from: row))
      upcoming.append(magneticField.upcoming(from: row))
    }
  #endif

  /// A row's timestamp in nanoseconds; nil for recordings without timestamps and for invalid timestamps.
  @inline(__always)
  public func timestamp(_ row: Int) -> Int64? {
    guard let data = time.data else { return nil }
    let place = data + row * time.row_stride
    if time.element == CARDAN_INT64 { return place.loadUnaligned(as: Int64.self) }
    return Timestamp(seconds: place.loadUnaligned(as: Double.self))?.nanoseconds
  }
}

extension cardan_array {
  /// One number of a row.
  @inline(__always)
  fileprivate func number<Element: LaneElement>(_ row: Int, _ column: Int) -> Element {
    guard let data else { return Element(Double.nan) }
    let place = data + row * row_stride + column * column_stride
    return element == CARDAN_FLOAT64
      ? Element(place.loadUnaligned(as: Double.self)) : Element(place.loadUnaligned(as: Float.self))
  }

  /// The three numbers of a row.
  @inline(__always)
  fileprivate func vector<Element: LaneElement>(_ row: Int) -> Vector3<Element> {
    guard let data else { return .absent }
    let place = data + row * row_stride
    let step = column_stride
    if element == CARDAN_FLOAT64 {
      return Vector3(
        x: Element(place.loadUnaligned(as: Double.self)), y: Element((place + step).loadUnaligned(as: Double.self)),
        z: Element((place + 2 * step).loadUnaligned(as: Double.self)))
    }
    return Vector3(
      x: Element(place.loadUnaligned(as: Float.self)), y: Element((place + step).loadUnaligned(as: Float.self)),
      z: Element((place + 2 * step).loadUnaligned(as: Float.self)))
  }

  #if canImport(RecordingFusionDispatch)
    fileprivate func upcoming(from row: Int) -> UpcomingRows.Rows? { data.map { ($0 + row * row_stride, row_stride) } }
  #endif

  /// Calls `store` with the three numbers of each row, with rows counted from 0.
  @inline(__always)
  fileprivate func read<Element: LaneElement>(_ rows: Range<Int>, _ store: (Int, Vector3<Element>) -> Void) {
    if let (first, step) = neighbors(of: Double.self, CARDAN_FLOAT64, from: rows.lowerBound) {
      Self.read(first, step, count: rows.count, store)
    } else if let (first, step) = neighbors(of: Float.self, CARDAN_FLOAT32, from: rows.lowerBound) {
      Self.read(first, step, count: rows.count, store)
    } else {
      for index in 0..<rows.count { store(index, vector(rows.lowerBound + index)) }
    }
  }

  @inline(__always)
  private static func read<Number: LaneElement, Element: LaneElement>(
    _ first: UnsafePointer<Number>, _ step: Int, count: Int, _ store: (Int, Vector3<Element>) -> Void
  ) {
    var place = first
    for index in 0..<count {
      store(index, Vector3(x: Element(place[0]), y: Element(place[1]), z: Element(place[2])))
      place += step
    }
  }

  /// The address of a row's first number and the stride in numbers to the next row, if the numbers of a row are
  /// adjacent; otherwise nil.
  fileprivate func neighbors<Number>(
    of type: Number.Type, _ element: cardan_element, from row: Int
  ) -> (first: UnsafePointer<Number>, step: Int)? {
    let size = MemoryLayout<Number>.size
    guard let data, self.element == element, column_stride == size, row_stride % size == 0,
      Int(bitPattern: data) % MemoryLayout<Number>.alignment == 0
    else { return nil }
    return ((data + row * row_stride).assumingMemoryBound(to: Number.self), row_stride / size)
  }
}
