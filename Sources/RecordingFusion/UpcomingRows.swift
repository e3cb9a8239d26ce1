/// Memory that will be read soon: a row of each of three sensors for each sample.
@frozen
public struct UpcomingRows {
  /// Where the rows of a sensor begin, and how many bytes it is from one to the next.
  public typealias Rows = (first: UnsafeRawPointer, step: Int)

  /// The rows of the sensors, in any order; nil for one that is not there.
  public let sensors: (Rows?, Rows?, Rows?)

  /// Rows of three sensors.
  @inlinable
  public init(_ first: Rows?, _ second: Rows?, _ third: Rows?) { sensors = (first, second, third) }
}
