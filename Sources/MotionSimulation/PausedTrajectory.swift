import Rotations

/// A motion with phases of rest: the body stops in whatever attitude it has, and goes on from there.
public struct PausedTrajectory<Motion: Trajectory>: Trajectory {
  /// The motion without the pauses.
  public var motion: Motion
  /// When the body rests.
  public var schedule: RestSchedule

  /// A motion with pauses.
  public init(_ motion: Motion, schedule: RestSchedule = RestSchedule()) {
    self.motion = motion
    self.schedule = schedule
  }

  public func state(at time: Double) -> KinematicState {
    // The chain rule, for a motion that is a function of the time on the schedule's clock.
    let warp = schedule.warp(at: time)
    var state = motion.state(at: warp.time)
    state.acceleration = state.acceleration * (warp.speed * warp.speed) + state.velocity * warp.acceleration
    state.velocity *= warp.speed
    state.angularRate *= warp.speed
    return state
  }

  public func isMoving(at time: Double) -> Bool { schedule.warp(at: time).speed > 0 && motion.isMoving(at: time) }
}
