import Rotations

/// A recording being written, row by row.
///
/// The file appears under its name when it is finished; see ``AtomicFile``.
public protocol LogWriter {
  /// Writes one row.
  mutating func write(_ record: LogRecord) throws(LogError)
  /// Writes what is still to be written and gives the file its name.
  mutating func finish() throws(LogError)
  /// Removes what has been written.
  mutating func abandon()
}

/// A recording as a table of text in SI units, which reads back bit by bit: stamps to the nanosecond, numbers in the
/// shortest form that is exact, absent values as empty fields.
public struct CSVLogWriter: LogWriter {
  private let file: AtomicFile
  private let hasMagnetometer: Bool
  private let hasTemperature: Bool
  private let hasGroundTruth: Bool
  private let numbers = DecimalWriter()

  /// Opens a table; "-" is the standard output.
  ///
  /// - Parameters:
  ///   - path: the name that the file will have.
  ///   - hasMagnetometer: whether to write the columns of the magnetometer.
  ///   - hasTemperature: whether to write the temperature.
  ///   - hasGroundTruth: whether to write the true attitude and the mark of movement.
  ///   - comments: lines for the top of the file, without the `# ` that is put before each.
  public init(
    path: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false, hasGroundTruth: Bool = false,
    comments: [String] = []
  ) throws(LogError) {
    file = try AtomicFile(path: path)
    self.hasMagnetometer = hasMagnetometer
    self.hasTemperature = hasTemperature
    self.hasGroundTruth = hasGroundTruth
    var header = "t [s],gyro_x [rad/s],gyro_y,gyro_z,accel_x [m/s^2],accel_y,accel_z"
    if hasMagnetometer { header += ",mag_x [uT],mag_y,mag_z" }
    if hasTemperature { header += ",temperature [degC]" }
    if hasGroundTruth { header += ",q_w,q_x,q_y,q_z,movement" }
    for comment in comments { try file.write("# \(comment)\n") }
    try file.write("\(header)\n")
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    var row = RowWriter(at: try file.reserve(17 * (DecimalWriter.longest + 1)), numbers: numbers)
    row.seconds(nanoseconds: record.timestamp)
    row.exact(record.angularRate)
    row.exact(record.specificForce)
    if hasMagnetometer { row.exact(record.magneticField) }
    if hasTemperature { row.exact(record.temperature) }
    if hasGroundTruth {
      let absent = Quaternion(w: Double.nan, x: .nan, y: .nan, z: .nan)
      let truth = record.trueENUFromBody?.quaternion ?? absent
      row.exact(truth.w)
      row.exact(truth.vector)
      row.whole(record.isMoving ? 1 : 0)
    }
    row.newline()
    file.commit(upTo: row.end)
  }

  /// Passes the rows so far on, for somebody who reads along.
  public mutating func flush() throws(LogError) { try file.flush() }
  public mutating func finish() throws(LogError) { try file.finish() }
  public mutating func abandon() { file.abandon() }
}

/// A recording as EuRoC and ASL write `imu0/data.csv`: whole nanoseconds, angular rate and specific force, no
/// magnetometer and no truth. Numbers are exact, and absent values are empty fields.
public struct EuRoCLogWriter: LogWriter {
  private let file: AtomicFile
  private let numbers = DecimalWriter()

  /// Opens a table; "-" is the standard output.
  public init(path: String) throws(LogError) {
    file = try AtomicFile(path: path)
    let rate = ["x", "y", "z"].map { "w_RS_S_\($0) [rad s^-1]" }.joined(separator: ",")
    let force = ["x", "y", "z"].map { "a_RS_S_\($0) [m s^-2]" }.joined(separator: ",")
    try file.write("#timestamp [ns],\(rate),\(force)\n")
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    var row = RowWriter(at: try file.reserve(7 * (DecimalWriter.longest + 1)), numbers: numbers)
    row.whole(record.timestamp)
    row.exact(record.angularRate)
    row.exact(record.specificForce)
    row.newline()
    file.commit(upTo: row.end)
  }

  public mutating func finish() throws(LogError) { try file.finish() }
  public mutating func abandon() { file.abandon() }
}
