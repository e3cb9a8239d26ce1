import Rotations

/// Writes a log as a structured NumPy array, a `.npy` file that reads back bit by bit and without parsing.
///
/// The fields are `t_ns` (whole nanoseconds), `gyro_rad_s`, `accel_m_s2`, `mag_uT` (x, y, z each), `temperature_degC`, `q` (the
/// true attitude, w, x, y, z) and `movement` (0 or 1). Absent values are NaN.
public struct NumPyLogWriter: LogWriter {
  private var file: NumPyFile
  private let hasMagnetometer: Bool
  private let hasTemperature: Bool
  private let hasGroundTruth: Bool

  /// Opens an array. Throws if the path is a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - hasMagnetometer: whether to write the magnetometer.
  ///   - hasTemperature: whether to write the temperature.
  ///   - hasGroundTruth: whether to write the true attitude and the movement column.
  public init(
    path: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false, hasGroundTruth: Bool = false
  ) throws(LogError) {
    self.hasMagnetometer = hasMagnetometer
    self.hasTemperature = hasTemperature
    self.hasGroundTruth = hasGroundTruth
    var fields: [NumPyFile.Field] = [("t_ns", "<i8", 1), ("gyro_rad_s", "<f8", 3), ("accel_m_s2", "<f8", 3)]
    if hasMagnetometer { fields.append(("mag_uT", "<f8", 3)) }
    if hasTemperature { fields.append(("temperature_degC", "<f8", 1)) }
    if hasGroundTruth { fields += [("q", "<f8", 4), ("movement", "|u1", 1)] }
    file = try NumPyFile(path: path, fields: fields)
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    let (hasMagnetometer, hasTemperature, hasGroundTruth) = (hasMagnetometer, hasTemperature, hasGroundTruth)
    try file.writeRow { row in
      row.put(record.timestamp)
      row.put(record.angularRate)
      row.put(record.specificForce)
      if hasMagnetometer { row.put(record.magneticField) }
      if hasTemperature { row.put(record.temperature) }
      guard hasGroundTruth else { return }
      row.put(record.trueENUFromBody?.quaternion ?? Quaternion(w: .nan, x: .nan, y: .nan, z: .nan))
      row.put(UInt8(record.isMoving ? 1 : 0))
    }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
  public mutating func abandon() { file.abandon() }
}
