import AttitudeFilters
import FileAccess
import LogTables
import Rotations

/// Writes attitudes as a structured NumPy array, a `.npy` file: 8 bytes per number, without rounding.
///
/// The fields follow the requested groups of columns: `t_ns` (whole nanoseconds), `q` (w, x, y, z), `euler_deg` (roll,
/// pitch, yaw), `gravity_m_s2`, `user_accel_m_s2`, `rate_rad_s`, `gyro_bias_rad_s` (x, y, z each), `sigma_deg` (tilt,
/// heading) and `flags` (the bits of `OutcomeFlags`). Unknown values are NaN.
public struct NumPyAttitudeWriter: AttitudeWriter {
  private var file: NumPyFile
  private let groups: [AttitudeColumns]

  /// Opens an array. Throws if the path is a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - columns: the groups of columns to write.
  public init(path: String, columns: AttitudeColumns = .all) throws(LogError) {
    let fields = NumPyFile.attitudeFields.filter { columns.contains($0.group) }
    groups = fields.map(\.group)
    file = try NumPyFile(path: path, fields: fields.map(\.field))
  }

  public mutating func write(_ record: Motion<Double>) throws(LogError) {
    let groups = groups
    try file.writeRow { row in
      for group in groups { row.put(group, of: record) }
    }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
}

extension NumPyFile {
  /// The field of each group of columns, in order.
  static let attitudeFields: [(group: AttitudeColumns, field: Field)] = [
    (.time, ("t_ns", "<i8", 1)), (.quaternion, ("q", "<f8", 4)), (.euler, ("euler_deg", "<f8", 3)),
    (.gravity, ("gravity_m_s2", "<f8", 3)), (.userAcceleration, ("user_accel_m_s2", "<f8", 3)),
    (.worldAcceleration, ("world_accel_m_s2", "<f8", 3)), (.rate, ("rate_rad_s", "<f8", 3)),
    (.gyroscopeBias, ("gyro_bias_rad_s", "<f8", 3)),
    (.sigma, ("sigma_deg", "<f8", 2)), (.flags, ("flags", "<u2", 1)),
  ]
}

extension NumPyRow {
  /// Appends the numbers of one group of columns, as in `NumPyFile.attitudeFields`.
  @inline(__always)
  mutating func put(_ group: AttitudeColumns, of record: Motion<Double>) {
    let degreesPerRadian = 180 / Double.pi
    switch group {
    case .time: put(record.timestamp.nanoseconds)
    case .quaternion: put(record.outputFromBody.quaternion)
    case .euler:
      let angles = EulerAngles(record.outputFromBody)
      put(Vector3(x: angles.roll, y: angles.pitch, z: angles.yaw) * degreesPerRadian)
    case .gravity: put(record.gravity)
    case .userAcceleration: put(record.userAcceleration)
    case .worldAcceleration: put(record.userAccelerationInOutput)
    case .rate: put(record.angularRate)
    case .gyroscopeBias: put(record.gyroscopeBias)
    case .sigma:
      put(record.tiltStandardDeviation * degreesPerRadian)
      put(record.headingStandardDeviation * degreesPerRadian)
    case .flags: put(record.flags.rawValue)
    default: preconditionFailure("one group")
    }
  }
}

/// Writes a log as a structured NumPy array, a `.npy` file that reads back bit by bit and without parsing.
///
/// The fields are `t_ns` (whole nanoseconds), `gyro_rad_s`, `accel_m_s2`, `mag_uT` (x, y, z each), `temperature_degC`, `vel_m_s`
/// (east, north, up), `speed_m_s`, `q` (the true attitude, w, x, y, z) and `movement` (0 or 1). Absent values are NaN.
public struct NumPyLogWriter: LogWriter {
  private var file: NumPyFile
  private let columns: LogColumns

  /// Opens an array. Throws if the path is a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - hasMagnetometer: whether to write the magnetometer.
  ///   - hasTemperature: whether to write the temperature.
  ///   - hasVelocityOverGround: whether to write the velocity over ground.
  ///   - hasForwardSpeed: whether to write the forward speed.
  ///   - hasGroundTruth: whether to write the true attitude and the movement column.
  public init(
    path: String, hasMagnetometer: Bool = true, hasTemperature: Bool = false,
    hasVelocityOverGround: Bool = false, hasForwardSpeed: Bool = false, hasGroundTruth: Bool = false
  ) throws(LogError) {
    columns = LogColumns(
      hasMagnetometer: hasMagnetometer, hasTemperature: hasTemperature,
      hasVelocityOverGround: hasVelocityOverGround, hasForwardSpeed: hasForwardSpeed, hasGroundTruth: hasGroundTruth)
    file = try NumPyFile(path: path, fields: columns.parts.map(\.field))
  }

  public mutating func write(_ record: LogRecord) throws(LogError) {
    let columns = columns
    try file.writeRow { row in row.put(record, columns) }
  }

  public mutating func finish() throws(LogError) { try file.finish() }
}
