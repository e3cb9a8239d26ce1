/// Selects the samples of a service to deliver: at the requested interval on average, each as close to its due time as
/// the samples allow.
struct Decimator {
  /// The due time of the next delivery and the time of the last sample, in nanoseconds of session time.
  private var due: Int64 = 0
  private var previous: Int64?

  /// Whether to deliver a sample. An interval of 0 admits all.
  mutating func admits(at time: Int64, interval: Int64) -> Bool {
    defer { previous = time }
    guard interval > 0, let previous else {
      due = time + interval
      return true
    }
    // Admit a sample that is closer to the due time than the next one can be. A shorter interval moves the due time up.
    let slack = min(time - previous, interval) / 2
    due = min(due, time + interval)
    guard time + slack >= due else { return false }
    due = due + interval > time ? due + interval : time + interval
    return true
  }
}
