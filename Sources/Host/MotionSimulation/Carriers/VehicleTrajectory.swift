import Rotations

/// A vehicle on a path: it moves along body x, leans in turns, pitches when it accelerates, and shakes.
///
/// The horizontal velocity is along the horizontal direction of body x, apart from the displacements and yaw of its shake.
public struct VehicleTrajectory: Trajectory {
  /// The roll in turns; with the lateral acceleration positive to the left.
  enum Lean: Sendable {
    /// Outward on springs, in rad per m/s² of lateral acceleration.
    case outward(Double)
    /// Inward on a canted track, which compensates this share of the lateral acceleration.
    case cant(Double)
    /// Inward until the apparent gravity is along body z, as in coordinated turns.
    case coordinated
  }

  /// The path.
  let path: GroundPath
  /// The bank of the road as a function of the distance, rad, positive with the right side down.
  let bank: SinusoidSum
  /// The roll in turns.
  let lean: Lean
  /// The pitch of the suspension, rad per m/s², nose up when the vehicle accelerates.
  let squat: Double
  /// The motion beside the path.
  let shake: Shake

  /// A vehicle from its path and the laws of its attitude. Functions of the distance are changed to repeat with the path.
  init(path: GroundPath, bank: SinusoidSum = SinusoidSum([]), lean: Lean, squat: Double = 0.0, shake: Shake = Shake()) {
    self.path = path
    self.bank = path.road(bank)
    self.lean = lean
    self.squat = squat
    var shake = shake
    if shake.clock == .distance { shake.changeFunctions(path.road) }
    self.shake = shake
  }

  public func state(at time: Double) -> KinematicState {
    let course = path.course(at: time)
    let clock = clock(on: course, at: time)
    let angles = angles(on: course, clock)

    // The displacement beside the path, in axes that turn with the heading.
    let (forward, left, up) = (shake.forward.jet(on: clock), shake.left.jet(on: clock), shake.up.jet(on: clock))
    let offset = Vector3(x: forward.value, y: left.value, z: up.value)
    let offsetRate = Vector3(x: forward.rate, y: left.rate, z: up.rate)
    let offsetAcceleration = Vector3(x: forward.acceleration, y: left.acceleration, z: up.acceleration)
    let turn = Vector3(x: 0.0, y: 0.0, z: course.turnRate)
    let turnAcceleration = Vector3(x: 0.0, y: 0.0, z: course.turnAcceleration)
    let enuFromHeading = Rotation(aboutZ: course.heading)
    let swayRate = offsetRate + turn.cross(offset)
    let swayAcceleration =
      offsetAcceleration + turn.cross(offsetRate) * 2.0 + turnAcceleration.cross(offset)
      + turn.cross(turn.cross(offset))
    return KinematicState(
      enuFromBody: angles.enuFromBody, angularRate: angles.angularRate,
      position: path.position(at: time) + enuFromHeading.rotate(offset),
      velocity: course.velocity + enuFromHeading.rotate(swayRate),
      acceleration: course.accelerationInENU + enuFromHeading.rotate(swayAcceleration))
  }

  public func angularRate(at time: Double) -> Vector3<Double> {
    let course = path.course(at: time)
    return angles(on: course, clock(on: course, at: time)).angularRate
  }

  /// The attitude on the path, which takes no position.
  private func angles(on course: GroundPath.Course, _ clock: RestSchedule.Warp) -> AttitudeAngles {
    let squatting = SinusoidSum.Jet(value: squat * course.acceleration, rate: squat * course.jerk)
    return AttitudeAngles(
      yaw: SinusoidSum.Jet(value: course.heading, rate: course.turnRate) + shake.yaw.jet(on: clock),
      pitch: shake.pitch.jet(on: clock) - course.grade - squatting,
      roll: lean(in: course) + bank.jet(at: course.distance).warped(by: course.roadClock) + shake.roll.jet(on: clock))
  }

  /// The clock of the shake.
  private func clock(on course: GroundPath.Course, at time: Double) -> RestSchedule.Warp {
    shake.clock == .time ? RestSchedule.Warp(time: time, speed: 1.0) : course.roadClock
  }

  public func isMoving(at time: Double) -> Bool { path.course(at: time).speed > 1e-6 }

  private func lean(in course: GroundPath.Course) -> SinusoidSum.Jet {
    let lateral = course.speed * course.turnRate
    let rate = course.acceleration * course.turnRate + course.speed * course.turnAcceleration
    let gravity = SimulatedEnvironment.standardGravity
    switch lean {
    case .outward(let angle): return SinusoidSum.Jet(value: angle * lateral, rate: angle * rate)
    case .cant(let share): return SinusoidSum.Jet(value: -share * lateral / gravity, rate: -share * rate / gravity)
    case .coordinated:
      let slope = lateral / gravity
      return SinusoidSum.Jet(
        value: -Double.arcTangent(y: slope, x: 1.0), rate: -rate / gravity / (1.0 + slope * slope))
    }
  }
}

/// A motion of a vehicle beside its path: displacements and small angles.
struct Shake: Sendable {
  /// The argument of its functions.
  enum Clock: Sendable {
    /// Time in seconds: waves, gusts.
    case time
    /// The distance travelled in m: bumps, steps.
    case distance
  }

  /// Displacement along the horizontal heading, m.
  var forward = SinusoidSum([])
  /// Displacement to the left, m.
  var left = SinusoidSum([])
  /// Displacement upward, m.
  var up = SinusoidSum([])
  /// Angle about z (up), rad.
  var yaw = SinusoidSum([])
  /// Angle about y after the yaw, positive with the nose down, rad.
  var pitch = SinusoidSum([])
  /// Angle about body x, positive with the right side down, rad.
  var roll = SinusoidSum([])
  /// The argument of the functions.
  var clock = Clock.time

  /// No motion.
  init() {}

  /// Applies a change to every function.
  mutating func changeFunctions(_ change: (SinusoidSum) -> SinusoidSum) {
    for path in [\Self.forward, \.left, \.up, \.yaw, \.pitch, \.roll] {
      self[keyPath: path] = change(self[keyPath: path])
    }
  }
}
