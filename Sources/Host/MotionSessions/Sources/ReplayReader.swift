import LogFormats
import LogTables
import MotionSamples
import Rotations

/// The reader of a `ReplaySource`.
struct ReplayReader: MotionSourceReader {
  private var cursor: RecordingCursor
  private let controls: ReplayControls
  /// The sample that is not yet due.
  private var waiting: TimedSample<Double>?
  /// The start of the current stretch of the replay, on the computer's clock and in the log.
  private var origin: (instant: ContinuousClock.Instant, timestamp: Timestamp, revision: Int)?
  private var seekNumber = 0
  private var hasBegun = false

  /// The longest wait before the controls are read again.
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
        // An empty log would loop for ever.
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

  /// Moves the cursor; true if samples came before, so that a discontinuity follows.
  private mutating func seek(to time: Double) throws(MotionError) -> Bool {
    try cursor.seek(to: time)
    waiting = nil
    origin = nil
    return hasBegun
  }

  private mutating func takeWaiting() throws(MotionError) -> TimedSample<Double>? {
    if let sample = waiting {
      waiting = nil
      return sample
    }
    return try cursor.next()
  }

  /// The time until a sample is due.
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

/// A movable position in a log.
struct RecordingCursor {
  private let path: String
  private let options: LogOptions
  private var reader: any MotionLogReader
  private var rows: [LogRecord] = []
  private var nextRow = 0
  /// The timestamp of the first row of the log.
  private var start: Timestamp?
  /// An error that follows the remaining rows.
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
      throw .logFailed(error)
    }
  }

  /// The next sample; nil at the end.
  mutating func next() throws(MotionError) -> TimedSample<Double>? {
    if nextRow == rows.count { try readRows() }
    guard nextRow < rows.count else { return nil }
    let row = rows[nextRow]
    nextRow += 1
    let measured = row.measured()
    if start == nil { start = measured.timestamp }
    return measured
  }

  private mutating func readRows() throws(MotionError) {
    if let error { throw .logFailed(error) }
    nextRow = 0
    do throws(LogError) {
      try reader.read(into: &rows, atMost: 256)
    } catch {
      self.error = error
      if rows.isEmpty { throw .logFailed(error) }
    }
  }

  /// Moves to the first sample.
  mutating func rewind() throws(MotionError) { self = try Self(path: path, options: options) }

  /// Moves to the first sample at or after a time in seconds since the first one.
  mutating func seek(to time: Double) throws(MotionError) {
    try rewind()
    while let sample = try next() {
      guard let start, sample.timestamp.seconds(since: start) >= time else { continue }
      nextRow -= 1
      return
    }
  }
}
