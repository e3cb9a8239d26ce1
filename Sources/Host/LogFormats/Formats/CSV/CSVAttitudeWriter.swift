import AttitudeFilters
import FileAccess
import LogTables
import Rotations

/// Writes attitudes as CSV: comment lines, a header with units, one row per sample.
///
/// Angles are in degrees, everything else in SI units. Quaternions and rates have nine decimals, angles and accelerations
/// six, correctly rounded. Unknown values are `nan`.
public struct CSVAttitudeWriter: FollowedAttitudeWriter {
  private let file: AtomicFile
  private let columns: AttitudeColumns
  private let hasOtherColumns: Bool
  private let numbers = DecimalWriter()

  /// The largest size of a row in bytes: 25 numbers and all flags.
  private static let longestRow = 25 * (DecimalWriter.longest + 1) + 300

  /// Opens a table; "-" is the standard output.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - columns: the groups of columns to write.
  ///   - comments: lines for the top of the file, without their `# `: tool, filter, frame, units.
  public init(path: String, columns: AttitudeColumns = .all, comments: [String] = []) throws(LogError) {
    file = try AtomicFile(path: path)
    self.columns = columns
    hasOtherColumns = !columns.isSubset(of: [.time, .quaternion])
    try file.write(comments: comments)
    try file.write("\(columns.header)\n")
  }

  // Inlined into the loop over rows.
  @inline(__always)
  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    var row = RowWriter(at: try file.reserve(Self.longestRow), numbers: numbers)
    if columns.contains(.time) { row.seconds(nanoseconds: record.timestamp.nanoseconds) }
    if columns.contains(.quaternion) { writeQuaternion(of: record, to: &row) }
    if hasOtherColumns { writeOthers(of: record, to: &row) }
    row.newline()
    file.commit(upTo: row.end)
  }

  public mutating func flush() throws(LogError) { try file.flush() }
  public mutating func finish() throws(LogError) { try file.finish() }
  public var unfinishedPath: String? { file.unfinishedPath }
  public mutating func keep() -> String? { file.keep() }

  @inline(__always)
  private func writeQuaternion(of record: Motion<Double>, to row: inout RowWriter) {
    let quaternion = record.outputFromBody.quaternion
    row.fixed(quaternion.w, decimals: 9)
    row.fixed(quaternion.vector, decimals: 9)
  }

  private func writeOthers(of record: Motion<Double>, to row: inout RowWriter) {
    if columns.contains(.euler) {
      let angles = EulerAngles(record.outputFromBody)
      row.fixed(Vector3(x: angles.roll, y: angles.pitch, z: angles.yaw) * Self.degreesPerRadian, decimals: 6)
    }
    if columns.contains(.gravity) { row.fixed(record.gravity, decimals: 6) }
    if columns.contains(.userAcceleration) { row.fixed(record.userAcceleration, decimals: 6) }
    if columns.contains(.worldAcceleration) { row.fixed(record.userAccelerationInOutput, decimals: 6) }
    if columns.contains(.rate) { row.fixed(record.angularRate, decimals: 9) }
    if columns.contains(.gyroscopeBias) { row.fixed(record.gyroscopeBias, decimals: 9) }
    if columns.contains(.sigma) {
      row.fixed(record.tiltStandardDeviation * Self.degreesPerRadian, decimals: 6)
      row.fixed(record.headingStandardDeviation * Self.degreesPerRadian, decimals: 6)
    }
    guard columns.contains(.flags) else { return }
    if record.flags.isEmpty {
      row.nothing()
    } else {
      row.words(OutcomeFlags.allNames.lazy.filter { record.flags.intersects($0.flag) }.map(\.name))
    }
  }

  private static let degreesPerRadian = 180 / Double.pi
}
