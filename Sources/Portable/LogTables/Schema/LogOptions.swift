import MotionSamples

/// What a log does not say of itself, or says wrongly. An option takes precedence over the log; if a unit is in neither, opening
/// the log throws `LogError.Fact.unitsMissing`.
public struct LogOptions: Sendable {
  /// The unit of the timestamps.
  public var timeUnit: ScaledUnit<TimeUnit>?
  /// The unit of the gyroscope.
  public var angularRateUnit: ScaledUnit<AngularRateUnit>?
  /// The unit of the accelerometer.
  public var accelerationUnit: ScaledUnit<AccelerationUnit>?
  /// The unit of the magnetometer.
  public var magneticFieldUnit: ScaledUnit<MagneticFieldUnit>?
  /// Whether units that neither the log nor these options give are those that the values suggest. Default: false.
  public var assumesUnits = false
  /// Rows per second, 0.001 to 1e7, in place of the timestamps of a table; the first row is then at 0. Default: nil, the
  /// timestamps.
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
    self.timeUnit = timeUnit.map { ScaledUnit($0) }
    self.angularRateUnit = angularRateUnit.map { ScaledUnit($0) }
    self.accelerationUnit = accelerationUnit.map { ScaledUnit($0) }
    self.magneticFieldUnit = magneticFieldUnit.map { ScaledUnit($0) }
    self.samplingRate = samplingRate
    self.usesMagnetometer = usesMagnetometer
    self.topic = topic
    self.truthTopic = truthTopic
  }
}

/// A unit divided by a number, such as `g/4096` for the counts of a sensor.
public struct ScaledUnit<Unit: MeasurementUnit>: Hashable, Sendable {
  /// The unit.
  public var unit: Unit
  /// The number; 1 for the unit itself.
  public var divisor: Double

  /// A unit divided by a number above zero.
  public init(_ unit: Unit, dividedBy divisor: Double = 1) { (self.unit, self.divisor) = (unit, divisor) }

  /// A unit by its spelling, `g` or `g/4096`; nil for another text, and for milligauss as thousandths of g.
  public init?(spelling: String) {
    let slash = spelling.lastIndex(of: "/")
    let number = slash.flatMap { NumberParser.number(in: spelling[spelling.index(after: $0)...]) }
    let name = number == nil ? spelling : String(spelling[..<(slash ?? spelling.endIndex)])
    guard let unit = Unit(spelling: name), unit.spellings.contains("mg") ? name != "mG" : true,
      number.map({ $0 > 0 && $0.isFinite }) ?? true
    else { return nil }
    self.init(unit, dividedBy: number ?? 1)
  }

  /// The spelling to write.
  public var symbol: String {
    divisor == 1
      ? unit.symbol
      : "\(unit.symbol)/\(divisor == divisor.rounded() && divisor < 1e9 ? "\(Int(saturating: divisor))" : "\(divisor)")"
  }
}

extension LogOptions {
  /// The readings whose unit is given.
  package var readingsWithUnit: [LogError.Reading] {
    var readings: [LogError.Reading] = timeUnit == nil ? [] : [.timestamps]
    if angularRateUnit != nil { readings.append(.gyroscope) }
    if accelerationUnit != nil { readings.append(.accelerometer) }
    if magneticFieldUnit != nil { readings.append(.magnetometer) }
    return readings
  }

  /// The units of readings that a table lacks, in words.
  package func unusedUnits(in header: LogHeader, hasTimestamps: Bool) -> [String] {
    let present: [LogError.Reading: Bool] = [
      .timestamps: hasTimestamps, .gyroscope: header.hasGyroscope, .accelerometer: header.hasAccelerometer,
      .magnetometer: header.hasMagnetometer || !usesMagnetometer,
    ]
    return readingsWithUnit.filter { present[$0] == false }.map { "unit of the \($0.rawValue)" }
  }

  /// The names of what is given for tables of text or columns, and means nothing to other logs.
  package var tableOptions: [String] {
    readingsWithUnit.map { "unit of the \($0.rawValue)" } + (samplingRate == nil ? [] : ["rate"])
      + (header == nil ? [] : ["header"]) + (columnNames.isEmpty ? [] : ["names of columns"])
  }

  /// Gives the unit of readings by its spelling.
  package mutating func setUnit(_ spelling: String, of reading: LogError.Reading) {
    switch reading {
    case .timestamps: timeUnit = ScaledUnit(spelling: spelling)
    case .gyroscope: angularRateUnit = ScaledUnit(spelling: spelling)
    case .accelerometer: accelerationUnit = ScaledUnit(spelling: spelling)
    case .magnetometer: magneticFieldUnit = ScaledUnit(spelling: spelling)
    }
  }

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

  /// A renaming as `NAME=COLUMN`, split at the last sign; nil for another text.
  public init?(spelling: String) {
    guard let sign = spelling.lastIndex(of: "=") else { return nil }
    self.init(name: String(spelling[..<sign]), replacement: String(spelling[spelling.index(after: sign)...]))
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

  /// `all`, or two to four numbers such as `0,2`; nil for another text.
  public init?(spelling: String) {
    if spelling.lowercased() == "all" {
      self = .all
      return
    }
    let numbers = spelling.split(separator: ",", omittingEmptySubsequences: false).map { UInt8($0).map(Int.init) }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count, (2...4).contains(known.count), Set(known).count == known.count else {
      return nil
    }
    self = .numbers(known)
  }
}
