import Rotations

/// Gravity and the acceleration of the device, told apart, in m/s².
///
/// specific force = user acceleration − gravity, in either frame.
@frozen
public struct MotionEstimate<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Gravity in body axes; it points down, so a device that lies face up has (0, 0, −g).
  public var gravityInBody: Vector3<Scalar>
  /// Acceleration of the device in body axes, without gravity: zero at rest, +x when it is pushed to +x. Absent where
  /// the specific force was.
  public var userAccelerationInBody: Vector3<Scalar>
  /// Gravity in the level frame: (0, 0, −g), always.
  public var gravityInLevel: Vector3<Scalar>
  /// Acceleration of the device in the level frame, without gravity: z is up. Absent where the specific force was.
  public var userAccelerationInLevel: Vector3<Scalar>

  /// An estimate from its parts.
  @inlinable @inline(__always)
  public init(
    gravityInBody: Vector3<Scalar>, userAccelerationInBody: Vector3<Scalar>,
    gravityInLevel: Vector3<Scalar>, userAccelerationInLevel: Vector3<Scalar>
  ) {
    self.gravityInBody = gravityInBody
    self.userAccelerationInBody = userAccelerationInBody
    self.gravityInLevel = gravityInLevel
    self.userAccelerationInLevel = userAccelerationInLevel
  }

  @inlinable @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    gravityInBody.replace(with: other.gravityInBody, where: mask)
    userAccelerationInBody.replace(with: other.userAccelerationInBody, where: mask)
    gravityInLevel.replace(with: other.gravityInLevel, where: mask)
    userAccelerationInLevel.replace(with: other.userAccelerationInLevel, where: mask)
  }
}
