/// Memory that will be read soon: one row of each of three sensors per sample.
@frozen
public struct UpcomingRows {
  /// The first row of a sensor and the distance between rows in bytes.
  public typealias Rows = (first: UnsafeRawPointer, step: Int)

  /// The rows of the sensors, in any order; nil for a missing sensor.
  public let sensors: (Rows?, Rows?, Rows?)

  /// Rows of up to three sensors.
  @inlinable
  public init(_ first: Rows?, _ second: Rows?, _ third: Rows?) { sensors = (first, second, third) }
}
