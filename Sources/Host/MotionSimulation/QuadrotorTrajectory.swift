import Rotations

/// A multirotor on a smooth random path. Its thrust points along body z, so the path determines the attitude.
///
/// A multirotor is differentially flat: position and yaw as functions of time give attitude and angular rate. The specific
/// force is the thrust, always along body z, so the accelerometer contains no information on the tilt.
///
/// Source: D. Mellinger and V. Kumar, "Minimum snap trajectory generation and control for quadrotors", ICRA 2011,
/// section III (rates here from the derivative of the rotation matrix).
public struct QuadrotorTrajectory: Trajectory {
  /// Position along x (east), m.
  public var east: SinusoidSum
  /// Position along y (north), m.
  public var north: SinusoidSum
  /// Position along z (up), m. Its downward acceleration must stay below gravity.
  public var up: SinusoidSum
  /// The angle from east to body x, counter-clockwise seen from above, rad.
  public var yaw: SinusoidSum
  /// The schedule whose rests are hovering; nil for no hovering.
  public var hovering: RestSchedule?

  /// A flight from its path, yaw and hovering.
  public init(
    east: SinusoidSum, north: SinusoidSum, up: SinusoidSum, yaw: SinusoidSum, hovering: RestSchedule? = nil
  ) {
    self.east = east
    self.north = north
    self.up = up
    self.yaw = yaw
    self.hovering = hovering
  }

  /// A random aggressive flight: 4 m/s² of horizontal and 1.5 m/s² of vertical acceleration (root mean square per axis), up to
  /// 0.8 Hz, tilt to about 45°, yaw rate 0.8 rad/s. The downward acceleration stays below 4.3 m/s² for every seed, apart
  /// from short transitions to and from hovering.
  public init(seed: UInt64, hovering: RestSchedule? = nil) {
    var random = RandomSource(seed: seed, stream: 1)
    self.hovering = hovering
    let level = 0.2...0.8
    east = SinusoidSum(ofOrder: 2, standardDeviation: 4.0, band: level, count: 4, using: &random)
    north = SinusoidSum(ofOrder: 2, standardDeviation: 4.0, band: level, count: 4, using: &random)
    up = SinusoidSum(ofOrder: 2, standardDeviation: 1.5, band: 0.2...0.8, count: 4, using: &random)
    yaw = SinusoidSum(ofOrder: 1, standardDeviation: 0.8, band: 0.05...0.5, count: 4, using: &random)
  }

  public func state(at time: Double) -> KinematicState {
    let clock = hovering?.warp(at: time) ?? RestSchedule.Warp(time: time, speed: 1.0)
    let (x, y, z, heading) = (east.jet(on: clock), north.jet(on: clock), up.jet(on: clock), yaw.jet(on: clock))
    let acceleration = Vector3(x: x.acceleration, y: y.acceleration, z: z.acceleration)
    let jerk = Vector3(x: x.jerk, y: y.jerk, z: z.jerk)
    let axes = BodyAxes(
      thrust: acceleration + .unitZ * SimulatedEnvironment.standardGravity, thrustRate: jerk,
      yaw: heading.value, yawRate: heading.rate)
    return KinematicState(
      enuFromBody: axes.enuFromBody,
      angularRate: axes.angularRate,
      position: Vector3(x: x.value, y: y.value, z: z.value),
      velocity: Vector3(x: x.rate, y: y.rate, z: z.rate),
      acceleration: acceleration)
  }

  public func isMoving(at time: Double) -> Bool { hovering.map { $0.warp(at: time).speed > 0 } ?? true }
}

extension QuadrotorTrajectory {
  /// The body axes in ENU: z along the thrust, y horizontal to the left of the heading.
  struct BodyAxes {
    var x: MovingDirection
    var y: MovingDirection
    var z: MovingDirection

    init(thrust: Vector3<Double>, thrustRate: Vector3<Double>, yaw: Double, yawRate: Double) {
      let (sine, cosine) = Double.sineAndCosine(yaw)
      let heading = Vector3(x: cosine, y: sine, z: 0.0)
      let headingRate = Vector3(x: -sine, y: cosine, z: 0.0) * yawRate
      z = MovingDirection(of: thrust, rate: thrustRate)
      y = MovingDirection(
        of: z.unit.cross(heading), rate: z.rate.cross(heading) + z.unit.cross(headingRate))
      x = MovingDirection(unit: y.unit.cross(z.unit), rate: y.rate.cross(z.unit) + y.unit.cross(z.rate))
    }

    /// The heading about z, then the shortest rotation from up to the thrust.
    var enuFromBody: Rotation<Double> {
      let tilt = Rotation(shortestToUnitZ: z.unit).inverse
      let levelX = tilt.inverse.rotate(x.unit)
      return (tilt * Rotation(aboutZ: Double.arcTangent(y: levelX.y, x: levelX.x))).renormalized
    }

    /// The entries of transpose(R) R', which is the cross-product matrix of the rate in body axes.
    var angularRate: Vector3<Double> {
      Vector3(x: z.unit.dot(y.rate), y: x.unit.dot(z.rate), z: y.unit.dot(x.rate))
    }
  }

  /// A unit vector and its time derivative.
  struct MovingDirection {
    var unit: Vector3<Double>
    var rate: Vector3<Double>

    init(unit: Vector3<Double>, rate: Vector3<Double>) {
      self.unit = unit
      self.rate = rate
    }

    /// The direction of a vector that changes at `rate`.
    init(of vector: Vector3<Double>, rate vectorRate: Vector3<Double>) {
      let length = vector.length
      unit = vector / length
      rate = (vectorRate - unit * unit.dot(vectorRate)) / length
    }
  }
}

extension QuadrotorTrajectory {
  /// A multirotor that rests for 15 s and then hovers in light wind: 0.3 m/s horizontally and 0.1 m/s vertically, yaw rate
  /// 0.1 rad/s (root mean squares).
  public static func hovering(seed: UInt64) -> QuadrotorTrajectory {
    var random = RandomSource(seed: seed, stream: 1)
    let band = 0.03...0.4
    let perAxis = 0.3 * 0.5.squareRoot()
    let east = SinusoidSum(ofOrder: 1, standardDeviation: perAxis, band: band, count: 6, using: &random)
    let north = SinusoidSum(ofOrder: 1, standardDeviation: perAxis, band: band, count: 6, using: &random)
    let up = SinusoidSum(ofOrder: 1, standardDeviation: 0.1, band: band, count: 4, using: &random)
    let yaw = SinusoidSum(ofOrder: 1, standardDeviation: 0.1, band: 0.02...0.2, count: 4, using: &random)
    return QuadrotorTrajectory(
      east: east, north: north, up: up, yaw: yaw, hovering: RestSchedule(rest: 15.0, motion: 1e7, transition: 3.0))
  }
}
