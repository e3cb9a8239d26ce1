import MotionSamples
import Rotations

/// Makes a `RateTrack` row by row, in bounded memory, from a gyroscope or an attitude reference.
///
/// Takes 20 bytes a row up to `largestCount` rows, 21 MB. In longer recordings neighbouring rates are averaged in pairs, fours
/// and so on: 10 hours keep 15 to 29 rates a second, 100 hours a tenth of that.
public struct RateTrackRecorder: Sendable {
  /// The largest number of rates in a track.
  public static let largestCount = 1 << 20

  private let limit: Int
  /// The rows up to the limit.
  private var timestamps: [Timestamp] = []
  /// Rates, or rotations since the previous attitude.
  private var vectors: [Vector3<Float>] = []
  private var lastAttitude: Rotation<Double>?
  /// Takes over at the limit.
  private var builder: RateTrackBuilder?

  /// A recorder before the first row.
  public init() { self.init(largestCount: Self.largestCount) }

  init(largestCount: Int) { limit = largestCount }

  /// Whether no row was taken.
  public private(set) var isEmpty = true

  /// Takes a row of a gyroscope, rad/s; absent rates are ignored. A recorder takes either rates or attitudes.
  public mutating func add(_ angularRate: Vector3<Double>, at timestamp: Timestamp) {
    guard angularRate.x.isFinite else { return }
    add(Vector3<Float>(angularRate), timestamp)
  }

  /// Takes a row of an attitude reference; an attitude that is not a number is ignored.
  public mutating func add(_ referenceFromBody: Rotation<Double>, at timestamp: Timestamp) {
    guard referenceFromBody.quaternion.w.isFinite else { return }
    let turn = lastAttitude.map { ($0.inverse * referenceFromBody).rotationVector } ?? .zero
    lastAttitude = referenceFromBody
    add(Vector3<Float>(turn), timestamp)
  }

  private mutating func add(_ vector: Vector3<Float>, _ timestamp: Timestamp) {
    isEmpty = false
    if builder != nil {
      builder?.add(vector, timestamp)
      return
    }
    timestamps.append(timestamp)
    vectors.append(vector)
    guard timestamps.count >= limit else { return }
    // Without two timestamps in order there is no builder, and the rows are of no use.
    builder = makeBuilder()
    (timestamps, vectors) = ([], [])
  }

  /// The track of the rows so far. Throws `tooShort` for fewer than two usable rows.
  public func track() throws(AlignmentError) -> RateTrack {
    guard let builder = builder ?? makeBuilder(), let track = builder.track else {
      throw .tooShort(common: 0, needed: RelativeAlignment.leastDuration)
    }
    return track
  }

  /// The number of rows or rates in memory.
  var heldCount: Int { timestamps.count + (builder?.rates.times.count ?? 0) }

  private func makeBuilder() -> RateTrackBuilder? {
    guard let start = timestamps.first, let spacing = SampleSpacing(of: timestamps) else { return nil }
    var builder = RateTrackBuilder(
      start: start, spacing: spacing, holdsTurns: lastAttitude != nil, largestCount: limit)
    for (timestamp, vector) in zip(timestamps, vectors) { builder.add(vector, timestamp) }
    return builder
  }
}

/// Places rates in the middles of their intervals, once the usual interval is known.
private struct RateTrackBuilder: Sendable {
  /// The rates so far.
  private(set) var rates: ThinnedRates

  private let start: Timestamp
  private let spacing: SampleSpacing
  private let holdsTurns: Bool
  private var before: Timestamp?
  private var lastTime = -Double.infinity

  /// - Parameter holdsTurns: Whether rows are rotations since the previous row, rad, instead of rates.
  init(start: Timestamp, spacing: SampleSpacing, holdsTurns: Bool, largestCount: Int) {
    (self.start, self.spacing, self.holdsTurns) = (start, spacing, holdsTurns)
    rates = ThinnedRates(interval: spacing.interval, largestCount: largestCount)
  }

  mutating func add(_ vector: Vector3<Float>, _ timestamp: Timestamp) {
    if holdsTurns { add(turn: vector, timestamp) } else { add(rate: vector, timestamp) }
  }

  /// The track; nil for fewer than two rates.
  var track: RateTrack? {
    guard rates.times.count > 1 else { return nil }
    return RateTrack(
      start: start, interval: spacing.interval * Double(rates.factor), times: rates.times, rates: rates.rates)
  }

  private mutating func add(rate: Vector3<Float>, _ timestamp: Timestamp) {
    guard rate.isFiniteInLane else { return }
    if let before, timestamp <= before { return }
    let isRegular = before.map { spacing.isRegular(from: $0, to: timestamp) } ?? false
    let step = isRegular ? timestamp.seconds(since: before ?? start) : spacing.interval
    rates.add(rate, at: timestamp.seconds(since: start) - 0.5 * step)
    before = timestamp
  }

  private mutating func add(turn: Vector3<Float>, _ timestamp: Timestamp) {
    defer { before = timestamp }
    guard let before, spacing.isRegular(from: before, to: timestamp) else { return }
    let step = timestamp.seconds(since: before)
    let rate = turn / Float(step)
    let time = timestamp.seconds(since: start) - 0.5 * step
    guard rate.isFiniteInLane, time > lastTime else { return }
    rates.add(rate, at: time)
    lastTime = time
  }
}

/// Mean rates over neighbouring intervals, in bounded memory: when full, adjacent means are joined in pairs.
///
/// The mean over two intervals of equal length is the mean of their means, so joining adds no filtering.
private struct ThinnedRates: Sendable {
  /// The middles of the intervals, s.
  private(set) var times: [Double] = []
  /// The mean rates, rad/s.
  private(set) var rates: [Vector3<Float>] = []
  /// The number of readings in an interval: a power of two.
  private(set) var factor = 1

  /// The usual interval of the readings, s, and the largest number of means.
  private let interval: Double
  private let largestCount: Int
  private var openTime = 0.0
  private var openRate = Vector3<Double>.zero
  private var openCount = 0
  private var lastTime = -Double.infinity

  /// Means more than this many of their intervals apart are not adjacent.
  private static let gapFactor = 1.75

  init(interval: Double, largestCount: Int) {
    precondition(largestCount > 1, "at least two means")
    (self.interval, self.largestCount) = (interval, largestCount)
  }

  /// Adds the mean rate over the interval of the next reading.
  mutating func add(_ rate: Vector3<Float>, at time: Double) {
    if time - lastTime > Self.gapFactor * interval { dropOpen() }
    lastTime = time
    openTime += time
    openRate += Vector3(rate)
    openCount += 1
    guard openCount == factor else { return }
    times.append(openTime / Double(factor))
    rates.append(Vector3(openRate / Double(factor)))
    dropOpen()
    if times.count == largestCount { joinPairs() }
  }

  private mutating func dropOpen() { (openTime, openRate, openCount) = (0, .zero, 0) }

  private mutating func joinPairs() {
    let longest = Self.gapFactor * interval * Double(factor)
    var (place, kept) = (0, 0)
    while place + 1 < times.count {
      // A mean without its neighbour is dropped.
      if times[place + 1] - times[place] <= longest {
        times[kept] = 0.5 * (times[place] + times[place + 1])
        rates[kept] = (rates[place] + rates[place + 1]) * 0.5
        kept += 1
        place += 1
      }
      place += 1
    }
    times.removeSubrange(kept...)
    rates.removeSubrange(kept...)
    factor *= 2
  }
}
