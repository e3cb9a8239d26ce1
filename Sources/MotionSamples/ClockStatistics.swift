import Rotations

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
