import AttitudeFilters
import FileAccess
import JSONCoding
import LogTables
import Rotations

/// Writes attitudes as lines of JSON, an object for each row, whose keys are the names of the groups of columns: `t` in s, `q` as w,
/// x, y, z, `euler` as roll, pitch, yaw in degrees, vectors as in a CSV result, `sigma` of tilt and heading in degrees, `flags` as
/// names. A number that is missing is null.
public struct JSONLinesAttitudeWriter: FollowedAttitudeWriter {
  private let file: AtomicFile
  private let columns: AttitudeColumns

  /// Opens a file; "-" is the standard output.
  public init(path: String, columns: AttitudeColumns = .all) throws(LogError) {
    file = try AtomicFile(path: path)
    self.columns = columns
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    let line: String
    do { line = try JSON.text(of: Row(record, columns)) } catch { throw LogError(path: file.path, message: "\(error)") }
    try file.write(line + "\n")
  }

  public mutating func flush() throws(LogError) { try file.flush() }
  public mutating func finish() throws(LogError) { try file.finish() }
  public var unfinishedPath: String? { file.unfinishedPath }
  public mutating func keep() -> String? { file.keep() }

  private struct Row: Encodable {
    var t: Double?
    var q, euler, gravity, userAcceleration, worldAcceleration, rate, gyroscopeBias, sigma: [Double?]?
    var flags: [String]?

    init(_ record: Motion<Double>, _ columns: AttitudeColumns) {
      func numbers(_ group: AttitudeColumns, _ values: @autoclosure () -> [Double]) -> [Double?]? {
        columns.contains(group) ? values().map { $0.isFinite ? $0 : nil } : nil
      }
      func list(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
      let (degrees, quaternion) = (180 / Double.pi, record.outputFromBody.quaternion)
      if columns.contains(.time) { t = Double(record.timestamp.nanoseconds) / 1e9 }
      q = numbers(.quaternion, [quaternion.w] + list(quaternion.vector))
      if columns.contains(.euler) {
        let angles = EulerAngles(record.outputFromBody)
        euler = numbers(.euler, [angles.roll, angles.pitch, angles.yaw].map { $0 * degrees })
      }
      gravity = numbers(.gravity, list(record.gravity))
      userAcceleration = numbers(.userAcceleration, list(record.userAcceleration))
      worldAcceleration = numbers(.worldAcceleration, list(record.userAccelerationInOutput))
      rate = numbers(.rate, list(record.angularRate))
      gyroscopeBias = numbers(.gyroscopeBias, list(record.gyroscopeBias))
      sigma = numbers(
        .sigma, [record.tiltStandardDeviation, record.headingStandardDeviation].map { $0 * degrees })
      if columns.contains(.flags) { flags = record.flags.names }
    }

    private enum CodingKeys: String, CodingKey {
      case t, q, euler, gravity, rate, sigma, flags
      case userAcceleration = "user_accel"
      case worldAcceleration = "world_accel"
      case gyroscopeBias = "gyro_bias"
    }
  }
}
