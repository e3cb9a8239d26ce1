import Rotations

/// A body at the end of a rigid arm that swings harmonically in the x-z plane.
///
/// The angle from the vertical is `amplitude` sin(Ω t); body z points along the arm to the pivot, which is at the origin.
/// By default Ω is that of a free pendulum with small swings, √(g / arm): the specific force along body x then vanishes to
/// first order, so an accelerometer sees no tilt at any angle. Large swings stay harmonic, unlike those of a free pendulum.
public struct PendulumTrajectory: Trajectory {
  /// The largest angle from the vertical, rad.
  public var amplitude: Double
  /// The distance of the body from the pivot, m.
  public var armLength: Double
  /// Frequency of the swing, Hz.
  public var frequency: Double

  /// A swing from its amplitude in rad, the arm in m and the frequency in Hz.
  ///
  /// - Parameter frequency: Default: that of a free pendulum with small swings at 9.81 m/s².
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
    // A rotation by `angle` about y turns body z, the direction to the pivot, into (sin, 0, cos).
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

/// Classical coning: the body's z axis moves round a cone while the body does not turn about it on average.
///
/// The attitude is R_z(Ω t) R_x(a) R_z(-Ω t): the rotation by the half angle a of the cone about a level axis that turns at
/// Ω. The mean angular rate about body z is Ω (cos a - 1), although the attitude is periodic: an integrator that treats rates
/// as rotation vectors drifts by it.
///
/// Source: P. G. Savage, "Strapdown Inertial Navigation Integration Algorithm Design Part 1", J. Guidance, Control, and
/// Dynamics 21(1), 1998.
public struct ConingTrajectory: Trajectory {
  /// Half the opening angle of the cone, rad; zero is a body at rest.
  public var halfAngle: Double
  /// Revolutions of the axis per second, Hz.
  public var frequency: Double

  /// A coning motion from the half angle of the cone in rad and the frequency in Hz.
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

/// Classical sculling: the body rocks about its x axis and sways along y (north) at the same frequency.
///
/// The roll angle is `rollAmplitude` sin(Ω t), the position y is `swayAmplitude` sin(Ω t). Roll and acceleration are in
/// opposite phase, so the specific force along body z has a mean that an averaging integrator mistakes for an acceleration.
///
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

/// A body that turns about a fixed axis at a constant rate, without moving.
public struct ConstantRateTrajectory: Trajectory {
  /// The attitude at time zero.
  public var initialENUFromBody: Rotation<Double>
  /// Angular rate in body axes, rad/s; zero is a body at rest.
  public var angularRate: Vector3<Double>

  /// A rotation from the attitude at time zero and the rate in rad/s.
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
