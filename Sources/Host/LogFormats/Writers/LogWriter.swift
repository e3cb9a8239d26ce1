import FileAccess
import LogTables
import Rotations

/// Writes a log row by row.
///
/// The file appears under its name after `finish`; see `AtomicFile`.
public protocol LogWriter {
  /// Writes one row.
  mutating func write(_ record: LogRecord) throws(LogError)
  /// Writes the rest and gives the file its name; a writer that is released before leaves none.
  mutating func finish() throws(LogError)
}

/// Writes a log as CSV in SI units that reads back bit by bit: timestamps with nanoseconds, numbers in the shortest exact
/// form, absent values as empty fields.
public struct CSVLogWriter: LogWriter {
  private let file: AtomicFile
  private let columns: LogColumns
  private let numbers = DecimalWriter()

  /// Opens a table; "-" is the standard output.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - hasMagnetometer: whether to write the columns of the magnetometer.
  ///   - hasTemperature: whether to write the temperature.
  ///   - hasVelocityOverGround: whether to write the velocity over ground.
  ///   - hasForwardSpeed: whether to write the forward speed.
  ///   - hasGroundTruth: whether to write the true attitude and the movement column.
  ///   - comments: lines for the top of the file, without their `# `.
  public init(
    path: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false,
    hasVelocityOverGround: Bool = false, hasForwardSpeed: Bool = false, hasGroundTruth: Bool = false,
    comments: [String] = []
  ) throws(LogError) {
    file = try AtomicFile(path: path)
    columns = LogColumns(
      hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
      hasVelocityOverGround: hasVelocityOverGround, hasForwardSpeed: hasForwardSpeed, hasGroundTruth: hasGroundTruth)
    try file.write(comments: comments)
    try file.write("\(columns.header)\n")
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    var row = RowWriter(at: try file.reserve(21 * (DecimalWriter.longest + 1)), numbers: numbers)
    row.seconds(nanoseconds: record.timestamp)
    row.exact(record.angularRate)
    row.exact(record.specificForce)
    if columns.hasMagnetometer { row.exact(record.magneticField) }
    if columns.hasTemperature { row.exact(record.temperature) }
    if columns.hasVelocityOverGround { row.exact(record.velocityOverGround) }
    if columns.hasForwardSpeed { row.exact(record.forwardSpeed) }
    if columns.hasGroundTruth {
      let absent = Quaternion(w: Double.nan, x: .nan, y: .nan, z: .nan)
      let truth = record.trueENUFromBody?.quaternion ?? absent
      row.exact(truth.w)
      row.exact(truth.vector)
      row.whole(record.isMoving ? 1 : 0)
    }
    row.newline()
    file.commit(upTo: row.end)
  }

  /// Writes the rows so far, for a reader that follows the file.
  public mutating func flush() throws(LogError) { try file.flush() }
  public mutating func finish() throws(LogError) { try file.finish() }
}

/// Writes `imu0/data.csv` of EuRoC and ASL: whole nanoseconds, angular rate and specific force, without magnetometer and true
/// attitude. Numbers are exact, absent values are empty fields.
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
}
