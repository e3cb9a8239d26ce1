import CMathShims
import LogTables
import MotionSamples
import Rotations

/// Statistics of the timestamps of a log, in constant memory.
///
/// Intervals are counted in bins of one per cent. The regular interval is the mean, and the jitter the standard deviation, of the
/// bins from 0.5 to 1.5 times the median, so that gaps and repeated timestamps do not count.
package struct IntervalStatistics: Sendable {
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
  package private(set) var count = 0
  /// The first timestamp, in nanoseconds.
  package private(set) var first: Int64 = 0
  /// The largest timestamp, in nanoseconds.
  package private(set) var latest: Int64 = 0
  /// Timestamps equal to the one before.
  package private(set) var duplicateCount = 0
  /// Timestamps below the one before.
  package private(set) var backwardCount = 0
  /// The longest interval, in seconds.
  package private(set) var longest = 0.0
  /// Timestamps more than a second below the one before: the beginnings of other recordings.
  package private(set) var resetCount = 0
  /// The timestamp after which the first of them came, in nanoseconds.
  package private(set) var firstReset: Int64?
  /// Timestamps so far above the one before that the clock was set between them, as for `SampleClock`.
  package private(set) var clockSetCount = 0
  /// The time by which the clock was set forward, in seconds.
  package private(set) var timeSet = 0.0
  /// The timestamp after which it was set first, in nanoseconds.
  package private(set) var firstClockSet: Int64?
  /// The timestamp at which the longest interval begins, in nanoseconds.
  package private(set) var longestStart: Int64 = 0

  /// Statistics before the first timestamp.
  package init() {}

  private static let longestGap = SampleClock.Parameters().longestGap
  private static let shortestBinned = 1e-7
  private static let logOfWidth = 0.01
  private static let binCount = 3000

  /// Adds the timestamp of the next row, in nanoseconds.
  package mutating func add(_ timestamp: Int64) {
    defer { last = timestamp }
    count += 1
    guard let last else {
      first = timestamp
      latest = timestamp
      return
    }
    latest = max(latest, timestamp)
    if timestamp == last { duplicateCount += 1 }
    if timestamp < last { addStepBack(from: last, to: timestamp) }
    guard timestamp > last else { return }
    let interval = Timestamp(nanoseconds: timestamp).seconds(since: Timestamp(nanoseconds: last))
    guard interval <= Self.longestGap else {
      clockSetCount += 1
      timeSet += interval
      firstClockSet = firstClockSet ?? last
      return
    }
    if interval > longest { (longest, longestStart) = (interval, last) }
    let index = Self.index(of: interval)
    bins[index].count += 1
    if origin == 0 { origin = interval }
    bins[index].sum += interval - origin
    bins[index].sumOfSquares += (interval - origin) * (interval - origin)
  }

  /// The number of intervals in each bin that has some, with the limits of the bin in seconds.
  package var histogram: [(limits: Range<Double>, count: Int)] {
    func limit(_ index: Int) -> Double { Self.shortestBinned * cardan_exp(Double(index) * Self.logOfWidth) }
    return bins.indices.filter { bins[$0].count > 0 }.map { (limit($0)..<limit($0 + 1), bins[$0].count) }
  }

  private mutating func addStepBack(from last: Int64, to timestamp: Int64) {
    backwardCount += 1
    guard Self.isReset(from: last, to: timestamp) else { return }
    resetCount += 1
    firstReset = firstReset ?? last
  }

  /// Whether another recording begins with a timestamp, in nanoseconds: it is more than a second below the one before.
  package static func isReset(from last: Int64, to timestamp: Int64) -> Bool {
    timestamp < last && last.subtractingReportingOverflow(timestamp).partialValue.magnitude > 1_000_000_000
  }

  /// The time from the first to the largest timestamp, in seconds, without that by which the clock was set.
  package var duration: Double {
    max(0, Timestamp(nanoseconds: latest).seconds(since: Timestamp(nanoseconds: first)) - timeSet)
  }

  /// The regular interval in seconds; nil before two increasing timestamps.
  package var regularInterval: Double? { regular.map { $0.mean } }

  /// The standard deviation of the regular intervals in seconds; nil before two increasing timestamps.
  package var jitter: Double? { regular.map { $0.standardDeviation } }

  /// The mean time between successive rows in seconds, with repeated timestamps, up to gaps; nil before two increasing
  /// timestamps. Rows that arrive in groups have the right mean.
  package var meanInterval: Double? {
    let last = gapStart
    let near = bins[..<last]
    let rows = near.reduce(0) { $0 + $1.count } + duplicateCount
    guard rows > 0 else { return nil }
    return near.reduce(0) { $0 + $1.sum + origin * Double($1.count) } / Double(rows)
  }

  /// Rows that follow the one before by less than a quarter of the mean interval: rows that arrive in groups.
  package var groupedCount: Int {
    guard let meanInterval else { return 0 }
    return duplicateCount + bins[..<Self.index(of: meanInterval / 4)].reduce(0) { $0 + $1.count }
  }

  /// The rows that are missing at intervals near two to ten times a regular one, in s, and the share of the intervals beyond 1.5 times
  /// it that are such multiples.
  package func missing(_ regular: Double) -> (rows: Int, share: Double) {
    var (rows, multiples, others) = (0, 0, 0)
    for bin in bins[Self.index(of: 1.5 * regular)...] where bin.count > 0 {
      let ratio = (origin + bin.sum / Double(bin.count)) / regular
      let nearest = ratio.rounded()
      if abs(ratio - nearest) < 0.12 && nearest <= 10 {
        rows += (Int(saturating: nearest) - 1) * bin.count
        multiples += bin.count
      } else if nearest <= 10 {
        others += bin.count
      }
    }
    return (rows, multiples + others > 0 ? Double(multiples) / Double(multiples + others) : 0)
  }

  /// Intervals longer than the regular one by the factor of a gap: three, or more where the timestamps jitter.
  package var gapCount: Int { bins[gapStart...].reduce(0) { $0 + $1.count } }

  /// The first bin of gaps: beyond three times the median, and twice the interval that all but 1 % of the rows stay below.
  private var gapStart: Int {
    guard let median = medianIndex, let most = quantileIndex(0.99) else { return Self.binCount }
    return min(Self.binCount, max(median + Self.logOfThree, most + Self.logOfTwo))
  }

  private static let logOfThree = 110
  private static let logOfTwo = 70

  /// The interval in seconds that this share of the increasing timestamps stays below; nil before two of them.
  package func quantile(_ share: Double) -> Double? {
    quantileIndex(share).map { index in origin + bins[index].sum / Double(max(1, bins[index].count)) }
  }

  private static func index(of interval: Double) -> Int {
    let place = cardan_log(max(interval, shortestBinned) / shortestBinned) / logOfWidth
    return min(Int(saturating: place), binCount - 1)
  }

  private var medianIndex: Int? { quantileIndex(0.5) }

  private func quantileIndex(_ share: Double) -> Int? {
    let total = bins.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    var below = 0
    return bins.firstIndex { bin in
      below += bin.count
      return Double(below) >= share * Double(total)
    }
  }

  /// Bins from the median to 1.5 times it: ln 1.5 / 0.01.
  private static let reach = 41

  private var regular: (mean: Double, standardDeviation: Double)? {
    guard let median = medianIndex else { return nil }
    let near = bins[max(0, median - 69)...min(Self.binCount - 1, median + Self.reach)]
    let count = Double(near.reduce(0) { $0 + $1.count })
    let mean = near.reduce(0) { $0 + $1.sum } / count
    let variance = near.reduce(0) { $0 + $1.sumOfSquares } / count - mean * mean
    return (origin + mean, max(0, variance).squareRoot())
  }
}
