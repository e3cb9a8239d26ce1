import AttitudeEvaluation
import AttitudeFilters
import AttitudeSmoothing
import Geomagnetism
import LogDiagnosis
import LogTables
import MotionSamples
import Rotations

/// The result of running a filter on a whole log.
public struct FusionSummary: Sendable {
  /// The number of rows read; the same number was written.
  public private(set) var rowCount = 0
  /// The time from the first to the last timestamp without the steps where the clock was set, in seconds.
  public var duration: Double { Timestamp.seconds(ofNanoseconds: recorded) }
  /// The number of places where the clock was set: steps back of more than a second, and forward of more than a day.
  public private(set) var clockStepCount = 0
  /// The number of rows with each flag.
  public private(set) var flags = FlagCounts()
  /// The gyroscope's readings.
  public private(set) var gyroscope = ReadingCounts(shortestSilence: SampleGuard<Double>.longestInterval)
  /// The accelerometer's readings.
  public private(set) var accelerometer = ReadingCounts(shortestSilence: SampleGuard<Double>.longestInterval)
  /// The magnetometer's readings, if it is used. Slow ones read every second or so.
  public private(set) var magnetometer = ReadingCounts(shortestSilence: 5)
  /// The last estimate of the gyroscope bias, in rad/s.
  public private(set) var gyroscopeBias = Vector3<Double>.zero
  /// The last standard deviation of the tilt, in rad; NaN if the filter has none.
  public private(set) var tiltStandardDeviation = Double.nan
  /// The last standard deviation of the heading, in rad; NaN if the filter has none.
  public private(set) var headingStandardDeviation = Double.nan
  /// The errors against the reference attitude of the log, over the rows that move, in 12 bytes a row; empty for logs without a
  /// reference.
  public private(set) var errors = AttitudeErrorHistory()
  /// Whether a magnetometer set the heading; if not, it is relative to the start.
  public var hasNorth: Bool { magnetometer.isUsable }
  /// The root mean square errors, in rad; without the best constant heading offset where the heading is relative.
  public var comparableErrors: AttitudeError {
    hasNorth ? errors.rootMeanSquare : errors.rootMeanSquareWithoutHeadingOffset
  }
  /// The sensor errors estimated by the smoother; nil for a filter.
  public internal(set) var sensorErrors: SmoothedSensorErrors?
  /// Whether the run uses the magnetometer of a log.
  public internal(set) var usesMagnetometer = true
  /// The limit of the estimated gyroscope bias per axis, in rad/s; nil if the filter has none.
  public internal(set) var biasLimit: Double?
  /// The estimated gyroscope bias over time.
  package private(set) var biasTrend = BiasTrend()
  /// The rotation of the gyroscope over that of gravity, over some rows.
  package private(set) var rotationRatio = RotationRatio()
  /// The sum of the magnitudes of the specific force at rest, in m/s², and the number of rows.
  private var restForce = (sum: 0.0, count: 0)
  /// The mean magnitude of the specific force at rest, in m/s²; nil without a second of it at 100 Hz.
  package var restForceMagnitude: Double? { restForce.count >= 100 ? restForce.sum / Double(restForce.count) : nil }
  /// The specific force against gravity, of every eighth row.
  package private(set) var force = ForceStatistics()
  private var forceTimestamp: Int64?
  /// The field's side of the horizon, over some rows.
  package private(set) var dip = DipStatistics()
  /// The sums of the specific force along z and of its magnitude, in m/s², over some rows.
  private var sampledForce = (z: 0.0, magnitude: 0.0)
  /// The mean of the accelerometer along z, relative to its magnitude, over some rows: 1 for a device that lies face up.
  package var meanUp: Double { sampledForce.z / max(sampledForce.magnitude, 1e-9) }
  /// Timestamps more than a second below the one before: the beginnings of other recordings.
  public private(set) var resetCount = 0
  /// The squared inclination errors over the variances that came with the estimates.
  package private(set) var normalizedInclination = NormalizedErrorSquared(degreesOfFreedom: 1)
  /// The standard deviation of tilt after the row added last, rad; NaN if it is not known.
  private var tiltDeviation = Double.nan
  /// The directions that the reference attitude gives, over some rows.
  package private(set) var truthFrame = TruthFrame()
  /// The sum of the squared angles from the estimate to the reference attitude and to its inverse, in rad², over some rows.
  private var inverseErrors = (given: 0.0, inverse: 0.0, count: 0)
  /// The root mean square angle from the estimate to the reference attitude as given, and to its inverse, in rad; nil without a
  /// reference.
  package var inverseError: (given: Double, inverse: Double)? {
    let count = Double(inverseErrors.count)
    guard count >= 10 else { return nil }
    return ((inverseErrors.given / count).squareRoot(), (inverseErrors.inverse / count).squareRoot())
  }
  /// The number of places where the smoother bridged a rotation that the gyroscope missed; zero for a filter.
  public internal(set) var missedRotationCount = 0
  /// The share of the smoother's windows whose motion does not fit its model, so that they have the attitudes of the default
  /// filter; zero for a filter.
  public internal(set) var causalShare = 0.0
  /// The mean squared difference of the smoother's tilt from the default filter's, in variances of the filter; zero for a filter.
  public internal(set) var squaredDifference = 0.0
  /// What the filter found of the velocities over ground and their antenna at the end; nil without velocities.
  public private(set) var velocitySetup: VelocitySetup?
  /// The share of the observed velocities that the smoother's estimate contradicts, 1 if it used none; zero for a filter.
  public internal(set) var refusedVelocityShare = 0.0
  /// The health of the IMUs, if several vote: offsets in body axes, and biases with that of the filter.
  public private(set) var voting: VotingSummary?
  /// The Earth's field from the model, if it was used to turn results to true north.
  public private(set) var field: GeomagneticField?
  /// The header of the log.
  public let header: LogHeader
  /// What the reader skipped.
  public internal(set) var damage = LogDamage()
  /// The processing time, including reading and writing.
  public var elapsed = Duration.zero

