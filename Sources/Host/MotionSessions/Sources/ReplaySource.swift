import LogFormats
import LogTables
import MotionSamples
import ParallelWork
import Rotations

/// A log as a source, in any format of `MotionLogs`, replayed as fast as possible or in real time.
///
/// Each reader starts at the beginning, or at the last `seek`. Samples and timestamps are those of the log, so results are
/// the same at every pace. Pausing, seeking and changes of pace act on all open readers at once.
public final class ReplaySource: MotionSource {
  /// The speed of a replay.
  public enum Pace: Hashable, Sendable {
    /// Without waiting.
    case asFastAsPossible
    /// At the recorded pace times a factor from 0.001 to 1000; 2 is twice as fast.
    case realTime(factor: Double = 1)
  }

  public let description: SourceDescription
  private let path: String
  private let options: LogOptions
  private let controls: ReplayControls

  /// A log to replay, which is opened once to list its sensors.
  ///
  /// - Parameters:
  ///   - path: The log; not "-", which can be read only once.
  ///   - options: Units and the like that the log leaves open.
  ///   - pace: The speed. Default: as fast as possible.
  ///   - loops: Whether to start again at the end, after a discontinuity. Default: false.
  ///   - trueNorth: The declination and field of the place. Default: unknown.
  ///
  /// Throws `logFailed` if it is unreadable, and `invalidParameter` for a factor out of range.
  public init(
    _ path: String, options: LogOptions = LogOptions(), pace: Pace = .asFastAsPossible, loops: Bool = false,
    trueNorth: TrueNorthReference? = nil
  ) throws(MotionError) {
    guard path != "-" else {
      throw .invalidParameter("standard input can be read only once; give the path of a file to replay")
    }
    self.path = path
    self.options = options
    controls = ReplayControls(pace: try Self.valid(pace), loops: loops)
    description = try RecordingSurvey(path: path, options: options).description(path, trueNorth: trueNorth)
  }

  public func open() throws(MotionError) -> any MotionSourceReader {
    ReplayReader(cursor: try RecordingCursor(path: path, options: options), controls: controls)
  }

  /// Sets the speed. Throws `invalidParameter` for a factor out of range.
  public func setPace(_ pace: Pace) throws(MotionError) { controls.pace = try Self.valid(pace) }

  /// Holds the replay until `resume`.
  public func pause() { controls.isPaused = true }

  /// Continues after `pause`.
  public func resume() { controls.isPaused = false }

  /// Whether the replay is paused.
  public var isPaused: Bool { controls.isPaused }

  /// Moves forwards or backwards to the first sample at or after a time, in seconds since the first sample of the log. A
  /// discontinuity precedes it. A time beyond the end ends the replay. Throws `invalidParameter` for a negative or infinite
  /// time.
  public func seek(to time: Double) throws(MotionError) {
    guard time >= 0, time.isFinite else {
      throw .invalidParameter("invalid time to seek: \(time) s; expected a finite number from 0")
    }
    controls.seek(to: time)
  }

  private static func valid(_ pace: Pace) throws(MotionError) -> Pace {
    if case .realTime(let factor) = pace, !(factor >= 0.001 && factor <= 1000) {
      throw .invalidParameter("invalid replay factor: \(factor); expected 0.001 to 1000")
    }
    return pace
  }
}

/// The settings of a replay that may change while its readers run.
final class ReplayControls: Sendable {
  private struct State {
    var pace: ReplaySource.Pace
    var isPaused = false
    var target: (time: Double, number: Int)?
    /// Incremented by each change.
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

  /// Moves all readers, including later ones, to a time in seconds since the first sample.
  func seek(to time: Double) {
    state.withLock {
      $0.target = (time, ($0.target?.number ?? 0) + 1)
      $0.revision += 1
    }
  }

  /// All settings, read together.
  var current: (pace: ReplaySource.Pace, isPaused: Bool, target: (time: Double, number: Int)?, revision: Int) {
    state.withLock { ($0.pace, $0.isPaused, $0.target, $0.revision) }
  }
}

/// The sensors of a log and their intervals, from its header and first rows.
struct RecordingSurvey {
  private var accelerometer = ReadingTimes()
  private var gyroscope = ReadingTimes()
  private var magnetometer = ReadingTimes()
  private let header: LogHeader

  /// The first and last reading of a sensor, and the number of readings.
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

    /// The mean time between two readings in seconds; nil if unknown.
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
      // Faulty rows are reported when a reader reaches them.
      do throws(LogError) { try reader.read(into: &rows, atMost: 256) } catch {}
      for row in rows {
        accelerometer.add(row.timestamp, row.specificForce)
        gyroscope.add(row.timestamp, row.angularRate)
        magnetometer.add(row.timestamp, row.magneticField)
      }
    } catch {
      throw .logFailed(error)
    }
  }

  func description(_ name: String, trueNorth: TrueNorthReference?) -> SourceDescription {
    func sensor(_ isPresent: Bool, _ times: ReadingTimes) -> SourceDescription.Sensor? {
      isPresent ? SourceDescription.Sensor(interval: times.interval) : nil
    }
    return SourceDescription(
      name: name, accelerometer: sensor(header.hasAccelerometer, accelerometer),
      gyroscope: sensor(header.hasGyroscope, gyroscope), magnetometer: sensor(header.hasMagnetometer, magnetometer),
      trueNorth: trueNorth, canWait: true)
  }
}
