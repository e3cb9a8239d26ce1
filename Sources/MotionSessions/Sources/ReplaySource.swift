import MotionLogs
import MotionSamples

/// A recording as a source: any that `MotionLogs` reads, as fast as possible or at the pace at which it was made.
///
/// Each opening begins at the start, or where `seek` has led. The samples and their stamps are those of the recording, so
/// that a replay gives the same results each time, whatever the pace; only pausing, seeking and pace, which are asked for
/// from outside, come at their own time. They act on every reader of the source that is open.
public final class ReplaySource: MotionSource {
  /// How fast a recording is replayed.
  public enum Pace: Hashable, Sendable {
    /// Without waiting.
    case asFastAsPossible
    /// At the pace at which it was made, times a factor: 2 is twice as fast. At least 0.001 and at most 1000.
    case realTime(factor: Double = 1)
  }

  public let description: SourceDescription
  private let path: String
  private let options: LogOptions
  private let controls: ReplayControls

  /// A recording to replay. It is opened once to see what it has.
  ///
  /// - Parameters:
  ///   - path: The recording; not "-", which can be read only once.
  ///   - options: What it does not say of itself.
  ///   - pace: How fast. Default: as fast as possible.
  ///   - loops: Whether it begins anew at its end, after a discontinuity. Default: no.
  ///   - trueNorth: What is known of the place where it was made. Default: nothing.
  ///
  /// Throws `logFailed` if it is unreadable, and `invalidParameter` for a factor out of range.
  public init(
    _ path: String, options: LogOptions = LogOptions(), pace: Pace = .asFastAsPossible, loops: Bool = false,
    trueNorth: TrueNorthReference? = nil
  ) throws(MotionError) {
    guard path != "-" else {
      throw .invalidParameter("standard input cannot be replayed: it can be read only once; name a file")
    }
    self.path = path
    self.options = options
    controls = ReplayControls(pace: try Self.valid(pace), loops: loops)
    description = try RecordingSurvey(path: path, options: options).description(path, trueNorth: trueNorth)
  }

  public func open() throws(MotionError) -> any MotionSourceReader {
    ReplayReader(cursor: try RecordingCursor(path: path, options: options), controls: controls)
  }

  /// How fast the recording is replayed. Throws `invalidParameter` for a factor out of range.
  public func setPace(_ pace: Pace) throws(MotionError) { controls.pace = try Self.valid(pace) }

  /// Holds the replay where it is, until `resume`.
  public func pause() { controls.isPaused = true }

  /// Goes on after `pause`.
  public func resume() { controls.isPaused = false }

  /// Whether the replay is held.
  public var isPaused: Bool { controls.isPaused }

  /// Moves to the first sample that lies this long after the first of the recording, in seconds, forwards or backwards; a
  /// discontinuity comes before it. Beyond the end lies the end. Throws `invalidParameter` for what is no time.
  public func seek(to time: Double) throws(MotionError) {
    guard time >= 0, time.isFinite else {
      throw .invalidParameter("a time to seek must be a number of seconds from 0 on, and \(time) is not")
    }
    controls.seek(to: time)
  }

  private static func valid(_ pace: Pace) throws(MotionError) -> Pace {
    if case .realTime(let factor) = pace, !(factor >= 0.001 && factor <= 1000) {
      throw .invalidParameter("the factor of a replay must lie between 0.001 and 1000, and \(factor) does not")
    }
    return pace
  }
}
