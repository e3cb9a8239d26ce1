import Rotations

/// A body at the end of a rigid arm that swings harmonically in the plane of x and z about a level axis along y.
///
/// The angle from the vertical is `amplitude` sin(O t); body z points along the arm to the pivot, which is at the origin.
/// With `frequency` left out, O is that of a free pendulum with small swings, the square root of g / arm: then the
/// specific force along body x vanishes to first order, and an accelerometer sees no tilt at all however far the arm is
/// out. The angle is prescribed, so that large swings stay harmonic; a free pendulum's would not.
public struct PendulumTrajectory: Trajectory {
  /// The largest angle from the vertical, rad.
  public var amplitude: Double
  /// The distance of the body from the pivot, m.
  public var armLength: Double
  /// Frequency of the swing, Hz.
  public var frequency: Double

  /// A swing from its amplitude in rad, the arm in m and the frequency in Hz.
  ///
  /// - Parameter frequency: Nil for that of a free pendulum with small swings at 9.81 m/s².
  public init(amplitude: Double = 0.5, armLength: Double = 1.0, frequency: Double? = nil) {
    self.amplitude = amplitude
    self.armLength = armLength
    self.frequency = frequency ?? (SimulatedEnvironment.standardGravity / armLength).squareRoot() / (2.0 * Double.pi)
  }

  public func state(at time: Double) -> KinematicState {
    let angularFrequency = 2.0 * Double.pi * frequency
    let (sine, cosine) = Double.sineAndCosine(angularFrequency * time)
    let angle = amplitude * sine
    let rate = amplitude * angularFrequency * cosine
    let angularAcceleration = -amplitude * angularFrequency * angularFrequency * sine
    let (angleSine, angleCosine) = Double.sineAndCosine(angle)
    // A rotation by `angle` about y takes body z, the direction to the pivot, to (sin, 0, cos).
    let towardPivot = Vector3(x: angleSine, y: 0.0, z: angleCosine)
    let alongSwing = Vector3(x: -angleCosine, y: 0.0, z: angleSine)
    return KinematicState(
      enuFromBody: Rotation(rotationVector: .unitY * angle),
      angularRate: .unitY * rate,
      position: towardPivot * -armLength,
      velocity: alongSwing * (armLength * rate),
      acceleration: alongSwing * (armLength * angularAcceleration) + towardPivot * (armLength * rate * rate))
  }
}
