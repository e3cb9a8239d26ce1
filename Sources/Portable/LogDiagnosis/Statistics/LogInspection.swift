import AttitudeFilters
import LogTables
import MotionSamples
import Rotations

/// Statistics of a log from one pass, in constant memory.
public struct LogInspection: Sendable {
  /// The header of the log.
  public let header: LogHeader
  /// What the reader skipped.
  public private(set) var damage = LogDamage()
  /// The timestamps.
  package private(set) var intervals = IntervalStatistics()
  /// The gyroscope, in rad/s.
  package private(set) var gyroscope = SensorStatistics()
  /// The accelerometer, in m/s².
  package private(set) var accelerometer = SensorStatistics()
  /// The magnetometer, in µT.
  package private(set) var magnetometer = SensorStatistics()
  /// Rows with a true attitude.
  public private(set) var truthCount = 0
  /// The rests.
  package private(set) var rests = RestStatistics()
  /// The axes of the gyroscope in those of the accelerometer.
  package private(set) var gyroscopeInAccelerometer = AxisConsistency()
  /// The axes of the gyroscope in those of the magnetometer.
  package private(set) var gyroscopeInMagnetometer = AxisConsistency()
  /// The axes of the gyroscope in those of the true attitude.
  package private(set) var gyroscopeInTruth = AxisConsistency()
  /// The axes and the unit of the gyroscope by which gravity is constant.
  package private(set) var gravityConstancy = GravityConstancy()
  /// The rotation of the gyroscope over that of gravity.
  package private(set) var rotationRatio = RotationRatio()
  /// The time by which the accelerometer reads after the gyroscope.
  package private(set) var accelerometerDelay = SensorDelay()
  /// The time by which the magnetometer reads after the gyroscope.
  package private(set) var magnetometerDelay = SensorDelay()
  /// Rotation and delay between gyroscope and accelerometer, and the drift of the bias, by gravity.
  package private(set) var forceAgreement = ForceAgreement()
  /// Rotation and delay between gyroscope and magnetometer, and the iron, by the field.
  package private(set) var fieldAgreement = FieldAgreement()
  /// The axes of the sensors over the log, by gravity and the field.
  private(set) var mounting = MountingChange()
  /// The time by which the true attitude follows the gyroscope.
  package private(set) var truthDelay = SensorDelay()
  /// The specific force against gravity.
  package private(set) var force = ForceStatistics()
  /// The magnetic field over the directions.
  package private(set) var field = FieldStatistics()
  /// The magnetic field against the specific force.
  package private(set) var dip = DipStatistics()
  /// The magnetic field against the load of the motors.
  package private(set) var motorField = MotorField()
  /// The fast noise of the gyroscope, in rad/s.
  package private(set) var gyroscopeNoise = NoiseStatistics()
  /// The fast noise of the accelerometer, in m/s².
  package private(set) var accelerometerNoise = NoiseStatistics()
  /// The noise of the gyroscope and of the accelerometer by octaves.
  private(set) var noiseColors = (gyroscope: NoiseColor(), accelerometer: NoiseColor())
  /// The same at 50 to 120 Hz, where fast rows hide the vibration of motors and engines.
  package private(set) var vibration = NoiseStatistics(spacing: 0.0079)
  /// Axes of the gyroscope, the accelerometer and the magnetometer that keep one value.
  package private(set) var stuckAxes = (
    gyroscope: StuckAxes(leastMotion: 0.2), accelerometer: StuckAxes(leastMotion: 1),
    magnetometer: StuckAxes(leastMotion: 5)
  )
  /// Times at which the gyroscope, the accelerometer and the magnetometer repeat one reading in motion: the first and the others
  /// while gravity turns by 0.3 rad.
  package private(set) var frozen = (
    gyroscope: FrozenSensor(shortest: 1, leastMotion: 0.3), accelerometer: FrozenSensor(shortest: 1, leastMotion: 0.3),
    magnetometer: FrozenSensor(shortest: 3, leastMotion: 0.3)
  )

  /// Rest in which a bias can be measured: steadier than a vehicle that drives, with a bias that may be large.
  private static let restParameters: RestDetectorParameters<Double> = {
    var parameters = RestDetectorParameters<Double>(biasLimit: 0.2)
    parameters.rateThreshold = 1 * .pi / 180
    parameters.specificForceThreshold = 0.4
    return parameters
  }()

  private var restDetector = RestDetector<Double>()
  private var lastTimestamp: Int64?
  private var lastForceDirection: Vector3<Double>?

  /// An inspection before the first row.
  public init(header: LogHeader) { self.header = header }

  /// Takes what the reader skipped, at the end of the log.
  public mutating func finish(_ damage: LogDamage) { self.damage = damage }

