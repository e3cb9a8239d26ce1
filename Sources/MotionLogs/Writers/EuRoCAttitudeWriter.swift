import AttitudeFilters
import Rotations

/// Writes attitudes in the form of EuRoC and ASL: whole nanoseconds and the quaternion, scalar first.
///
/// Source: M. Burri et al., "The EuRoC micro aerial vehicle datasets", International Journal of Robotics Research 35(10),
/// 2016.
public struct EuRoCAttitudeWriter: AttitudeWriter {
  private let file: AtomicFile
  private let numbers = DecimalWriter()

  /// Opens a table; "-" is the standard output. `comments` become lines that begin with `# `.
  public init(path: String, comments: [String] = []) throws(LogError) {
    file = try AtomicFile(path: path)
    for comment in comments { try file.write("# \(comment)\n") }
    try file.write("#timestamp [ns],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n")
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    var row = RowWriter(at: try file.reserve(5 * (DecimalWriter.longest + 1)), numbers: numbers)
    let quaternion = record.outputFromBody.quaternion
    row.whole(record.timestamp.nanoseconds)
    row.fixed(quaternion.w, decimals: 9)
    row.fixed(quaternion.vector, decimals: 9)
    row.newline()
    file.commit(upTo: row.end)
  }

  public mutating func finish() throws(LogError) { try file.finish() }
  public mutating func abandon() { file.abandon() }
}
