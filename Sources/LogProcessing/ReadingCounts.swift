import Rotations

/// The number of a sensor's readings, and of those that the filter could not use.
public struct ReadingCounts: Equatable, Sendable {
  /// Readings, good and bad; rows without a reading do not count.
  public private(set) var given = 0
  /// Invalid readings: infinite, out of range, or zero for a sensor that cannot read zero.
  public private(set) var rejected = 0

  /// Counts a reading, if present.
  @inline(__always)
  mutating func add(_ reading: Vector3<Double>, isRejected: Bool) {
    if reading.x.isNaN && reading.y.isNaN && reading.z.isNaN { return }
    given += 1
    if isRejected { rejected += 1 }
  }

  /// Whether the filter could use at least one reading.
  public var isUsable: Bool { given > rejected }
}
