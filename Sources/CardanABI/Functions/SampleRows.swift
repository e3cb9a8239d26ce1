import CCardan
import MotionSamples
import Rotations

/// The rows of a caller's recording.
public struct SampleRows {
  /// How many.
  public let count: Int
  private let interval: Real
  private let time: cardan_array
  private let angularRate: cardan_array
  private let specificForce: cardan_array
  private let magneticField: cardan_array

  /// A recording as it was described; nil where the description is wrong.
  public init?(_ recording: cardan_recording) {
    count = recording.count
    interval = Real(recording.interval)
    time = recording.time
    angularRate = recording.angular_rate
    specificForce = recording.specific_force
    magneticField = recording.magnetic_field
    guard count >= 0, time.data == nil || time.element == CARDAN_INT64 || time.element == CARDAN_FLOAT64 else {
      return nil
    }
    guard time.data != nil || (recording.interval >= 0 && recording.interval.isFinite) else { return nil }
    guard Self.holdsNumbers(angularRate), Self.holdsNumbers(specificForce), Self.holdsNumbers(magneticField) else {
      return nil
    }
  }

  /// Whether an array is not there or holds numbers of a known type.
  private static func holdsNumbers(_ array: cardan_array) -> Bool {
    array.data == nil || array.element == CARDAN_FLOAT64 || array.element == CARDAN_FLOAT32
  }

  /// Whether rows have stamps of their own.
  public var hasTimestamps: Bool { time.data != nil }

  /// The raw sample of a row, with the interval of recordings without time stamps, or none where its stamp is no moment.
  @inline(__always)
  public func sample(_ row: Int) -> MotionSample<Real> {
    MotionSample(
      interval: time.data == nil ? interval : 0, angularRate: Self.vector(angularRate, row),
      specificForce: Self.vector(specificForce, row), magneticField: Self.vector(magneticField, row))
  }

  /// The same for many rows: sensor after sensor, so that what does not change from row to row is asked once.
  func read<Element: LaneElement>(_ rows: Range<Int>, into samples: UnsafeMutablePointer<MotionSample<Element>>) {
    let interval = time.data == nil ? Element(interval) : 0
    for index in 0..<rows.count { samples[index].interval = interval }
    Self.read(angularRate, rows) { samples[$0].angularRate = $1 }
    Self.read(specificForce, rows) { samples[$0].specificForce = $1 }
    Self.read(magneticField, rows) { samples[$0].magneticField = $1 }
  }

  @inline(__always)
  private static func read<Element: LaneElement>(
    _ array: cardan_array, _ rows: Range<Int>, _ store: (Int, Vector3<Element>) -> Void
  ) {
    if array.data != nil && array.element == CARDAN_FLOAT64 && array.column_stride == MemoryLayout<Double>.stride {
      // The usual array, for which the compiler leaves out what it knows.
      var plain = array
      plain.element = CARDAN_FLOAT64
      plain.column_stride = MemoryLayout<Double>.stride
      for index in 0..<rows.count { store(index, vector(plain, rows.lowerBound + index)) }
    } else {
      for index in 0..<rows.count { store(index, vector(array, rows.lowerBound + index)) }
    }
  }

  /// The moment of a row in nanoseconds; nil for recordings without time stamps, and for a stamp that is no moment.
  @inline(__always)
  public func timestamp(_ row: Int) -> Int64? {
    guard let data = time.data else { return nil }
    let place = data + row * time.row_stride
    if time.element == CARDAN_INT64 { return place.loadUnaligned(as: Int64.self) }
    return Timestamp(seconds: place.loadUnaligned(as: Double.self))?.nanoseconds
  }

  @inline(__always)
  private static func vector<Element: LaneElement>(_ array: cardan_array, _ row: Int) -> Vector3<Element> {
    guard let data = array.data else { return .absent }
    let place = data + row * array.row_stride
    let step = array.column_stride
    if array.element == CARDAN_FLOAT64 {
      return Vector3(
        x: Element(place.loadUnaligned(as: Double.self)), y: Element((place + step).loadUnaligned(as: Double.self)),
        z: Element((place + 2 * step).loadUnaligned(as: Double.self)))
    }
    return Vector3(
      x: Element(place.loadUnaligned(as: Float.self)), y: Element((place + step).loadUnaligned(as: Float.self)),
      z: Element((place + 2 * step).loadUnaligned(as: Float.self)))
  }
}
