import MotionLogs
import MotionSamples
import Rotations

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
  /// Throws `sourceFailed` where it cannot be opened, and `invalidParameter` for a factor out of range.
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

/// What the outside tells the readers of a replay.
final class ReplayControls: Sendable {
  private struct State {
    var pace: ReplaySource.Pace
    var isPaused = false
    var target: (time: Double, number: Int)?
    /// Rises when anything above changes.
    var revision = 0
  }

  let loops: Bool
  private let state: Locked<State>

  init(pace: ReplaySource.Pace, loops: Bool) {
    self.loops = loops
    state = Locked(State(pace: pace))
  }

  var pace: ReplaySource.Pace {
    get { state.withLock { $0.pace } }
    set {
      state.withLock {
        $0.pace = newValue
        $0.revision += 1
      }
    }
  }

  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock {
        $0.isPaused = newValue
        $0.revision += 1
      }
    }
  }

  /// Tells all readers, those to come too, to go to a time in seconds since the first sample.
  func seek(to time: Double) {
    state.withLock {
      $0.target = (time, ($0.target?.number ?? 0) + 1)
      $0.revision += 1
    }
  }

  /// Everything at once.
  var current: (pace: ReplaySource.Pace, isPaused: Bool, target: (time: Double, number: Int)?, revision: Int) {
    state.withLock { ($0.pace, $0.isPaused, $0.target, $0.revision) }
  }
}

/// What the first rows of a recording say of its sensors.
struct RecordingSurvey {
  private var accelerometer = ReadingTimes()
  private var gyroscope = ReadingTimes()
  private var magnetometer = ReadingTimes()
  private let header: LogHeader

  /// When a sensor was first and last read, and how often.
  private struct ReadingTimes {
    var first: Int64 = 0
    var last: Int64 = 0
    var count = 0

    mutating func add(_ timestamp: Int64, _ vector: Vector3<Double>) {
      guard vector.isFiniteInLane else { return }
      if count == 0 { first = timestamp }
      last = timestamp
      count += 1
    }

    /// The mean time between two readings in seconds; nil where it is not known.
    var interval: Double? {
      guard count > 1, last > first else { return nil }
      return Timestamp(nanoseconds: last).seconds(since: Timestamp(nanoseconds: first)) / Double(count - 1)
    }
  }

  init(path: String, options: LogOptions) throws(MotionError) {
    do throws(LogError) {
      var reader = try MotionLog.open(path, options: options)
      header = reader.header
      var rows: [LogRecord] = []
      // Rows at fault are an error when they are reached, not before.
      do throws(LogError) { try reader.read(into: &rows, atMost: 256) } catch {}
      for row in rows {
        accelerometer.add(row.timestamp, row.specificForce)
        gyroscope.add(row.timestamp, row.angularRate)
        magnetometer.add(row.timestamp, row.magneticField)
      }
    } catch {
      throw .sourceFailed("\(error)")
    }
  }

  func description(_ name: String, trueNorth: TrueNorthReference?) -> SourceDescription {
    func sensor(_ isThere: Bool, _ times: ReadingTimes) -> SourceDescription.Sensor? {
      isThere ? SourceDescription.Sensor(interval: times.interval) : nil
    }
    return SourceDescription(
      name: name, accelerometer: sensor(header.hasAccelerometer, accelerometer),
      gyroscope: sensor(header.hasGyroscope, gyroscope), magnetometer: sensor(header.hasMagnetometer, magnetometer),
      trueNorth: trueNorth)
  }
}
