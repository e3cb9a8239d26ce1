/// What a `SampleClock` makes of a stamp: the time to integrate over, and what is true of the stamp.
@frozen
public struct ClockReading: Hashable, Sendable {
  /// What a stamp can be.
  @frozen
  public enum Kind: UInt8, Sendable {
    /// The first stamp of all.
    case first
    /// Later than the one before, by no more than usual.
    case regular
    /// The same as the one before; no time passes.
    case duplicate
    /// The same as the one before, in a stream that always delivers several samples under one stamp; the sample gets
    /// its share of the time between stamps, in advance.
    case spread
    /// Later than the one before by more than `gapFactor` nominal intervals: samples are missing.
    case gap
    /// A little earlier than the latest one, out of order; no time passes.
    case late
    /// So much earlier or later that the clock must have been set; a nominal interval passes.
    case reset
    /// Back on the time base from before the last gap or reset, which was an error of the clock.
    case returned
  }

  /// Time to integrate over, in nanoseconds; never negative.
  public var nanoseconds: Int64
  /// What is true of the stamp.
  public var kind: Kind

  @inlinable
  init(nanoseconds: Int64, kind: Kind) {
    self.nanoseconds = nanoseconds
    self.kind = kind
  }

  /// Time to integrate over, in seconds; finite, never negative, and 0 where none has passed or none is known.
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
