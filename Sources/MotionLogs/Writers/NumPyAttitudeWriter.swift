import Rotations

/// Attitudes as a structured array of NumPy, a `.npy` file: 8 bytes a number and nothing lost to rounding.
///
/// The fields are those of the groups of columns asked for: `t_ns` (whole nanoseconds), `q` (w, x, y, z), `euler_deg` (roll,
/// pitch, yaw), `gravity_m_s2`, `user_accel_m_s2`, `rate_rad_s`, `gyro_bias_rad_s` (x, y, z each), `sigma_deg` (tilt,
/// heading) and `flags` (the bits of `OutcomeFlags`). What is not known is not-a-number.
public struct NumPyAttitudeWriter: AttitudeWriter {
  private var file: NumPyFile
  private let columns: AttitudeColumns

  /// Opens an array, which must be a file and not a pipe.
  ///
  /// - Parameters:
  ///   - path: the name that the file will have.
  ///   - columns: which groups of columns to write.
  public init(path: String, columns: AttitudeColumns = .all) throws(LogError) {
    let fields: [(group: AttitudeColumns, field: NumPyFile.Field)] = [
      (.time, ("t_ns", "<i8", 1)), (.quaternion, ("q", "<f8", 4)), (.euler, ("euler_deg", "<f8", 3)),
      (.gravity, ("gravity_m_s2", "<f8", 3)), (.userAcceleration, ("user_accel_m_s2", "<f8", 3)),
      (.rate, ("rate_rad_s", "<f8", 3)), (.gyroscopeBias, ("gyro_bias_rad_s", "<f8", 3)),
      (.sigma, ("sigma_deg", "<f8", 2)), (.flags, ("flags", "<u2", 1)),
    ]
    self.columns = columns
    file = try NumPyFile(path: path, fields: fields.filter { columns.contains($0.group) }.map(\.field))
  }

  public mutating func write(_ record: AttitudeRecord) throws(LogError) {
    let columns = columns
    try file.writeRow { row in
      if columns.contains(.time) { row.put(record.timestamp) }
      if columns.contains(.quaternion) { row.put(record.referenceFromBody.quaternion) }
      if columns.contains(.euler) {
        let angles = EulerAngles(record.referenceFromBody)
        row.put(Vector3(x: angles.roll, y: angles.pitch, z: angles.yaw) * Self.degreesPerRadian)
      }
      if columns.contains(.gravity) { row.put(record.gravity) }
      if columns.contains(.userAcceleration) { row.put(record.userAcceleration) }
      if columns.contains(.rate) { row.put(record.angularRate) }
      if columns.contains(.gyroscopeBias) { row.put(record.gyroscopeBias) }
      if columns.contains(.sigma) {
        row.put(record.tiltStandardDeviation * Self.degreesPerRadian)
        row.put(record.headingStandardDeviation * Self.degreesPerRadian)
      }
      if columns.contains(.flags) { row.put(record.flags.rawValue) }
    }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
  public mutating func abandon() { file.abandon() }

  private static let degreesPerRadian = 180 / Double.pi
}
