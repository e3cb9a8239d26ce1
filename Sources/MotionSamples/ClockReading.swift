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
    case spread
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

  @inlinable
  init(nanoseconds: Int64, kind: Kind) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  /// The time to integrate over, in seconds; finite, never negative, 0 if unknown.
  @inlinable @inline(__always)
  public var interval: Double { Timestamp.seconds(ofNanoseconds: nanoseconds) }

  /// Whether samples are missing or out of order before this one, or the clock was set.
  @inlinable
  public var isDiscontinuity: Bool {
    switch kind {
    case .first, .regular, .duplicate, .spread: false
    case .gap, .late, .reset, .returned: true
    }
  }
}
