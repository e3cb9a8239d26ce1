/// Writes a log as a structured NumPy array, a `.npy` file that reads back bit by bit and without parsing.
///
/// The fields are `t_ns` (whole nanoseconds), `gyro_rad_s`, `accel_m_s2`, `mag_uT` (x, y, z each), `temperature_degC`, `vel_m_s`
/// (east, north, up), `speed_m_s`, `q` (the true attitude, w, x, y, z) and `movement` (0 or 1). Absent values are NaN.
public struct NumPyLogWriter: LogWriter {
  private var file: NumPyFile
  private let columns: LogColumns

  /// Opens an array. Throws if the path is a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - hasMagnetometer: whether to write the magnetometer.
  ///   - hasTemperature: whether to write the temperature.
  ///   - hasVelocityOverGround: whether to write the velocity over ground.
  ///   - hasForwardSpeed: whether to write the forward speed.
  ///   - hasGroundTruth: whether to write the true attitude and the movement column.
  public init(
    path: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false,
    hasVelocityOverGround: Bool = false, hasForwardSpeed: Bool = false, hasGroundTruth: Bool = false
  ) throws(LogError) {
    columns = LogColumns(
      hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
      hasVelocityOverGround: hasVelocityOverGround, hasForwardSpeed: hasForwardSpeed, hasGroundTruth: hasGroundTruth)
    file = try NumPyFile(path: path, fields: columns.parts.map(\.field))
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    let columns = columns
    try file.writeRow { row in row.put(record, columns) }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
  public mutating func abandon() { file.abandon() }
}
