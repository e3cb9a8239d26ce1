import MotionSamples

/// A log read row by row, forward, in bounded memory.
public protocol MotionLogReader {
  /// What is known of the log before its first row.
  var header: LogHeader { get }
  /// What was skipped so far, or is skipped in the whole log if that is known before its first row.
  var damage: LogDamage { get }
  /// The health of the IMUs so far, if several vote.
  var voting: VotingSummary? { get }
  /// The next row; nil at the end. After an error the reader is at its end.
  mutating func next() throws(LogError) -> LogRecord?
  /// Replaces `records` by the next rows, up to `limit`; empty at the end. When it throws, `records` holds the rows before
  /// the invalid one. Faster than `next` on an existential.
  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError)
}

extension MotionLogReader {
  public var damage: LogDamage { header.contents?.damage ?? LogDamage() }
  public var voting: VotingSummary? { nil }

  public mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit, let record = try next() { records.append(record) }
  }
}

/// What a reader knows of a log before its first row.
public struct LogHeader: Sendable {
  /// The name of the format: "CSV with units in the header", "BROAD HDF5" ...
  public var formatName: String
  /// Whether rows can have an angular rate.
  public var hasGyroscope: Bool
  /// Whether rows can have a specific force.
  public var hasAccelerometer: Bool
  /// Whether rows can have a magnetic field.
  public var hasMagnetometer: Bool
  /// Whether rows can have a temperature.
  public var hasTemperature = false
  /// Whether rows can have a velocity over ground.
  public var hasVelocityOverGround = false
  /// Whether rows can have a forward speed.
  public var hasForwardSpeed = false
  /// Whether rows can have a true attitude.
  public var hasGroundTruth: Bool
  /// The number of rows; nil if the format does not store it.
  public var rowCount: Int?
  /// The units in use, by column.
  public var units: [(column: String, unit: String)]
  /// The columns of a table that are not read, by name.
  public var unusedColumns: [String] = []
  /// What the file holds besides this recording; nil for formats of one recording.
  public var contents: RecordingContents?

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
