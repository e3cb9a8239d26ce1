import CCardanOffline
import Glibc
import MotionLogs
import Rotations

/// A log that is being read, and the rows that were read last.
final class OpenLog {
  /// The name of the format.
  let formatName: Document
  /// CARDAN_LOG_HAS_GYROSCOPE and the like.
  let contents: UInt32
  /// How many rows, negative where that is not known.
  let rowCount: Int64
  private var reader: any MotionLogReader
  private var block: [LogRecord] = []

  private static let blockSize = 1024

  init(_ reader: any MotionLogReader) {
    let header = reader.header
    self.reader = reader
    formatName = Document(header.formatName)
    rowCount = Int64(header.rowCount ?? -1)
    let bits = [
      (CARDAN_LOG_HAS_GYROSCOPE, header.hasGyroscope), (CARDAN_LOG_HAS_ACCELEROMETER, header.hasAccelerometer),
      (CARDAN_LOG_HAS_MAGNETOMETER, header.hasMagnetometer), (CARDAN_LOG_HAS_TRUTH, header.hasGroundTruth),
    ]
    contents = bits.reduce(0) { $0 | ($1.1 ? UInt32($1.0) : 0) }
  }

  /// Whether there is something to read at a path.
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// Reads the next rows, and says how many there were: 0 at the end.
  func read(atMost limit: Int) throws(LogError) -> Int {
    block.removeAll(keepingCapacity: true)
    try reader.read(into: &block, atMost: min(limit, Self.blockSize))
    return block.count
  }

  /// How many rows were read last: with an error, those before the row at fault.
  var blockCount: Int { block.count }

  /// Writes the rows that were read last.
  func store(_ rows: cardan_log_rows, from first: Int) {
    for (row, record) in zip(first..., block) {
      rows.time?[row] = record.timestamp
      Self.store(record.angularRate, in: rows.angular_rate, row)
      Self.store(record.specificForce, in: rows.specific_force, row)
      Self.store(record.magneticField, in: rows.magnetic_field, row)
      rows.is_moving?[row] = record.isMoving ? 1 : 0
      if let place = rows.true_quaternion {
        let truth = record.trueENUFromBody?.quaternion ?? Quaternion(w: .nan, x: .nan, y: .nan, z: .nan)
        (place[4 * row], place[4 * row + 1]) = (truth.w, truth.x)
        (place[4 * row + 2], place[4 * row + 3]) = (truth.y, truth.z)
      }
    }
  }

  private static func store(_ vector: Vector3<Double>, in place: UnsafeMutablePointer<Double>?, _ row: Int) {
    guard let place else { return }
    (place[3 * row], place[3 * row + 1], place[3 * row + 2]) = (vector.x, vector.y, vector.z)
  }
}
