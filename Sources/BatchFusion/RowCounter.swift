/// Says now and then that it is time to report progress.
struct RowCounter {
  /// Rows between two reports: some milliseconds of work.
  private static let period = 8192
  private var pending = 0

  /// Counts a row; answers with the rows since the last report where it is time for one.
  mutating func advance() -> Int? {
    pending += 1
    guard pending == Self.period else { return nil }
    pending = 0
    return Self.period
  }
}
