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
  /// The files of the path that hold readings of sensors and are not read, by name.
  public var unusedFiles: [String] = []
  /// The columns or files with an acceleration from which gravity is removed, which is no specific force.
  public var gravityFree: [String] = []
  /// The options that mean nothing to this log, in words.
  public var unusedOptions: [String] = []
  /// The units that the values suggested, where nothing gave them.
  public var assumedUnits: [(reading: LogError.Reading, unit: String)] = []
  /// The name of the recording in a file or folder of several; nil for one.
  public var recordingName: String?
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
