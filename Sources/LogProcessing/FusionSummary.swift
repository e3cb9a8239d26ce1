import AttitudeEvaluation
import AttitudeFilters
import Geomagnetism
import MotionLogs
import MotionSamples
import OfflineEstimation
import Rotations

/// What a filter made of a whole log.
public struct FusionSummary: Sendable {
  /// Rows read; as many were written.
  public private(set) var rowCount = 0
  /// Seconds from the first stamp to the largest.
  public var duration: Double {
    first.map { Timestamp(nanoseconds: largest).seconds(since: Timestamp(nanoseconds: $0)) } ?? 0
  }
  /// Rows by flag.
  public private(set) var flags = FlagCounts()
  /// Readings of the gyroscope.
  public private(set) var gyroscope = ReadingCounts()
  /// Readings of the accelerometer.
  public private(set) var accelerometer = ReadingCounts()
  /// Readings of the magnetometer, where it is used.
  public private(set) var magnetometer = ReadingCounts()
  /// The gyroscope's bias as last estimated, in rad/s.
  public private(set) var gyroscopeBias = Vector3<Double>.zero
  /// The last standard deviation of the direction of up, in rad; not a number where the filter has none.
  public private(set) var tiltStandardDeviation = Double.nan
  /// The last standard deviation of the heading, in rad; not a number where the filter has none.
  public private(set) var headingStandardDeviation = Double.nan
  /// The errors against the truth of the log, over the rows that move; of no rows where the log has no truth.
  public private(set) var errors = AttitudeErrorAccumulator()
  /// What the smoother found out about the sensors; nil for a filter.
  public internal(set) var sensorErrors: SmoothedSensorErrors?
  /// The Earth's field by the model, where results were turned to true north with it.
  public private(set) var field: GeomagneticField?
  /// What the reader said of the log.
  public let header: LogHeader
  /// How long the work took, reading and writing included.
  public var elapsed = Duration.zero

  private var first: Int64?
  private var largest = Int64.min

  /// The summary of no rows.
  public init(header: LogHeader) { self.header = header }

  /// Takes a row and what the filter made of it.
  @inline(__always)
  mutating func add(_ row: borrowing LogRecord, _ motion: borrowing Motion<Double>, usesMagnetometer: Bool) {
    gyroscope.add(row.angularRate, isRejected: motion.flags.contains(.angularRateRejected))
    accelerometer.add(row.specificForce, isRejected: motion.flags.contains(.specificForceRejected))
    if usesMagnetometer {
      magnetometer.add(row.magneticField, isRejected: motion.flags.contains(.magneticFieldRejected))
    }
    rowCount += 1
    if first == nil { first = row.timestamp }
    largest = max(largest, row.timestamp)
    flags.add(motion.flags)
  }

  /// Finds the declination, before the first row.
  mutating func learnField(from trueNorth: TrueNorth?, atStart timestamp: Int64) throws(LogError) {
    field = try trueNorth?.field(atStart: timestamp)
  }

  /// The angle from true to magnetic north in rad; zero where results stay magnetic.
  var declination: Double { field?.declination ?? 0 }

  /// Takes the state after some rows: the gyroscope's bias in rad/s, and the standard deviations in rad.
  mutating func update(
    gyroscopeBias: Vector3<Double>, tiltStandardDeviation: Double, headingStandardDeviation: Double
  ) {
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
    self.headingStandardDeviation = headingStandardDeviation
  }

  /// Takes an estimate and the truth of its row, both in ENU.
  mutating func add(estimate: Rotation<Double>, truth: Rotation<Double>) {
    errors.add(estimate: estimate, truth: truth)
  }

  /// Rows per second of work.
  public var rowsPerSecond: Double {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return seconds > 0 ? Double(rowCount) / seconds : 0
  }

  /// Why the result deserves a second look; empty where nothing is odd.
  ///
  /// Reasons are: no rows; a sensor without one usable reading, though the log has columns for it; more than a hundredth
  /// of the readings or stamps unusable; gaps; a sensor saturated in more than a thousandth of the rows; a log too short for a first attitude;
  /// a declination that is doubtful.
  public var reasons: [String] {
    guard rowCount > 0 else { return ["no rows"] }
    return sensorReasons + flagReasons + (field?.doubts ?? [])
  }

  private var sensorReasons: [String] {
    var reasons: [String] = []
    if !gyroscope.isUsable { reasons.append("no usable reading of the gyroscope") }
    if !accelerometer.isUsable { reasons.append("no usable reading of the accelerometer: tilt drifts") }
    if magnetometer.given > 0 && !magnetometer.isUsable {
      reasons.append("no usable reading of the magnetometer: heading drifts")
    }
    let sensors = [("gyroscope", gyroscope), ("accelerometer", accelerometer), ("magnetometer", magnetometer)]
    for (name, counts) in sensors where counts.isUsable && counts.rejected * 100 > counts.given {
      reasons.append("\(counts.rejected) unusable readings of the \(name)")
    }
    return reasons
  }

  private var flagReasons: [String] {
    var reasons: [String] = []
    let rejected = flags[.intervalRejected]
    if rejected * 100 > rowCount { reasons.append("\(rejected) rows whose time stamps do not increase") }
    let gaps = flags[.afterGap]
    if gaps > 0 { reasons.append("\(gaps) gap\(gaps == 1 ? "" : "s") of more than half a second") }
    let saturated = flags[.saturated]
    if saturated * 1000 > rowCount { reasons.append("\(saturated) rows with a saturated sensor") }
    if flags[.initializing] == rowCount { reasons.append("too short for a first attitude") }
    return reasons
  }
}
