import MotionSamples

/// The timestamps of rows without timestamps: the first at 0, the others at a fixed rate.
package struct RowClock: Sendable {
  /// The sampling rates in Hz that logs and options may give.
  package static let rates = 1e-3...1e7

  /// Nanoseconds between two rows.
  private let interval: Double

  /// A clock of `rate` rows per second; nil outside of `rates`.
  package init?(rate: Double) {
    guard Self.rates.contains(rate) else { return nil }
    interval = 1e9 / rate
  }

  /// The timestamp of a row in nanoseconds, rounded to nearest; that of the last year that 64 bits hold for later rows.
  @inline(__always)
  package func timestamp(ofRow row: Int) -> Int64 {
    Int64(saturating: (Double(row) * interval).rounded())
  }
}

/// The clock of a table whose rows have a count in place of a time.
package struct SampleCounter: Sendable {
  /// The timestamp of the last row in nanoseconds.
  package private(set) var timestamp: Int64 = 0

  private let nanoseconds: Double
  private let wrap: Double?
  private var last: Double?
  /// What wraps added to the count.
  private var added = 0.0

  /// A clock with this many nanoseconds a count. A count that falls by more than half of `wrap` has begun again at zero.
  package init(nanoseconds: Double, wrap: Double?) {
    self.nanoseconds = nanoseconds
    self.wrap = wrap
  }

  /// Takes the count of a row; without a number the time stands still.
  package mutating func add(_ count: Double) {
    guard count.isFinite else { return }
    if let wrap, let last, last - count > wrap / 2 { added += wrap }
    last = count
    let time = ((count + added) * nanoseconds).rounded()
    if time.magnitude < 9.2e18 { timestamp = Int64(saturating: time) }
  }
}

/// A clock that counts in a word of 32 or 16 bits, and begins anew at zero when the word is full: its time goes on.
///
/// A step back to zero by the period of such a word is one, if the time then goes on by at most five usual steps. Any other step
/// back stays in the timestamps.
package struct WrappingClock: Sendable {
  /// The periods in nanoseconds: 2^32 µs (71.6 minutes), 2^32 ms (49.7 days), 2^16 ms (65.5 s).
  private static var periods: InlineArray<3, Int64> { [1 << 32 * 1000, 1 << 32 * 1_000_000, 1 << 16 * 1_000_000] }

  private var last = Int64.min
  private var step: Int64 = 0
  /// What wraps added to the time.
  private var added: Int64 = 0

  /// A clock before its first row.
  package init() {}

  /// The time of the next row from its timestamp, in nanoseconds.
  @inline(__always)
  package mutating func time(_ timestamp: Int64) -> Int64 {
    var time = timestamp &+ added
    if time < last {
      added &+= period(before: timestamp, time)
      time = timestamp &+ added
    }
    if time > last { step = time &- last }
    last = time
    return time
  }

  /// The period that ended before a step back to a timestamp; zero for another step back.
  @inline(never)
  private func period(before timestamp: Int64, _ time: Int64) -> Int64 {
    guard timestamp >= 0, timestamp / 5 <= step else { return 0 }
    for index in 0..<3 {
      let period = Self.periods[index]
      let after = time &+ period &- last
      if after > 0 && after / 5 <= step && step < period / 512 { return period }
    }
    return 0
  }
}
