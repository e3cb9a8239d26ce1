import AttitudeFilters
import Rotations

extension NumPyFile {
  /// The field of each group of columns, in order.
  static let attitudeFields: [(group: AttitudeColumns, field: Field)] = [
    (.time, ("t_ns", "<i8", 1)), (.quaternion, ("q", "<f8", 4)), (.euler, ("euler_deg", "<f8", 3)),
    (.gravity, ("gravity_m_s2", "<f8", 3)), (.userAcceleration, ("user_accel_m_s2", "<f8", 3)),
    (.rate, ("rate_rad_s", "<f8", 3)), (.gyroscopeBias, ("gyro_bias_rad_s", "<f8", 3)),
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
