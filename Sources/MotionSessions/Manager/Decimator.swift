/// Chooses from the samples of a service those to deliver, so that they come at the interval that was asked for: on
/// average exactly, each as near to its time as the samples allow.
struct Decimator {
  /// When the next one is due, and when the last sample came, in nanoseconds of session time.
  private var due: Int64 = 0
  private var previous: Int64?

  /// Whether a sample is to be delivered. An interval of 0 takes every one.
  mutating func admits(at time: Int64, interval: Int64) -> Bool {
    defer { previous = time }
    guard interval > 0, let previous else {
      due = time + interval
      return true
    }
    // A sample that is nearer to the due time than the next one can be. A changed interval pulls the due time in.
    let slack = min(time - previous, interval) / 2
    due = min(due, time + interval)
    guard time + slack >= due else { return false }
    due = due + interval > time ? due + interval : time + interval
    return true
  }
}
