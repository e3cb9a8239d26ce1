import MotionSessions
import Rotations

/// The payloads of the two messages of attitude.
struct AttitudeMessages {
  /// ATTITUDE: time in ms, roll, pitch and yaw in rad, their rates about the axes of the body in rad/s.
  let attitude: [UInt8]
  /// ATTITUDE_QUATERNION: time in ms, w, x, y, z, the same rates, and an offset of the representation that is not used.
  let attitudeQuaternion: [UInt8]

  init(_ motion: DeviceMotion) {
    let nedFromFRD = VehicleAxes.nedFromFRD(motion.attitude)
    let rate = VehicleAxes.exchange(motion.rotationRate)
    let angles = EulerAngles(nedFromFRD)
    let quaternion = nedFromFRD.quaternion
    // The field has 32 bits and begins anew after 49 days.
    let time = Self.bytes(UInt32(truncatingIfNeeded: motion.timestamp.nanoseconds / 1_000_000))
    let rates = [rate.x, rate.y, rate.z]
    attitude = time + ([angles.roll, angles.pitch, angles.yaw] + rates).flatMap(Self.bytes)
    attitudeQuaternion =
      time
      + ([quaternion.w, quaternion.x, quaternion.y, quaternion.z] + rates + [0, 0, 0, 0]).flatMap(Self.bytes)
  }

  private static func bytes(_ value: Double) -> [UInt8] { bytes(Float(value).bitPattern) }

  private static func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
}
