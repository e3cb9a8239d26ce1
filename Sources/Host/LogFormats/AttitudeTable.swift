import FileAccess
import LogTables
import Rotations

/// The attitudes of a text table: columns of a quaternion in any order, as in results of `cardan`, EuRoC and TUM files.
public struct AttitudeTable {
  private var reader: CSVLogReader

  /// Opens a table; "-" is standard input. Throws if it has no column of timestamps or of an attitude.
  public init(path: String, options: LogOptions = LogOptions()) throws(LogError) {
    let bytes = try ByteReader(path: path)
    reader = try CSVLogReader(
      reader: bytes, table: TableHeader(from: bytes, options: options), options: options, purpose: .truth)
  }

  /// The next timestamp in ns and its attitude, nil where it is missing; nil at the end.
  public mutating func next() throws(LogError) -> (timestamp: Int64, attitude: Rotation<Double>?)? {
    try reader.next().map { ($0.timestamp, $0.trueENUFromBody) }
  }
}

/// Writes attitudes as CSV, with the components in the order of a convention.
public struct AttitudeTableWriter {
  private let file: AtomicFile
  private let convention: AttitudeConvention
  private let numbers = DecimalWriter()

  /// Opens a table; "-" is the standard output.
  public init(path: String, convention: AttitudeConvention) throws(LogError) {
    self.convention = convention
    file = try AtomicFile(path: path)
    let names = convention.order.description.map { "q_\($0)" }
    try file.write("t [s],\(names.joined(separator: ","))\n")
  }

  /// Writes one row; a missing attitude is `nan`.
  public mutating func write(_ attitude: Rotation<Double>?, at timestamp: Int64) throws(LogError) {
    var row = RowWriter(at: try file.reserve(5 * (DecimalWriter.longest + 1)), numbers: numbers)
    row.seconds(nanoseconds: timestamp)
    let quaternion = attitude?.quaternion ?? Quaternion(w: .nan, x: .nan, y: .nan, z: .nan)
    if convention.isScalarFirst { row.fixed(quaternion.w, decimals: 9) }
    row.fixed(quaternion.vector, decimals: 9)
    if !convention.isScalarFirst { row.fixed(quaternion.w, decimals: 9) }
    row.newline()
    file.commit(upTo: row.end)
  }

  /// Completes the table and renames it to its path.
  public mutating func finish() throws(LogError) { try file.finish() }
}
