import Glibc
import Rotations

extension Rotation<Double> {
  /// The intrinsic z-y′-x″ angles in rad: yaw and roll in ±π, pitch in ±π/2. Near the vertical, where yaw and roll turn
  /// about the same axis, only their sum or difference is known.
  var yawPitchRoll: (yaw: Double, pitch: Double, roll: Double) {
    let q = quaternion
    let sine = max(-1, min(1, 2 * (q.w * q.y - q.x * q.z)))
    let yaw = atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))
    let roll = atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y))
    return (yaw, asin(sine), roll)
  }
}
