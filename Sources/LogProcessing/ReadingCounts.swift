import Rotations

/// How many readings a sensor gave, and how many of them the filter could not use.
public struct ReadingCounts: Equatable, Sendable {
  /// Readings, good and bad; a row without any is not counted.
  public private(set) var given = 0
  /// Readings that are no measurements: infinite, impossible, or zero where the sensor cannot read zero.
  public private(set) var rejected = 0

  /// Counts a reading, if it is one.
  @inline(__always)
  mutating func add(_ reading: Vector3<Double>, isRejected: Bool) {
    if reading.x.isNaN && reading.y.isNaN && reading.z.isNaN { return }
    given += 1
    if isRejected { rejected += 1 }
  }

  /// Whether there was at least one reading that the filter could use.
  public var isUsable: Bool { given > rejected }
}
