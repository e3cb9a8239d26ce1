import Rotations

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
