import MotionSamples
import Rotations

/// The reader of a `ReplaySource`.
struct ReplayReader: MotionSourceReader {
  private var cursor: RecordingCursor
  private let controls: ReplayControls
  /// The sample that waits for its time.
  private var waiting: StampedSample<Double>?
  /// When the replay began, or began anew, by the clock of the computer and by the recording.
  private var origin: (instant: ContinuousClock.Instant, timestamp: Timestamp, revision: Int)?
  private var seekNumber = 0
  private var hasBegun = false

  /// While it waits it looks at the controls this often.
  private static let longestSleep = Duration.milliseconds(20)

  init(cursor: RecordingCursor, controls: ReplayControls) {
    self.cursor = cursor
    self.controls = controls
  }

  mutating func next() async throws(MotionError) -> SourceEvent? {
    while !Task.isCancelled {
      let (pace, isPaused, target, revision) = controls.current
      if let target, target.number != seekNumber {
        seekNumber = target.number
        if try seek(to: target.time) { return .discontinuity }
      }
      if isPaused {
        origin = nil
        await Self.sleep(Self.longestSleep)
        continue
      }
      guard let sample = try takeWaiting() else {
        // A recording without a sample would loop for ever.
        guard controls.loops, hasBegun else { return nil }
        try cursor.rewind()
        origin = nil
        return .discontinuity
      }
      hasBegun = true
      let delay = delay(of: sample.timestamp, pace, revision)
      if delay <= .zero { return .sample(sample) }
      waiting = sample
      await Self.sleep(min(delay, Self.longestSleep))
    }
    return nil
  }

  /// True where samples have come before, so that there is a discontinuity.
  private mutating func seek(to time: Double) throws(MotionError) -> Bool {
    try cursor.seek(to: time)
    waiting = nil
    origin = nil
    return hasBegun
  }

  private mutating func takeWaiting() throws(MotionError) -> StampedSample<Double>? {
    if let sample = waiting {
      waiting = nil
      return sample
    }
    return try cursor.next()
  }

  /// How long a sample has yet to wait.
  private mutating func delay(of timestamp: Timestamp, _ pace: ReplaySource.Pace, _ revision: Int) -> Duration {
    guard case .realTime(let factor) = pace else { return .zero }
    let now = ContinuousClock.now
    guard let origin, origin.revision == revision else {
      self.origin = (now, timestamp, revision)
      return .zero
    }
    let elapsed = timestamp.seconds(since: origin.timestamp) / factor
    return min(.seconds(elapsed), .seconds(1_000_000)) - origin.instant.duration(to: now)
  }

  private static func sleep(_ duration: Duration) async { try? await Task.sleep(for: duration) }
}
