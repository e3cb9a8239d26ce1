import MotionLogs
import MotionSamples
import Rotations

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
      throw .logFailed(error)
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
