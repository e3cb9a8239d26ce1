import AttitudeFilters
import MotionLogs
import MotionSamples
import Rotations

/// Statistics of a log from one pass, in constant memory.
public struct LogInspection: Sendable {
  /// The header of the log.
  public let header: LogHeader
  /// What the reader skipped.
  public private(set) var damage = LogDamage()
  /// The timestamps.
  public private(set) var intervals = IntervalStatistics()
  /// The gyroscope, in rad/s.
  public private(set) var gyroscope = SensorStatistics()
  /// The accelerometer, in m/s².
  public private(set) var accelerometer = SensorStatistics()
  /// The magnetometer, in µT.
  public private(set) var magnetometer = SensorStatistics()
  /// Rows with a true attitude.
  public private(set) var truthCount = 0
  /// The time at rest, in seconds.
  public private(set) var restTime = 0.0
  /// The mean rate at rest, in rad/s, which is the bias of the gyroscope; nil if the sensor never rests.
  public var restRate: Vector3<Double>? { restTime > 0 ? restRateIntegral / restTime : nil }
  /// The axes of the gyroscope relative to the accelerometer; nil if the motion does not determine them.
  public var gyroscopeInAccelerometer: AxisAssignment? { Self.assignment(accelerometerSearch) }
  /// The axes of the gyroscope relative to the magnetometer; nil if the motion does not determine them.
  public var gyroscopeInMagnetometer: AxisAssignment? { Self.assignment(magnetometerSearch) }

  private var accelerometerSearch = AxisConsistency()
  private var magnetometerSearch = AxisConsistency()
  private var restDetector = RestDetector<Double>()
  private var restRateIntegral = Vector3<Double>.zero
  private var lastTimestamp: Int64?

  /// Reads a log to its end. `progress` receives the number of rows read since its last call, and stops the reading by
  /// returning false.
  public init(
    reading reader: inout some MotionLogReader, progress: (_ rows: Int) -> Bool = { _ in true }
  ) throws(LogError) {
    header = reader.header
    var records: [LogRecord] = []
    repeat {
      try reader.read(into: &records, atMost: 1024)
      for record in records { add(record) }
    } while !records.isEmpty && progress(records.count)
    damage = reader.damage
  }

  private mutating func add(_ record: LogRecord) {
    intervals.add(record.timestamp)
    gyroscope.add(record.angularRate)
    accelerometer.add(record.specificForce)
    magnetometer.add(record.magneticField)
    if record.trueENUFromBody != nil { truthCount += 1 }
    let interval = lastTimestamp.map {
      Timestamp(nanoseconds: record.timestamp).seconds(since: Timestamp(nanoseconds: $0))
    }
    lastTimestamp = record.timestamp
    guard let interval, interval > 0, interval < 0.5 else { return }
    accelerometerSearch.add(angularRate: record.angularRate, reading: record.specificForce, interval: interval)
    magnetometerSearch.add(angularRate: record.angularRate, reading: record.magneticField, interval: interval)
    addRest(record, interval)
  }

  private mutating func addRest(_ record: LogRecord, _ interval: Double) {
    guard record.angularRate.isFiniteInLane else { return }
    let hasForce = record.specificForce.isFiniteInLane
    restDetector.update(
      angularRate: record.angularRate, specificForce: hasForce ? record.specificForce : .zero,
      hasSpecificForce: hasForce,
      interval: interval, parameters: RestDetectorParameters())
    guard restDetector.isAtRest else { return }
    restTime += interval
    restRateIntegral += record.angularRate * interval
  }

  private static func assignment(_ search: AxisConsistency) -> AxisAssignment? {
    search.sensorFromGyroscope.flatMap(AxisAssignment.init(nearestTo:))
  }
}
