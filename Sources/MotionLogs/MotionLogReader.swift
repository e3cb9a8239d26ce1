import MotionSamples

/// A recording read row by row, forward, in bounded memory.
public protocol MotionLogReader {
  /// What is known of the recording before its first row is read.
  var header: LogHeader { get }
  /// The next row; nil at the end. After an error the reader is at its end.
  mutating func next() throws(LogError) -> LogRecord?
  /// Replaces `records` by the next rows, at most `limit`; none at the end. Where it throws, `records` holds the rows
  /// before the one at fault. Faster than `next` where the reader's type is not known.
  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError)
}

extension MotionLogReader {
  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, let record = try next() { records.append(record) }
  }
}

/// What a reader knows of a recording before its first row.
public struct LogHeader: Sendable {
  /// The name of the format, for people: "CSV with units in the header", "BROAD HDF5" ...
  public var formatName: String
  /// Whether rows can have an angular rate.
  public var hasGyroscope: Bool
  /// Whether rows can have a specific force.
  public var hasAccelerometer: Bool
  /// Whether rows can have a magnetic field.
  public var hasMagnetometer: Bool
  /// Whether rows can have a temperature.
  public var hasTemperature = false
  /// Whether rows can have a true attitude.
  public var hasGroundTruth: Bool
  /// The number of rows, where the format tells.
  public var rowCount: Int?
  /// The units as they stand in the file, by column, for `cardan info`.
  public var units: [(column: String, unit: String)]

  /// A header from its parts.
  public init(
    formatName: String, hasGyroscope: Bool, hasAccelerometer: Bool, hasMagnetometer: Bool,
    hasGroundTruth: Bool = false, rowCount: Int? = nil, units: [(column: String, unit: String)] = []
  ) {
    self.formatName = formatName
    self.hasGyroscope = hasGyroscope
    self.hasAccelerometer = hasAccelerometer
    self.hasMagnetometer = hasMagnetometer
    self.hasGroundTruth = hasGroundTruth
    self.rowCount = rowCount
    self.units = units
  }
}

/// What a recording does not say of itself. Units count only where the header has none: header first, then option, else
/// an error that names the column.
public struct LogOptions: Sendable {
  /// The unit of the stamps; the header's where nil.
  public var timeUnit: TimeUnit?
  /// The unit of the gyroscope; the header's where nil.
  public var angularRateUnit: AngularRateUnit?
  /// The unit of the accelerometer; the header's where nil.
  public var accelerationUnit: AccelerationUnit?
  /// The unit of the magnetometer; the header's where nil.
  public var magneticFieldUnit: MagneticFieldUnit?
  /// Rows in a second, for recordings without stamps; the first row is then at 0. Ignored where there are stamps.
  public var samplingRate: Double?
  /// Whether the magnetometer is read; without it its unit need not be known.
  public var usesMagnetometer: Bool

  /// Options from their parts; what is left out is up to the recording.
  public init(
    timeUnit: TimeUnit? = nil,
    angularRateUnit: AngularRateUnit? = nil,
    accelerationUnit: AccelerationUnit? = nil,
    magneticFieldUnit: MagneticFieldUnit? = nil,
    samplingRate: Double? = nil,
    usesMagnetometer: Bool = true
  ) {
    self.timeUnit = timeUnit
    self.angularRateUnit = angularRateUnit
    self.accelerationUnit = accelerationUnit
    self.magneticFieldUnit = magneticFieldUnit
    self.samplingRate = samplingRate
    self.usesMagnetometer = usesMagnetometer
  }
}
