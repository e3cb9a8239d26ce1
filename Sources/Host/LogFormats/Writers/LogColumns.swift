import FileAccess
import LogTables
import Rotations

/// The columns of a written log.
struct LogColumns {
  /// Whether the log has a magnetometer.
  var hasMagnetometer: Bool
  /// Whether it has a temperature.
  var hasTemperature: Bool
  /// Whether it has a velocity over ground.
  var hasVelocityOverGround: Bool
  /// Whether it has a forward speed.
  var hasForwardSpeed: Bool
  /// Whether it has the true attitude and the movement column.
  var hasGroundTruth: Bool

  /// The names of the columns in text tables, and the field of NumPy with the same numbers, in order.
  var parts: [(header: String, field: NumPyFile.Field)] {
    var parts: [(header: String, field: NumPyFile.Field)] = [
      ("t [s]", ("t_ns", "<i8", 1)), ("gyro_x [rad/s],gyro_y,gyro_z", ("gyro_rad_s", "<f8", 3)),
      ("accel_x [m/s^2],accel_y,accel_z", ("accel_m_s2", "<f8", 3)),
    ]
    if hasMagnetometer { parts.append(("mag_x [uT],mag_y,mag_z", ("mag_uT", "<f8", 3))) }
    if hasTemperature { parts.append(("temperature [degC]", ("temperature_degC", "<f8", 1))) }
    if hasVelocityOverGround { parts.append(("vel_e [m/s],vel_n,vel_u", ("vel_m_s", "<f8", 3))) }
    if hasForwardSpeed { parts.append(("speed [m/s]", ("speed_m_s", "<f8", 1))) }
    if hasGroundTruth { parts += [("q_w,q_x,q_y,q_z", ("q", "<f8", 4)), ("movement", ("movement", "|u1", 1))] }
    return parts
  }

  /// The header line of a text table.
  var header: String { parts.map(\.header).joined(separator: ",") }
}

extension NumPyRow {
  /// Appends the numbers of a row of a log.
  @inline(__always)
  mutating func put(_ record: LogRecord, _ columns: LogColumns) {
    put(record.timestamp)
    put(record.angularRate)
    put(record.specificForce)
    if columns.hasMagnetometer { put(record.magneticField) }
    if columns.hasTemperature { put(record.temperature) }
    if columns.hasVelocityOverGround { put(record.velocityOverGround) }
    if columns.hasForwardSpeed { put(record.forwardSpeed) }
    guard columns.hasGroundTruth else { return }
    put(record.trueENUFromBody?.quaternion ?? Quaternion(w: .nan, x: .nan, y: .nan, z: .nan))
    put(UInt8(record.isMoving ? 1 : 0))
  }
}
