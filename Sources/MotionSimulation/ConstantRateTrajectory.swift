import Rotations

/// A body that turns about a fixed axis at a constant rate and does not move.
public struct ConstantRateTrajectory: Trajectory {
  /// The attitude at time zero.
  public var initialENUFromBody: Rotation<Double>
  /// Angular rate in body axes, rad/s; zero is a body at rest.
  public var angularRate: Vector3<Double>

  /// A rotation from its attitude at time zero and its rate in rad/s.
  public init(initialENUFromBody: Rotation<Double> = .identity, angularRate: Vector3<Double>) {
    self.initialENUFromBody = initialENUFromBody
    self.angularRate = angularRate
  }

  public func state(at time: Double) -> KinematicState {
    KinematicState(
      enuFromBody: initialENUFromBody * Rotation(rotationVector: angularRate * time),
      angularRate: angularRate)
  }

  public func isMoving(at time: Double) -> Bool { angularRate != .zero }
}
