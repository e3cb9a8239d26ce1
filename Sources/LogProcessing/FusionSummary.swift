import AttitudeEvaluation
import AttitudeFilters
import Geomagnetism
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// The result of running a filter on a whole log.
public struct FusionSummary: Sendable {
  /// The number of rows read; the same number was written.
  public private(set) var rowCount = 0
  /// The time from the first to the largest timestamp, in seconds.
  public var duration: Double {
    first.map { Timestamp(nanoseconds: largest).seconds(since: Timestamp(nanoseconds: $0)) } ?? 0
  }
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
  /// The errors against the reference attitude of the log, over the rows that move; empty for logs without a reference.
  public private(set) var errors = AttitudeErrorAccumulator()
  /// The sensor errors estimated by the smoother; nil for a filter.
  public internal(set) var sensorErrors: SmoothedSensorErrors?
  /// The number of places where the smoother bridged a rotation that the gyroscope missed; zero for a filter.
  public internal(set) var missedRotationCount = 0
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

  private var first: Int64?
  private var largest = Int64.min

  /// A summary without rows.
  public init(header: LogHeader) { self.header = header }

  /// Adds a row and its motion.
  @inline(__always)
  mutating func add(_ row: borrowing LogRecord, _ motion: borrowing Motion<Double>, usesMagnetometer: Bool) {
    let flags = motion.flags
    gyroscope.add(
      row.angularRate, isRejected: flags.contains(.angularRateRejected), isAbsent: flags.contains(.angularRateAbsent),
      at: row.timestamp)
    accelerometer.add(
      row.specificForce, isRejected: flags.contains(.specificForceRejected),
      isAbsent: flags.contains(.specificForceAbsent), at: row.timestamp)
    if usesMagnetometer {
      magnetometer.add(
        row.magneticField, isRejected: flags.contains(.magneticFieldRejected),
        isAbsent: flags.contains(.magneticFieldAbsent), at: row.timestamp)
    }
    rowCount += 1
    if first == nil { first = row.timestamp }
    largest = max(largest, row.timestamp)
    self.flags.add(flags)
  }

  /// Determines the declination, before the first row.
  mutating func learnField(from trueNorth: TrueNorth?, atStart timestamp: Int64) throws(LogError) {
    field = try trueNorth?.field(of: header, atStart: timestamp)
  }

  /// The angle from true to magnetic north in rad; zero if results stay magnetic.
  var declination: Double { field?.declination ?? 0 }

  /// Updates the state after some rows: the gyroscope bias in rad/s, and the standard deviations in rad.
  mutating func update(
    gyroscopeBias: Vector3<Double>, tiltStandardDeviation: Double, headingStandardDeviation: Double
  ) {
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
    self.headingStandardDeviation = headingStandardDeviation
  }

  /// Adds the health of the IMUs after the last row, in sensor axes.
  mutating func add(_ voting: VotingSummary?, axes: AxisMapping) {
    self.voting = voting
    for index in voting?.imus.indices ?? 0..<0 {
      self.voting?.imus[index].health.turn(by: axes, biasOfConsensus: gyroscopeBias)
    }
  }

  /// Adds an estimate and the reference attitude of its row, both in ENU.
  mutating func add(estimate: Rotation<Double>, truth: Rotation<Double>) {
    errors.add(estimate: estimate, truth: truth)
  }

  /// The number of rows processed per second.
  public var rowsPerSecond: Double {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return seconds > 0 ? Double(rowCount) / seconds : 0
  }

  /// Warnings about the result; empty if nothing is unusual.
  ///
  /// Reasons are: no rows; an IMU of a vote that is not healthy; damage of the file, or rows skipped; a sensor without a usable reading, although the log has columns for it; more than 1 % of the
  /// readings or timestamps unusable; gaps; missed rotations; a sensor saturated in more than 0.1 % of the rows; a log too
  /// short for a first attitude; a doubtful declination.
  public var reasons: [String] {
    let damage = [damage.summary].compactMap { $0 }
    guard rowCount > 0 else { return ["no rows"] + damage }
    return damage + (voting?.reasons ?? []) + sensorReasons + flagReasons + (field?.doubts ?? [])
  }

  private var sensors: [(name: String, counts: ReadingCounts)] {
    [("gyroscope", gyroscope), ("accelerometer", accelerometer), ("magnetometer", magnetometer)]
  }

  private var sensorReasons: [String] {
    var reasons: [String] = []
    if !gyroscope.isUsable { reasons.append("no usable reading of the gyroscope") }
    if !accelerometer.isUsable { reasons.append("no usable reading of the accelerometer: tilt drifts") }
    if magnetometer.given > 0 && !magnetometer.isUsable {
      reasons.append("no usable reading of the magnetometer: heading drifts")
    }
    for (name, counts) in sensors where counts.isUsable && counts.rejected * 100 > counts.given {
      reasons.append("\(counts.rejected) unusable readings of the \(name)")
    }
    return reasons
  }

  private var flagReasons: [String] {
    var reasons: [String] = []
    let rejected = flags[.intervalRejected]
    if rejected * 100 > rowCount { reasons.append("\(rejected) rows whose timestamps do not increase") }
    let gaps = flags[.afterGap]
    if gaps > 0 { reasons.append("\(gaps) gap\(gaps == 1 ? "" : "s") of more than half a second") }
    for (name, counts) in sensors where counts.given > 0 && counts.silence.count > 0 {
      let silence = counts.silence
      let seconds = String(describing: Int(silence.longest.rounded()))
      reasons.append(
        "the \(name) is silent \(silence.count == 1 ? "once" : "\(silence.count) times"), up to \(seconds) s")
    }
    if missedRotationCount > 0 {
      let places = missedRotationCount == 1 ? "one place" : "\(missedRotationCount) places"
      reasons.append("a rotation that the gyroscope missed in \(places): rows may be missing")
    }
    let saturated = flags[.saturated]
    if saturated * 1000 > rowCount { reasons.append("\(saturated) rows with a saturated sensor") }
    if flags[.initializing] == rowCount { reasons.append("too short for a first attitude") }
    return reasons
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
