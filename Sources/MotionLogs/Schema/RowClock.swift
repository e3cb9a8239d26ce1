/// The timestamps of rows without timestamps: the first at 0, the others at a fixed rate.
struct RowClock: Sendable {
  /// The sampling rates in Hz that logs and options may give.
  static let rates = 1e-3...1e7

  /// Nanoseconds between two rows.
  private let interval: Double

  /// A clock of `rate` rows per second; nil outside of `rates`.
  init?(rate: Double) {
    guard Self.rates.contains(rate) else { return nil }
    interval = 1e9 / rate
  }

  /// The timestamp of a row in nanoseconds, rounded to nearest; that of the last year that 64 bits hold for later rows.
  @inline(__always)
  func timestamp(ofRow row: Int) -> Int64 {
    let nanoseconds = (Double(row) * interval).rounded()
    return nanoseconds < 0x1p63 ? Int64(nanoseconds) : .max
  }
}
