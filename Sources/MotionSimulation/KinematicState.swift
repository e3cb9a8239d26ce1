import Rotations

/// Where a body is, how it is turned, and how both change: one moment of a trajectory, exact.
///
/// The reference frame is level and does not rotate: x east, y north, z up.
public struct KinematicState: Sendable {
  /// The attitude: turns body coordinates into reference coordinates.
  public var enuFromBody: Rotation<Double>
  /// Angular rate of the body against the reference frame, in body axes, rad/s.
  public var angularRate: Vector3<Double>
  /// Position in the reference frame, m.
  public var position: Vector3<Double>
  /// Velocity in the reference frame, m/s.
  public var velocity: Vector3<Double>
  /// Acceleration in the reference frame, m/s²; gravity is no part of it.
  public var acceleration: Vector3<Double>

  /// A moment from its parts; a body that only turns stays at the origin.
  public init(
    enuFromBody: Rotation<Double>,
    angularRate: Vector3<Double>,
    position: Vector3<Double> = .zero,
    velocity: Vector3<Double> = .zero,
    acceleration: Vector3<Double> = .zero
  ) {
    self.enuFromBody = enuFromBody
    self.angularRate = angularRate
    self.position = position
    self.velocity = velocity
    self.acceleration = acceleration
  }
}