  /// The sum of the steps between timestamps, in ns, but for those where the clock was set.
  private var recorded: Int64 = 0
  private var largest = Int64.min
  private var last = Int64.min

  /// A summary without rows.
  ///
  /// - Parameters:
  ///   - usesMagnetometer: Whether the run uses the magnetometer of the log.
  ///   - biasLimit: The limit of the estimated gyroscope bias per axis, in rad/s; nil if the method has none.
  public init(header: LogHeader, usesMagnetometer: Bool = true, biasLimit: Double? = nil) {
    self.header = header
    self.usesMagnetometer = usesMagnetometer
    self.biasLimit = biasLimit
  }

  /// Adds a row, its motion, and the attitude of that in ENU.
  @inline(__always)
  mutating func add(
    _ row: borrowing LogRecord, _ motion: borrowing Motion<Double>, _ enuFromBody: Rotation<Double>,
    usesMagnetometer: Bool
  ) {
    add(
      row.angularRate, row.specificForce, usesMagnetometer ? row.magneticField : .absent, motion.flags,
      at: row.timestamp, usesMagnetometer: usesMagnetometer)
    tiltDeviation = motion.tiltStandardDeviation
    guard row.isMoving, let truth = row.trueENUFromBody else { return }
    add(
      estimate: enuFromBody, truth: truth, specificForce: row.specificForce, magneticField: row.magneticField)
  }

  /// Adds the readings of a row that was fused elsewhere, its timestamp in ns, and the flags after it.
  public mutating func add(
    angularRate: Vector3<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double>, flags: OutcomeFlags,
    at timestamp: Int64
  ) {
    add(angularRate, specificForce, magneticField, flags, at: timestamp, usesMagnetometer: usesMagnetometer)
  }

  @inline(__always)
  private mutating func add(
    _ angularRate: Vector3<Double>, _ specificForce: Vector3<Double>, _ magneticField: Vector3<Double>,
    _ flags: OutcomeFlags, at timestamp: Int64, usesMagnetometer: Bool
  ) {
    gyroscope.add(
      angularRate, isRejected: flags.contains(.angularRateRejected), isAbsent: flags.contains(.angularRateAbsent),
      at: timestamp)
    accelerometer.add(
      specificForce, isRejected: flags.contains(.specificForceRejected), isAbsent: flags.contains(.specificForceAbsent),
      at: timestamp)
    if usesMagnetometer {
      magnetometer.add(
        magneticField, isRejected: flags.contains(.magneticFieldRejected),
        isAbsent: flags.contains(.magneticFieldAbsent), at: timestamp)
    }
    // A part of the rows: it shows a unit or a sign, not an error.
    if rowCount & 7 == 0 {
      force.add(specificForce, interval: Double(timestamp &- (forceTimestamp ?? timestamp)) * 1e-9)
      forceTimestamp = timestamp
    }
    if rowCount & 2047 < 256 { sample(angularRate, specificForce, magneticField, at: timestamp) }
    if rowCount > 0 { addStep(to: timestamp) }
    rowCount += 1
    last = timestamp
    largest = max(largest, timestamp)
    self.flags.add(flags)
    if flags.contains(.atRest), specificForce.isFiniteInLane {
      restForce.sum += specificForce.length
      restForce.count += 1
    }
  }

