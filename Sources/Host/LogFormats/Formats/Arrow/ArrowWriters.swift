import AttitudeFilters
import FileAccess
import LogTables
import Rotations

/// Writes attitudes as an Arrow table: the columns of the CSV result, with `t` in whole nanoseconds, the unit of each column in
/// its metadata, and the bits of `OutcomeFlags`.
///
/// Numbers are not rounded. Unknown values are null.
public struct ArrowAttitudeWriter: AttitudeWriter {
  private let file: ArrowFile
  private let groups: [AttitudeColumns]

  /// Opens a table; "-" is the standard output.
  ///
  /// - Parameters:
  ///   - path: the path of the file. One that ends in `.arrows`, and a pipe, gets the format of streams, others that of files.
  ///   - columns: the groups of columns to write.
  ///   - comments: lines for the metadata `cardan` of the table.
  public init(path: String, columns: AttitudeColumns = .all, comments: [String] = []) throws(LogError) {
    let fields = NumPyFile.attitudeFields.filter { columns.contains($0.group) }
    groups = fields.map(\.group)
    let parts = fields.map { (header: $0.group.header, field: $0.field) }
    file = try ArrowFile(path: path, parts, comments: comments)
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    let groups = groups
    try file.writeRow { row in
      for group in groups { row.put(group, of: record) }
    }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
}

/// Writes a log as an Arrow table that reads back bit by bit: the columns of ``CSVLogWriter``, with `t` in whole nanoseconds and
/// the unit of each column in its metadata. Absent values are null.
public struct ArrowLogWriter: LogWriter {
  private let file: ArrowFile
  private let columns: LogColumns

  /// Opens a table; "-" is the standard output.
  ///
  /// - Parameters:
  ///   - path: the path of the file. One that ends in `.arrows`, and a pipe, gets the format of streams, others that of files.
  ///   - hasMagnetometer: whether to write the magnetometer.
  ///   - hasTemperature: whether to write the temperature.
  ///   - hasVelocityOverGround: whether to write the velocity over ground.
  ///   - hasForwardSpeed: whether to write the forward speed.
  ///   - hasGroundTruth: whether to write the true attitude and the movement column.
  ///   - comments: lines for the metadata `cardan` of the table.
  public init(
    path: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false,
    hasVelocityOverGround: Bool = false, hasForwardSpeed: Bool = false, hasGroundTruth: Bool = false,
    comments: [String] = []
  ) throws(LogError) {
    columns = LogColumns(
      hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
      hasVelocityOverGround: hasVelocityOverGround, hasForwardSpeed: hasForwardSpeed, hasGroundTruth: hasGroundTruth)
    file = try ArrowFile(path: path, columns.parts, comments: comments)
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    let columns = columns
    try file.writeRow { row in row.put(record, columns) }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
}
