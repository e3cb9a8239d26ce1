import MotionSamples
import Rotations

/// Three different axes of a sensor, with signs, to be read as its x, y and z. Unlike an `AxisMapping` they may be mirrored: they
/// correct a log whose sensor does not follow the convention, such as an accelerometer that reads -9.81 upward.
public struct SensorAxes: Hashable, Sendable {
  /// The axes to read as x, y and z.
  public let axes: [SignedAxis]

  /// Axes from a text such as `-x,-y,-z`; nil unless it names each axis once.
  public init?(_ text: some StringProtocol) {
    let names: [SignedAxis] = [.x, .y, .z, -.x, -.y, -.z]
    let axes = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).compactMap { word in
      names.first { $0.description == word || "+\($0)" == word }
    }
    guard axes.count == 3, text.count(where: { $0 == "," }) == 2, Set(axes.map(\.index)).count == 3 else { return nil }
    self.axes = axes
  }

  /// A reading in these axes.
  @inline(__always)
  func apply(to reading: Vector3<Double>) -> Vector3<Double> {
    func value(_ axis: SignedAxis) -> Double { axis.isNegative ? -reading[axis.index] : reading[axis.index] }
    return Vector3(x: value(axes[0]), y: value(axes[1]), z: value(axes[2]))
  }
}

/// A log whose sensors are read in other axes.
struct ReassignedReader: MotionLogReader {
  private var base: any MotionLogReader
  private let options: LogOptions

  var header: LogHeader { base.header }
  var damage: LogDamage { base.damage }

  init(_ base: any MotionLogReader, options: LogOptions) { (self.base, self.options) = (base, options) }

  mutating func next() throws(LogError) -> LogRecord? {
    guard var record = try base.next() else { return nil }
    turn(&record)
    return record
  }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    defer { for index in records.indices { turn(&records[index]) } }
    try base.read(into: &records, atMost: limit)
  }

  private func turn(_ record: inout LogRecord) {
    if let axes = options.gyroscopeAxes { record.angularRate = axes.apply(to: record.angularRate) }
    if let axes = options.accelerometerAxes { record.specificForce = axes.apply(to: record.specificForce) }
    if let axes = options.magnetometerAxes { record.magneticField = axes.apply(to: record.magneticField) }
  }
}
