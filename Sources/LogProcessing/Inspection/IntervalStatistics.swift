import Glibc
import MotionSamples

/// Statistics of the timestamps of a log, in constant memory.
///
/// Intervals are counted in bins of one per cent. The regular interval is the mean, and the jitter the standard deviation, of the
/// bins from 0.5 to 1.5 times the median, so that gaps and repeated timestamps do not count.
public struct IntervalStatistics: Sendable {
  /// The intervals of one bin, as differences from the first interval of all, whose squares keep their digits.
  private struct Bin {
    var count = 0
    var sum = 0.0
    var sumOfSquares = 0.0
  }

  private var bins = [Bin](repeating: Bin(), count: Self.binCount)
  private var last: Int64?
  private var origin = 0.0

  /// The number of timestamps.
  public private(set) var count = 0
  /// The first timestamp, in nanoseconds.
  public private(set) var first: Int64 = 0
  /// The largest timestamp, in nanoseconds.
  public private(set) var latest: Int64 = 0
  /// Timestamps equal to the one before.
  public private(set) var duplicateCount = 0
  /// Timestamps below the one before.
  public private(set) var backwardCount = 0
  /// The longest interval, in seconds.
  public private(set) var longest = 0.0

  /// Statistics before the first timestamp.
  public init() {}

  private static let shortestBinned = 1e-7
  private static let logOfWidth = 0.01
  private static let binCount = 3000

  /// Adds the timestamp of the next row, in nanoseconds.
  public mutating func add(_ timestamp: Int64) {
    defer { last = timestamp }
    count += 1
    guard let last else {
      first = timestamp
      latest = timestamp
      return
    }
    latest = max(latest, timestamp)
    if timestamp == last { duplicateCount += 1 }
    if timestamp < last { backwardCount += 1 }
    guard timestamp > last else { return }
    let interval = Timestamp(nanoseconds: timestamp).seconds(since: Timestamp(nanoseconds: last))
    longest = max(longest, interval)
    let place = Int(Glibc.log(max(interval, Self.shortestBinned) / Self.shortestBinned) / Self.logOfWidth)
    let index = min(place, Self.binCount - 1)
    bins[index].count += 1
    if origin == 0 { origin = interval }
    bins[index].sum += interval - origin
    bins[index].sumOfSquares += (interval - origin) * (interval - origin)
  }

  /// The time from the first to the largest timestamp, in seconds.
  public var duration: Double {
    Timestamp(nanoseconds: latest).seconds(since: Timestamp(nanoseconds: first))
  }

  /// The regular interval in seconds; nil before two increasing timestamps.
  public var regularInterval: Double? { regular.map(\.mean) }

  /// The standard deviation of the regular intervals in seconds; nil before two increasing timestamps.
  public var jitter: Double? { regular.map(\.standardDeviation) }

  /// Intervals longer than 1.5 times the regular one.
  public var gapCount: Int {
    guard let median = medianIndex else { return 0 }
    return bins.dropFirst(median + Self.reach + 1).reduce(0) { $0 + $1.count }
  }

  /// Bins from the median to 1.5 times it: ln 1.5 / 0.01.
  private static let reach = 41

  private var medianIndex: Int? {
    let total = bins.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    var below = 0
    return bins.firstIndex { bin in
      below += bin.count
      return 2 * below >= total
    }
  }

  private var regular: (mean: Double, standardDeviation: Double)? {
    guard let median = medianIndex else { return nil }
    let near = bins[max(0, median - 69)...min(Self.binCount - 1, median + Self.reach)]
    let count = Double(near.reduce(0) { $0 + $1.count })
    let mean = near.reduce(0) { $0 + $1.sum } / count
    let variance = near.reduce(0) { $0 + $1.sumOfSquares } / count - mean * mean
    return (origin + mean, max(0, variance).squareRoot())
  }
}
