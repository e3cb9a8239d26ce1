/// The clock of a table whose rows have a count in place of a time.
struct SampleCounter: Sendable {
  /// The timestamp of the last row in nanoseconds.
  private(set) var timestamp: Int64 = 0

  private let nanoseconds: Double
  private let wrap: Double?
  private var last: Double?
  /// What wraps added to the count.
  private var added = 0.0

  /// A clock with this many nanoseconds a count. A count that falls by more than half of `wrap` has begun again at zero.
  init(nanoseconds: Double, wrap: Double?) {
    self.nanoseconds = nanoseconds
    self.wrap = wrap
  }

  /// Takes the count of a row; without a number the time stands still.
  mutating func add(_ count: Double) {
    guard count.isFinite else { return }
    if let wrap, let last, last - count > wrap / 2 { added += wrap }
    last = count
    let time = ((count + added) * nanoseconds).rounded()
    if time.magnitude < 9.2e18 { timestamp = Int64(time) }
  }
}
