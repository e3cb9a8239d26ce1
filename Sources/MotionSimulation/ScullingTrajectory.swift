import Rotations

/// Classical sculling: the body rocks about its x axis and swings along the reference y axis at the same frequency.
///
/// The roll angle is `rollAmplitude` sin(O t), the position y is `swayAmplitude` sin(O t). Roll and acceleration are then
/// in opposite phase, and the body-frame specific force along z has a mean that an averaging integrator mistakes for an
/// acceleration.
/// Source: P. G. Savage, "Strapdown Inertial Navigation Integration Algorithm Design Part 2", J. Guidance, Control, and
/// Dynamics 21(2), 1998.
public struct ScullingTrajectory: Trajectory {
  /// The largest roll angle, rad.
  public var rollAmplitude: Double
  /// The largest displacement, m.
  public var swayAmplitude: Double
  /// Frequency of both, Hz.
  public var frequency: Double

  /// A sculling motion from the amplitudes in rad and m, and the frequency in Hz.
  public init(rollAmplitude: Double = 0.1, swayAmplitude: Double = 0.01, frequency: Double = 5.0) {
    self.rollAmplitude = rollAmplitude
    self.swayAmplitude = swayAmplitude
    self.frequency = frequency
  }

  public func state(at time: Double) -> KinematicState {
    let angularFrequency = 2.0 * Double.pi * frequency
    let (sine, cosine) = Double.sineAndCosine(angularFrequency * time)
    let roll = rollAmplitude * sine
    return KinematicState(
      enuFromBody: Rotation(rotationVector: .unitX * roll),
      angularRate: .unitX * (rollAmplitude * angularFrequency * cosine),
      position: .unitY * (swayAmplitude * sine),
      velocity: .unitY * (swayAmplitude * angularFrequency * cosine),
      acceleration: .unitY * (-swayAmplitude * angularFrequency * angularFrequency * sine))
  }
}
