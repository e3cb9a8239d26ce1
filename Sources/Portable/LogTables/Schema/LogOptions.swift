import MotionSamples

/// What a log does not say of itself. A unit in the log takes precedence over the option; if both are missing, opening the
/// log throws `LogError.Fact.unitMissing`.
public struct LogOptions: Sendable {
  /// The unit of the timestamps.
  public var timeUnit: TimeUnit?
  /// The unit of the gyroscope.
  public var angularRateUnit: AngularRateUnit?
  /// The unit of the accelerometer.
  public var accelerationUnit: AccelerationUnit?
  /// The unit of the magnetometer.
  public var magneticFieldUnit: MagneticFieldUnit?
  /// Rows per second, 0.001 to 1e7, for logs without timestamps; the first row is then at 0. Ignored in logs with timestamps.
  public var samplingRate: Double?
  /// Whether to read the magnetometer; if not, its unit may be missing. Default: true.
  public var usesMagnetometer: Bool
  /// The topic of the gyroscope in a file of several; `NAME#1` is its second instance. Default: the best that the file has.
  public var topic: String?
  /// The IMUs of a file of several that vote on one recording. Default: nil, read one IMU.
  public var imus: IMUSelection?
  /// The topic whose attitudes are the true ones, in a log that holds estimates of its own. Default: none of them.
  public var truthTopic: String?
  /// The names of the columns of a text table, separated by commas, in place of a line that names them. A first line
  /// without a number is replaced. Default: nil, read them from the table.
  public var header: String?
  /// Columns of a table with other names, in place of those in the log. Default: none.
  public var columnNames: [ColumnRenaming] = []
  /// Other tables of the same recording, to be merged with the log by time. Default: none.
  public var companions: [String] = []
  /// The axes of the gyroscope to read as x, y and z. Default: nil, as in the log.
  public var gyroscopeAxes: SensorAxes?
  /// The axes of the accelerometer to read as x, y and z. Default: nil, as in the log.
  public var accelerometerAxes: SensorAxes?
  /// The axes of the magnetometer to read as x, y and z. Default: nil, as in the log.
  public var magnetometerAxes: SensorAxes?
  /// The longest time from opening a log to its last row, s. Default: nil, unlimited.
  public var timeLimit: Double?
  /// Whether to skip and count rows of a text table that are invalid, instead of throwing. Default: false.
  public var skipsBadRows = false

  /// Options from their parts.
  public init(
    timeUnit: TimeUnit? = nil,
    angularRateUnit: AngularRateUnit? = nil,
    accelerationUnit: AccelerationUnit? = nil,
    magneticFieldUnit: MagneticFieldUnit? = nil,
    samplingRate: Double? = nil,
    usesMagnetometer: Bool = true,
    topic: String? = nil,
    truthTopic: String? = nil
  ) {
    self.timeUnit = timeUnit
    self.angularRateUnit = angularRateUnit
    self.accelerationUnit = accelerationUnit
    self.magneticFieldUnit = magneticFieldUnit
    self.samplingRate = samplingRate
    self.usesMagnetometer = usesMagnetometer
    self.topic = topic
    self.truthTopic = truthTopic
  }
}

extension LogOptions {
  /// Whether a sensor is read in other axes.
  package var reassignsAxes: Bool { gyroscopeAxes != nil || accelerometerAxes != nil || magnetometerAxes != nil }
}

/// Another name for a column of a table: `rot_x` is to be read as `gyro_x [deg/s]`.
public struct ColumnRenaming: Hashable, Sendable {
  /// The name in the log, with or without its unit, in upper or lower case.
  public var name: String
  /// A known name. Its unit, if it has one, replaces that of the log.
  public var replacement: String

  /// A renaming from its parts; nil if the replacement is not the name of a known column.
  public init?(name: String, replacement: String) {
    guard !name.isEmpty, ColumnName(replacement).quantity != nil else { return nil }
    self.name = name
    self.replacement = replacement
  }

  /// Whether a column of a log has this name.
  package func matches(_ column: ColumnName) -> Bool {
    let name = name.lowercased()
    return column.text.lowercased() == name || column.nameWithoutUnit.lowercased() == name
  }
}

/// The IMUs of a file of several that vote.
public enum IMUSelection: Hashable, Sendable {
  /// All of one topic: of the chosen one or, if that has one IMU, of the best with several.
  case all
  /// Those with these numbers, from 0; the clock of the first leads.
  case numbers([Int])
}
