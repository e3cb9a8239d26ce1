import Rotations

/// The result of a `SampleClock` for a timestamp: the time to integrate over and the kind of the timestamp.
@frozen
public struct ClockReading: Hashable, Sendable {
  /// The kinds of timestamps.
  @frozen
  public enum Kind: UInt8, Sendable {
    /// The first timestamp.
    case first
    /// Later than the previous one by a regular step.
    case regular
    /// Equal to the previous one; no time passes.
    case duplicate
    /// Equal to the previous one, in a stream with several samples per timestamp; the sample gets its share of the next
    /// step in advance.
    case shared
    /// Later than the previous one by more than `gapFactor` nominal intervals: samples are missing.
    case gap
    /// Slightly earlier than the latest one, out of order; no time passes.
    case late
    /// Too far from the latest one, in either direction: the clock was set. One nominal interval passes.
    case reset
    /// Back on the time base from before the last gap or reset, which was a clock error.
    case returned
  }

  /// The time to integrate over, in nanoseconds; never negative.
  public var nanoseconds: Int64
  /// The kind of the timestamp.
  public var kind: Kind

  @export(implementation)
  init(nanoseconds: Int64, kind: Kind) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  /// The time to integrate over, in seconds; finite, never negative, 0 if unknown.
  @export(implementation) @inline(__always)
  public var interval: Double { Timestamp.seconds(ofNanoseconds: nanoseconds) }

  /// Whether samples are missing or out of order before this one, or the clock was set.
  @export(implementation)
  public var isDiscontinuity: Bool {
    switch kind {
    case .first, .regular, .duplicate, .shared: false
    case .gap, .late, .reset, .returned: true
    }
  }
}

/// Statistics of a stream from the readings of its `SampleClock`: rate, jitter, bursts and irregularities.
///
/// Separate from the clock to keep the clock small on microcontrollers.
public struct ClockStatistics: Sendable {
  private var counts = InlineArray<8, Int>(repeating: 0)
  private var regularCount = 0.0
  private var squaredDeviations = 0.0
  private var burst = 1

  /// The number of readings.
  public private(set) var sampleCount = 0
  /// The sum of all intervals, in seconds.
  public private(set) var duration = 0.0
  /// The part of `duration` in gaps, in seconds.
  public private(set) var gapDuration = 0.0
  /// The shortest interval above 0, in seconds; infinite before the first.
  public private(set) var shortestInterval = Double.infinity
  /// The longest interval in seconds, gaps included.
  public private(set) var longestInterval = 0.0
  /// The mean of the regular intervals, in seconds; 0 before the first.
  public private(set) var meanInterval = 0.0
  /// The largest number of samples under one timestamp.
  public private(set) var longestBurst = 0

  /// Empty statistics.
  public init() {}

  /// The number of readings of a kind.
  public func count(of kind: ClockReading.Kind) -> Int { counts[Int(kind.rawValue)] }

  /// The standard deviation of the regular intervals in seconds; 0 for fewer than two.
  public var jitter: Double {
    regularCount > 1 ? (squaredDeviations / (regularCount - 1)).squareRoot() : 0
  }

  /// Adds a reading.
  public mutating func record(_ reading: ClockReading) {
    sampleCount += 1
    counts[Int(reading.kind.rawValue)] += 1
    recordBurst(reading.kind)
    guard reading.nanoseconds > 0, reading.kind != .first else { return }
    let interval = reading.interval
    duration += interval
    shortestInterval = min(shortestInterval, interval)
    longestInterval = max(longestInterval, interval)
    switch reading.kind {
    case .regular, .shared: recordRegular(interval)
    case .gap: gapDuration += interval
    case .first, .duplicate, .late, .reset, .returned: break
    }
  }

  private mutating func recordBurst(_ kind: ClockReading.Kind) {
    burst = kind == .duplicate || kind == .shared ? burst + 1 : 1
    longestBurst = max(longestBurst, burst)
  }

  /// Mean and squared deviations in one pass: B. P. Welford, Technometrics 4 (1962), 419.
  private mutating func recordRegular(_ interval: Double) {
    regularCount += 1
    let deviation = interval - meanInterval
    meanInterval += deviation / regularCount
    squaredDeviations += deviation * (interval - meanInterval)
  }
}