  @inline(__always)
  private mutating func addStep(to timestamp: Int64) {
    let (step, isTooLong) = timestamp.subtractingReportingOverflow(last)
    if IntervalStatistics.isReset(from: last, to: timestamp) {
      resetCount += 1
      clockStepCount += 1
    } else if isTooLong || step > Self.longestGap {
      clockStepCount += 1
    } else {
      recorded &+= step
    }
  }

  /// The step forward in ns above which the clock was set, as for `SampleClock`.
  private static let longestGap = Int64(saturating: SampleClock.Parameters().longestGap * 1e9)

  @inline(never)
  private mutating func sample(
    _ angularRate: Vector3<Double>, _ specificForce: Vector3<Double>, _ magneticField: Vector3<Double>,
    at timestamp: Int64
  ) {
    if rowCount & 2047 == 0 { rotationRatio.restart() }
    let interval = Double(timestamp &- largest) * 1e-9
    rotationRatio.add(angularRate: angularRate, specificForce: specificForce, interval: interval)
    guard rowCount & 7 == 0, specificForce.isFiniteInLane else { return }
    sampledForce.z += specificForce.z
    sampledForce.magnitude += specificForce.length
    dip.add(specificForce: specificForce, magneticField: magneticField, interval: max(0, 8 * interval))
  }

  /// Determines the declination, before the first row.
  mutating func learnField(from trueNorth: TrueNorth?, atStart timestamp: Int64) throws(LogError) {
    field = try trueNorth?.field(of: header, atStart: timestamp)
  }

  /// The angle from true to magnetic north in rad; zero if results stay magnetic.
  var declination: Double { field?.declination ?? 0 }

  /// Updates the state after some rows, in a run each `LogFusion.blockSize`: the gyroscope bias in rad/s, the standard
  /// deviations in rad/s and rad, and what is known of the velocities.
  public mutating func update(
    gyroscopeBias: Vector3<Double>, gyroscopeBiasStandardDeviation: Vector3<Double>? = nil,
    tiltStandardDeviation: Double = .nan, headingStandardDeviation: Double = .nan, velocitySetup: VelocitySetup? = nil
  ) {
    self.velocitySetup = velocitySetup
    self.gyroscopeBias = gyroscopeBias
    biasTrend.add(gyroscopeBias, deviation: gyroscopeBiasStandardDeviation, at: duration)
    self.tiltStandardDeviation = tiltStandardDeviation
    self.headingStandardDeviation = headingStandardDeviation
  }

  /// Leaves the tilt unknown, of a log without an accelerometer.
  mutating func forgetTilt() { tiltStandardDeviation = .nan }

  /// Adds the health of the IMUs after the last row, in sensor axes.
  mutating func add(_ voting: VotingSummary?, axes: AxisMapping) {
    self.voting = voting
    for index in voting?.imus.indices ?? 0..<0 {
      self.voting?.imus[index].health.turn(by: axes, biasOfConsensus: gyroscopeBias)
    }
  }

  /// Adds an estimate and the reference attitude of its row, both in ENU, with the readings of the row where they are at hand.
  public mutating func add(
    estimate: Rotation<Double>, truth: Rotation<Double>, specificForce: Vector3<Double> = .absent,
    magneticField: Vector3<Double> = .absent
  ) {
    errors.add(estimate: estimate, truth: truth)
    let inclination = AttitudeError(estimate: estimate, truth: truth).inclination
    let normalized = inclination * inclination / (2 * tiltDeviation * tiltDeviation)
    if normalized.isFinite { normalizedInclination.add(normalized) }
    // Every 64th row: it shows a convention, not an error.
    guard errors.count % 64 == 0 else { return }
    let (given, inverse) = (estimate.angle(to: truth), estimate.angle(to: truth.inverse))
    inverseErrors.given += given * given
    inverseErrors.inverse += inverse * inverse
    inverseErrors.count += 1
    truthFrame.add(truth: truth, specificForce: specificForce, magneticField: magneticField)
  }

  /// The number of rows processed per second.
  public var rowsPerSecond: Double {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return seconds > 0 ? Double(rowCount) / seconds : 0
  }
}

extension SensorHealth<Double> {
  /// Turns offsets from sensor to body axes, and adds the bias of the consensus to that of the gyroscope.
  fileprivate mutating func turn(by axes: AxisMapping, biasOfConsensus bias: Vector3<Double>) {
    gyroscope.offset = axes.apply(to: gyroscope.offset)
    accelerometer.offset = axes.apply(to: accelerometer.offset)
    gyroscopeBias = bias + gyroscope.offset
  }
}
