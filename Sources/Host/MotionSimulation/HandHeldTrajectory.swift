import Rotations

/// A hand-held device: smooth random turns about all axes and smooth random displacement.
///
/// Yaw, pitch and roll (intrinsic z-y′-x″) and the three coordinates are sums of sinusoids. Wrap it in a `PausedTrajectory`
/// for phases of rest.
public struct HandHeldTrajectory: Trajectory {
  /// Angle about z (up), rad.
  public var yaw: SinusoidSum
  /// Angle about y after the yaw, rad.
  public var pitch: SinusoidSum
  /// Angle about body x, rad.
  public var roll: SinusoidSum
  /// Position in ENU, m.
  public var path: (x: SinusoidSum, y: SinusoidSum, z: SinusoidSum)

  /// A motion from its angles and path.
  public init(
    yaw: SinusoidSum, pitch: SinusoidSum, roll: SinusoidSum, path: (x: SinusoidSum, y: SinusoidSum, z: SinusoidSum)
  ) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
    self.path = path
  }

  /// A random motion: yaw rate 1.5 rad/s, pitch and roll rate 1 rad/s, acceleration 1.5 m/s² per axis (root mean squares), up
  /// to 1.5 Hz.
  ///
  /// - Parameter vigour: Factor of all rates and accelerations; 0 gives a body at rest.
  public init(seed: UInt64, vigour: Double = 1.0) {
    var random = RandomSource(seed: seed, stream: 2)
    let turns = 0.1...1.2
    let strokes = 0.3...1.5
    yaw = SinusoidSum(ofOrder: 1, standardDeviation: 1.5 * vigour, band: turns, count: 5, using: &random)
    pitch = SinusoidSum(ofOrder: 1, standardDeviation: vigour, band: turns, count: 5, using: &random)
    roll = SinusoidSum(ofOrder: 1, standardDeviation: vigour, band: turns, count: 5, using: &random)
    path.x = SinusoidSum(ofOrder: 2, standardDeviation: 1.5 * vigour, band: strokes, count: 5, using: &random)
    path.y = SinusoidSum(ofOrder: 2, standardDeviation: 1.5 * vigour, band: strokes, count: 5, using: &random)
    path.z = SinusoidSum(ofOrder: 2, standardDeviation: 1.5 * vigour, band: strokes, count: 5, using: &random)
  }

  public func state(at time: Double) -> KinematicState {
    let (x, y, z) = (path.x.jet(at: time), path.y.jet(at: time), path.z.jet(at: time))
    let angles = angles(at: time)
    return KinematicState(
      enuFromBody: angles.enuFromBody, angularRate: angles.angularRate,
      position: Vector3(x: x.value, y: y.value, z: z.value),
      velocity: Vector3(x: x.rate, y: y.rate, z: z.rate),
      acceleration: Vector3(x: x.acceleration, y: y.acceleration, z: z.acceleration))
  }

  public func angularRate(at time: Double) -> Vector3<Double> { angles(at: time).angularRate }

  private func angles(at time: Double) -> AttitudeAngles {
    AttitudeAngles(yaw: yaw.jet(at: time), pitch: pitch.jet(at: time), roll: roll.jet(at: time))
  }
}
