import AttitudeFilters
import FileAccess
import LogTables
import Rotations

/// Writes attitudes row by row.
///
/// The file appears under its name after `finish`; see `AtomicFile`.
public protocol AttitudeWriter {
  /// Writes one row.
  mutating func write(_ record: Motion<Double>) throws(LogError)
  /// Writes rows in order. Faster than one at a time on an existential.
  mutating func write(_ records: [Motion<Double>]) throws(LogError)
  /// Writes the rest and gives the file its name; a writer that is released before leaves none.
  mutating func finish() throws(LogError)
}

/// A writer whose rows others read while they come.
public protocol FollowedAttitudeWriter: AttitudeWriter {
  /// Writes the rows so far, for a reader that follows the file.
  mutating func flush() throws(LogError)
  /// The hidden file with the rows so far; nil after `finish` and for a file that is written directly.
  var unfinishedPath: String? { get }
  /// Closes the unfinished file without removing it; see `AtomicFile.keep()`.
  mutating func keep() -> String?
}

extension AttitudeWriter {
  public mutating func write(_ records: [Motion<Double>]) throws(LogError) {
    // Without copies: a row has more than a hundred bytes.
    let rows = records.span
    for index in rows.indices { try write(rows[index]) }
  }
}

/// Writes attitudes as the ground truth of EuRoC and ASL, which `evo` reads: whole nanoseconds, a position of zero, and the
/// quaternion, scalar first.
///
/// Source: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics Research 35(10),
/// 2016.
public struct EuRoCAttitudeWriter: AttitudeWriter {
  private let file: AtomicFile
  private let numbers = DecimalWriter()

  /// Opens a table; "-" is the standard output. `comments` become lines that begin with `# `.
  public init(path: String, comments: [String] = []) throws(LogError) {
    file = try AtomicFile(path: path)
    try file.write(comments: comments)
    try file.write("#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n")
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    var row = RowWriter(at: try file.reserve(8 * (DecimalWriter.longest + 1)), numbers: numbers)
    let quaternion = record.outputFromBody.quaternion
    row.whole(record.timestamp.nanoseconds)
    for _ in 0..<3 { row.whole(0) }
    row.fixed(quaternion.w, decimals: 9)
    row.fixed(quaternion.vector, decimals: 9)
    row.newline()
    file.commit(upTo: row.end)
  }

  public mutating func finish() throws(LogError) { try file.finish() }
}

/// Writes attitudes as a TUM trajectory for `evo`: `timestamp tx ty tz qx qy qz qw`, separated by spaces. The translation is
/// zero.
///
/// Source: J. Sturm et al., "A benchmark for the evaluation of RGB-D SLAM systems", IROS 2012, and its file format page.
public struct TUMTrajectoryWriter: AttitudeWriter {
  private let file: AtomicFile
  private let numbers = DecimalWriter()

  /// Opens a trajectory; "-" is the standard output. `comments` become lines that begin with `# `.
  public init(path: String, comments: [String] = []) throws(LogError) {
    file = try AtomicFile(path: path)
    try file.write(comments: comments)
    try file.write("# timestamp tx ty tz qx qy qz qw\n")
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    let room = try file.reserve(8 * (DecimalWriter.longest + 1))
    var row = RowWriter(at: room, numbers: numbers, separator: UInt8(ascii: " "))
    let quaternion = record.outputFromBody.quaternion
    row.seconds(nanoseconds: record.timestamp.nanoseconds)
    for _ in 0..<3 { row.whole(0) }
    row.fixed(quaternion.vector, decimals: 9)
    row.fixed(quaternion.w, decimals: 9)
    row.newline()
    file.commit(upTo: row.end)
  }

  public mutating func finish() throws(LogError) { try file.finish() }
}
