import Rotations

/// Classical coning: the body's z axis goes round a cone while the body does not turn about it on average.
///
/// The attitude is R_z(O t) R_x(a) R_z(-O t), that is the rotation by the cone's half angle a about an axis that turns
/// in the level plane at O. The mean of the angular rate about body z is O (cos a - 1), although the attitude is
/// periodic: an integrator that takes rates for rotation vectors drifts by it.
/// Source: P. G. Savage, "Strapdown Inertial Navigation Integration Algorithm Design Part 1", J. Guidance, Control, and
/// Dynamics 21(1), 1998.
public struct ConingTrajectory: Trajectory {
  /// Half the opening angle of the cone, rad; zero is a body at rest.
  public var halfAngle: Double
  /// How often the axis goes round, Hz.
  public var frequency: Double

  /// A coning motion from the cone's half angle in rad and the frequency in Hz.
  public init(halfAngle: Double = 0.1, frequency: Double = 5.0) {
    self.halfAngle = halfAngle
    self.frequency = frequency
  }

  public func state(at time: Double) -> KinematicState {
    let turnRate = 2.0 * Double.pi * frequency
    let (sine, cosine) = Double.sineAndCosine(turnRate * time)
    let (coneSine, coneCosine) = Double.sineAndCosine(halfAngle)
    let axis = Vector3(x: cosine, y: sine, z: 0.0)
    let rate = Vector3(x: -coneSine * sine, y: coneSine * cosine, z: coneCosine - 1.0)
    return KinematicState(
      enuFromBody: Rotation(rotationVector: axis * halfAngle), angularRate: rate * turnRate)
  }
}
