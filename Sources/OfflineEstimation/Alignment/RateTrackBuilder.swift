import MotionSamples
import Rotations

/// Places the rates of a recording in the middles of their intervals, once the usual interval is known.
struct RateTrackBuilder: Sendable {
  /// The rates so far.
  private(set) var rates: ThinnedRates

  private let start: Timestamp
  private let spacing: SampleSpacing
  private let holdsTurns: Bool
  private var before: Timestamp?
  private var lastTime = -Double.infinity

  /// - Parameter holdsTurns: Whether rows are turns since the row before, in rad, and no rates.
  init(start: Timestamp, spacing: SampleSpacing, holdsTurns: Bool, largestCount: Int) {
    (self.start, self.spacing, self.holdsTurns) = (start, spacing, holdsTurns)
    rates = ThinnedRates(interval: spacing.interval, largestCount: largestCount)
  }

  mutating func add(_ vector: Vector3<Float>, _ timestamp: Timestamp) {
    if holdsTurns { add(turn: vector, timestamp) } else { add(rate: vector, timestamp) }
  }

  /// The track; nil where it has fewer than two rates.
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
