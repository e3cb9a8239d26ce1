import Rotations

/// A periodic schedule of rest and motion: rest, a smooth start, motion, a smooth stop.
///
/// It is a clock that stops during rest: `warp(at:)` gives the time on that clock, at which the motion is evaluated. During
/// starts and stops the speed of the clock follows a polynomial of degree seven, so that the derivatives of the motion up to
/// the fourth are continuous.
public struct RestSchedule: Sendable {
  /// Duration of each rest, s; the first begins at time zero.
  public var rest: Double
  /// Duration of each motion at full speed, s.
  public var motion: Double
  /// Duration of each start and of each stop, s, above zero.
  public var transition: Double

  /// A schedule from its durations in seconds.
  public init(rest: Double = 4.0, motion: Double = 10.0, transition: Double = 0.5) {
    precondition(rest >= 0 && motion >= 0 && transition > 0, "invalid duration of a schedule")
    self.rest = rest
    self.motion = motion
    self.transition = transition
  }

  /// The time on the clock, its speed and the derivatives of the speed.
  public struct Warp: Sendable {
    /// The time of the motion, s.
    public var time: Double
    /// The speed: 0 at rest, 1 at full speed.
    public var speed: Double
    /// The derivative of the speed, per second.
    public var acceleration = 0.0
    /// The second derivative of the speed, per second².
    public var jerk = 0.0
  }

  /// The clock at a time in seconds.
  public func warp(at time: Double) -> Warp {
    let period = rest + motion + 2.0 * transition
    let cycle = (time / period).rounded(.down)
    let phase = time - cycle * period
    // Each start and each stop advances the clock by half of its duration.
    let base = cycle * (motion + transition)
    if phase < rest { return Warp(time: base, speed: 0.0) }
    if phase < rest + transition {
      let start = SmoothStart((phase - rest) / transition)
      return Warp(
        time: base + start.integral * transition, speed: start.value, acceleration: start.slope / transition,
        jerk: start.curvature / (transition * transition))
    }
    let running = phase - rest - transition
    if running < motion { return Warp(time: base + 0.5 * transition + running, speed: 1.0) }
    // A stop is a start reversed in time, from the end of the cycle.
    let stop = SmoothStart((period - phase) / transition)
    return Warp(
      time: base + motion + transition - stop.integral * transition, speed: stop.value,
      acceleration: -stop.slope / transition, jerk: stop.curvature / (transition * transition))
  }
}

/// A motion with phases of rest: the body stops in its current attitude and continues from there.
public struct PausedTrajectory<Motion: Trajectory>: Trajectory {
  /// The motion without the pauses.
  public var motion: Motion
  /// The phases of rest.
  public var schedule: RestSchedule

  /// A motion with pauses.
  public init(_ motion: Motion, schedule: RestSchedule = RestSchedule()) {
    self.motion = motion
    self.schedule = schedule
  }

  public func state(at time: Double) -> KinematicState {
    // The chain rule: the motion is a function of the time on the schedule's clock.
    let warp = schedule.warp(at: time)
    var state = motion.state(at: warp.time)
    state.acceleration = state.acceleration * (warp.speed * warp.speed) + state.velocity * warp.acceleration
    state.velocity *= warp.speed
    state.angularRate *= warp.speed
    return state
  }

  public func angularRate(at time: Double) -> Vector3<Double> {
    let warp = schedule.warp(at: time)
    return motion.angularRate(at: warp.time) * warp.speed
  }

  public func isMoving(at time: Double) -> Bool { schedule.warp(at: time).speed > 0 && motion.isMoving(at: time) }
}

/// A device in the hand of a passenger or a walking person: it turns and moves with its carrier, and in the hand.
///
/// The displacements of the hand are along ENU axes.
public struct CarriedTrajectory<Carrier: Trajectory, Hand: Trajectory>: Trajectory {
  /// The motion of the carrier.
  public var carrier: Carrier
  /// The motion in the hand; its attitude is relative to the carrier.
  public var hand: Hand

  /// A motion from that of the carrier and that in the hand.
  public init(carrier: Carrier, hand: Hand) {
    self.carrier = carrier
    self.hand = hand
  }

  public func state(at time: Double) -> KinematicState {
    let (outer, inner) = (carrier.state(at: time), hand.state(at: time))
    return KinematicState(
      enuFromBody: (outer.enuFromBody * inner.enuFromBody).renormalized,
      angularRate: Self.angularRate(outer: outer.angularRate, inner),
      position: outer.position + inner.position, velocity: outer.velocity + inner.velocity,
      acceleration: outer.acceleration + inner.acceleration)
  }

  public func angularRate(at time: Double) -> Vector3<Double> {
    Self.angularRate(outer: carrier.angularRate(at: time), hand.state(at: time))
  }

  private static func angularRate(outer: Vector3<Double>, _ inner: KinematicState) -> Vector3<Double> {
    inner.enuFromBody.inverse.rotate(outer) + inner.angularRate
  }

  public func isMoving(at time: Double) -> Bool { carrier.isMoving(at: time) || hand.isMoving(at: time) }
}
