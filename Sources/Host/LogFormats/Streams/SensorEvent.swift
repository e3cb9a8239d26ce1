import FileAccess
import Geomagnetism
import LogTables
import MotionSamples
import Rotations

/// A reading of one stream of a recording, in SI units and the axes of the body (x forward, y left, z up).
struct SensorEvent {
  /// The content of an event.
  enum Content {
    /// A reading of the gyroscope (rad/s), the accelerometer (m/s²) or the magnetometer (µT).
    case reading(SensorReading<Double>.Sensor, Vector3<Double>)
    /// The temperature of the gyroscope, in degrees Celsius.
    case temperature(Double)
    /// The load of the motors, as in `LogRecord`.
    case motorLoad(Double)
    /// An attitude to compare with, ENU from body.
    case attitude(Rotation<Double>)
    /// A fix of a satellite receiver.
    case fix(NavigationFix)
  }

  /// The time in nanoseconds since an epoch of the log's own.
  var timestamp: Int64
  /// The content.
  var content: Content
}

/// Place, velocity and time by a satellite receiver. NaN stands for a number that the receiver does not give.
struct NavigationFix {
  /// The place.
  var position: GeodeticPosition
  /// The standard deviation of the horizontal position, in m.
  var horizontalSigma = Double.nan
  /// The standard deviation of the vertical position, in m.
  var verticalSigma = Double.nan
  /// The velocity to east, north and up, in m/s.
  var velocityENU = Vector3<Double>.absent
  /// The standard deviation of the velocity, in m/s.
  var velocitySigma = Double.nan
  /// The time in seconds since 1970; NaN before the receiver knows it.
  var unixTime = Double.nan

  /// The day; nil if the time is unknown or before the year 2000.
  var date: CalendarDate? {
    CalendarDate(secondsSince1970: unixTime).flatMap { (2000..<2100).contains($0.year) ? $0 : nil }
  }
}

/// The streams of a recording that a reader takes from a message.
struct StreamKinds: OptionSet, Hashable, Sendable {
  var rawValue: UInt8

  static let gyroscope = StreamKinds(rawValue: 1)
  static let accelerometer = StreamKinds(rawValue: 2)
  static let magnetometer = StreamKinds(rawValue: 4)
  static let temperature = StreamKinds(rawValue: 8)
  static let attitude = StreamKinds(rawValue: 16)
  static let fix = StreamKinds(rawValue: 32)
  static let motorLoad = StreamKinds(rawValue: 64)
}

/// A file as a sequence of events, in bounded memory. Events of one stream are nearly in order of time; those of different
/// streams may be out of order by up to the window of `StreamedLogReader`.
protocol EventSource {
  /// Appends the events of the next messages; false at the end of the file.
  mutating func read(into events: inout [SensorEvent]) throws(LogError) -> Bool
  /// What was skipped so far; nil if a survey of the file has found it before.
  var damage: LogDamage? { get }
}

extension EventSource {
  var damage: LogDamage? { nil }
}
