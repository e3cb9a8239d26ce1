import MotionLogs
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

/// A place in a recording that can be moved.
struct RecordingCursor {
  private let path: String
  private let options: LogOptions
  private var reader: any MotionLogReader
  private var rows: [LogRecord] = []
  private var nextRow = 0
  /// The stamp of the first row of the recording.
  private var start: Timestamp?
  /// An error that comes after the rows that are left.
  private var error: LogError?

  init(path: String, options: LogOptions) throws(MotionError) {
    self.path = path
    self.options = options
    reader = try Self.open(path, options)
  }

  private static func open(_ path: String, _ options: LogOptions) throws(MotionError) -> any MotionLogReader {
    do throws(LogError) {
      return try MotionLog.open(path, options: options)
    } catch {
      throw .sourceFailed("\(error)")
    }
  }

  /// The next sample; nil at the end.
  mutating func next() throws(MotionError) -> StampedSample<Double>? {
    if nextRow == rows.count { try readRows() }
    guard nextRow < rows.count else { return nil }
    let row = rows[nextRow]
    nextRow += 1
    let timestamp = Timestamp(nanoseconds: row.timestamp)
    if start == nil { start = timestamp }
    return StampedSample(
      timestamp: timestamp,
      sample: MotionSample(
        interval: 0, angularRate: row.angularRate, specificForce: row.specificForce, magneticField: row.magneticField),
      temperature: row.temperature)
  }

  private mutating func readRows() throws(MotionError) {
    if let error { throw .sourceFailed("\(error)") }
    nextRow = 0
    do throws(LogError) {
      try reader.read(into: &rows, atMost: 256)
    } catch {
      self.error = error
      if rows.isEmpty { throw .sourceFailed("\(error)") }
    }
  }

  /// Goes back to the first sample.
  mutating func rewind() throws(MotionError) { self = try Self(path: path, options: options) }

  /// Goes to the first sample at or after a time in seconds since the first one.
  mutating func seek(to time: Double) throws(MotionError) {
    try rewind()
    while let sample = try next() {
      guard let start, sample.timestamp.seconds(since: start) >= time else { continue }
      nextRow -= 1
      return
    }
  }
}
