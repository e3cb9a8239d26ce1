import Rotations

/// What the readings of a `SampleClock` say about a stream: rate, jitter, bursts and what went wrong.
///
/// Apart from the clock, so that a microcontroller that does not ask does not pay.
public struct ClockStatistics: Sendable {
  private var counts = InlineArray<8, Int>(repeating: 0)
  private var regularCount = 0.0
  private var squaredDeviations = 0.0
  private var burst = 1

  /// How many readings there were.
  public private(set) var sampleCount = 0
  /// The time over all intervals, in seconds.
  public private(set) var duration = 0.0
  /// The part of `duration` that lies in gaps, in seconds.
  public private(set) var gapDuration = 0.0
  /// The shortest interval in seconds that was not 0; infinite before there was one.
  public private(set) var shortestInterval = Double.infinity
  /// The longest interval in seconds, gaps included.
  public private(set) var longestInterval = 0.0
  /// The mean of the regular intervals in seconds; 0 before there was one.
  public private(set) var meanInterval = 0.0
  /// The most samples under one stamp.
  public private(set) var longestBurst = 0

  /// Nothing counted.
  public init() {}

  /// How many readings were of a kind.
  public func count(of kind: ClockReading.Kind) -> Int { counts[Int(kind.rawValue)] }

  /// The standard deviation of the regular intervals in seconds; 0 for fewer than two.
  public var jitter: Double {
    regularCount > 1 ? (squaredDeviations / (regularCount - 1)).squareRoot() : 0
  }

  /// Takes a reading into account.
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
    case .regular, .spread: recordRegular(interval)
    case .gap: gapDuration += interval
    case .first, .duplicate, .late, .reset, .returned: break
    }
  }

  private mutating func recordBurst(_ kind: ClockReading.Kind) {
    burst = kind == .duplicate || kind == .spread ? burst + 1 : 1
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
