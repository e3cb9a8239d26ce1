import AttitudeFilters
import MotionSamples
import Synchronization

/// Notices that a live source falls silent: connected, but without samples, or without readings of one sensor. What has never sent
/// anything is waited for in silence.
final class SilenceWatch: Sendable {
  /// The time without samples, or of samples without readings of a sensor, that is told, s.
  static let limit = 5.0

  private struct State {
    var lastSample: ContinuousClock.Instant?
    var isSilent = false
    /// The time of the last reading of each sensor, and whether its silence was told.
    var sensors: [(last: Timestamp, isSilent: Bool)?] = [nil, nil, nil]
  }

  private static let sensors: [(name: String, absent: OutcomeFlags)] = [
    ("gyroscope", .angularRateAbsent), ("accelerometer", .specificForceAbsent), ("magnetometer", .magneticFieldAbsent),
  ]

  private let limit: Double
  private let tell: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// A watch for a source that sends a value at least every `interval` seconds.
  init(
    interval: Double = 0, tell: @escaping @Sendable (String) -> Void = { Console.note("\(Console.programName): \($0)") }
  ) {
    limit = max(Self.limit, 3 * interval)
    self.tell = tell
  }

  /// Takes note of a value.
  func hear(at now: ContinuousClock.Instant = .now) {
    let wasSilent = state.withLock { state in
      defer { state.isSilent = false }
      state.lastSample = now
      return state.isSilent
    }
    if wasSilent { tell("samples come again") }
  }

  /// Takes note of the sensors whose readings a sample has.
  func hear(_ flags: OutcomeFlags, at timestamp: Timestamp) {
    let silent = state.withLock { state in
      Self.sensors.indices.filter { index in
        guard flags.intersects(Self.sensors[index].absent) else {
          state.sensors[index] = (timestamp, false)
          return false
        }
        guard let heard = state.sensors[index], !heard.isSilent,
          timestamp.seconds(since: heard.last) >= limit
        else { return false }
        state.sensors[index] = (heard.last, true)
        return true
      }
    }
    for index in silent {
      tell("no readings of the \(Self.sensors[index].name) for \(Figures.trimmed(limit, decimals: 1)) s")
    }
  }

  /// Tells a silence, once.
  func check(at now: ContinuousClock.Instant = .now) {
    let isNew = state.withLock { state in
      guard let last = state.lastSample, !state.isSilent, now - last >= .seconds(limit) else { return false }
      state.isSilent = true
      return true
    }
    if isNew { tell("no samples for \(Figures.trimmed(limit, decimals: 1)) s; waiting") }
  }
}
