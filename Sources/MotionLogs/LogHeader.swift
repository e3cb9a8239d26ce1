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
