import AttitudeFilters
import Rotations

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
    for comment in comments { try file.write("# \(comment)\n") }
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
  public mutating func abandon() { file.abandon() }
}