  /// Adds the next row.
  public mutating func add(_ record: LogRecord) {
    intervals.add(record.timestamp)
    // Twice the largest bias of a consumer's gyroscope.
    let isMoving = !(record.angularRate.largestMagnitude < 0.1)
    gyroscope.add(record.angularRate, isMoving: isMoving)
    accelerometer.add(record.specificForce, isMoving: isMoving)
    magnetometer.add(record.magneticField, isMoving: isMoving)
    field.add(record.magneticField)
    motorField.add(record)
    if record.trueENUFromBody != nil { truthCount += 1 }
    let interval = lastTimestamp.map {
      Timestamp(nanoseconds: record.timestamp).seconds(since: Timestamp(nanoseconds: $0))
    }
    lastTimestamp = record.timestamp
    guard let interval, interval > 0, interval < 0.5 else {
      gravityConstancy.restart()
      mounting.restart()
      forceAgreement.restart()
      return fieldAgreement.restart()
    }
    forceAgreement.add(
      angularRate: record.angularRate, specificForce: record.specificForce, interval: interval)
    fieldAgreement.add(angularRate: record.angularRate, magneticField: record.magneticField, interval: interval)
    mounting.add(
      angularRate: record.angularRate, specificForce: record.specificForce, magneticField: record.magneticField,
      interval: interval, at: record.timestamp)
    gravityConstancy.add(
      angularRate: record.angularRate, specificForce: record.specificForce, interval: interval)
    gyroscopeInAccelerometer.add(
      angularRate: record.angularRate, reading: record.specificForce, interval: interval)
    gyroscopeInMagnetometer.add(angularRate: record.angularRate, reading: record.magneticField, interval: interval)
    if let truth = record.trueENUFromBody {
      let up = truth.inverse.rotate(.unitZ)
      gyroscopeInTruth.add(angularRate: record.angularRate, reading: up, interval: interval)
      truthDelay.add(angularRate: record.angularRate, reading: up, interval: interval)
    } else if truthCount > 0 {
      truthDelay.add(angularRate: record.angularRate, reading: .absent, interval: interval)
    }
    accelerometerDelay.add(angularRate: record.angularRate, reading: record.specificForce, interval: interval)
    magnetometerDelay.add(angularRate: record.angularRate, reading: record.magneticField, interval: interval)
    rotationRatio.add(angularRate: record.angularRate, specificForce: record.specificForce, interval: interval)
    force.add(record.specificForce, interval: interval)
    dip.add(specificForce: record.specificForce, magneticField: record.magneticField, interval: interval)
    gyroscopeNoise.add(record.angularRate, interval: interval)
    accelerometerNoise.add(record.specificForce, interval: interval)
    noiseColors.gyroscope.add(record.angularRate, interval: interval)
    noiseColors.accelerometer.add(record.specificForce, interval: interval)
    vibration.add(record.specificForce, interval: interval)
    addStuckAxes(record, interval)
    addRest(record, interval)
  }

  private mutating func addStuckAxes(_ record: LogRecord, _ interval: Double) {
    let timestamp = record.timestamp
    stuckAxes.gyroscope.add(record.angularRate, interval: interval, at: timestamp)
    stuckAxes.accelerometer.add(record.specificForce, interval: interval, at: timestamp)
    stuckAxes.magnetometer.add(record.magneticField, interval: interval, at: timestamp)
    var turn = 0.0
    if let direction = record.specificForce.normalized {
      turn = lastForceDirection.map { (direction - $0).length } ?? 0
      lastForceDirection = direction
    }
    // The noise of the direction is no turn.
    frozen.gyroscope.add(
      record.angularRate, interval: interval, witness: turn > 0.005 ? turn : 0, at: timestamp)
    let angle = record.angularRate.length * interval
    frozen.accelerometer.add(record.specificForce, interval: interval, witness: angle, at: timestamp)
    frozen.magnetometer.add(record.magneticField, interval: interval, witness: angle, at: timestamp)
  }

  private mutating func addRest(_ record: LogRecord, _ interval: Double) {
    guard record.angularRate.isFiniteInLane else { return }
    let hasForce = record.specificForce.isFiniteInLane
    restDetector.update(
      angularRate: record.angularRate, specificForce: hasForce ? record.specificForce : .zero,
      hasSpecificForce: hasForce,
      interval: interval, parameters: Self.restParameters)
    rests.add(
      isAtRest: restDetector.isAtRest, rate: record.angularRate,
      force: hasForce ? record.specificForce : .zero, temperature: record.temperature, interval: interval,
      at: record.timestamp)
  }
}

extension LogInspection {
  /// Reads a log to its end. `progress` receives the number of rows read since its last call, and stops the reading by
  /// returning false.
  package init(
    reading reader: inout some MotionLogReader, progress: (_ rows: Int) -> Bool = { _ in true }
  ) throws(LogError) {
    self.init(header: reader.header)
    var records: [LogRecord] = []
    repeat {
      try reader.read(into: &records, atMost: 1024)
      for record in records { add(record) }
    } while !records.isEmpty && progress(records.count)
    finish(reader.damage)
  }
}
