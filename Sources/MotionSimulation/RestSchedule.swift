/// When a body rests and when it moves, over and over: rest, a smooth start, motion, a smooth stop.
///
/// It is a clock that stands still during rest: `warp(at:)` gives the time on that clock, which a motion is then asked
/// for. In starts and stops the clock's speed follows a polynomial of degree five, so that acceleration and jerk of the
/// motion stay continuous.
public struct RestSchedule: Sendable {
  /// Duration of each rest, s; the first begins at time zero.
  public var rest: Double
  /// Duration of each motion at full speed, s.
  public var motion: Double
  /// Duration of each start and of each stop, s, above zero.
  public var transition: Double

  /// A schedule from its durations in seconds.
  public init(rest: Double = 4.0, motion: Double = 10.0, transition: Double = 0.5) {
    precondition(rest >= 0 && motion >= 0 && transition > 0, "durations of a schedule are positive")
    self.rest = rest
    self.motion = motion
    self.transition = transition
  }

  /// The time on the clock that stands still, its speed and the change of its speed.
  public struct Warp: Sendable {
    /// The time of the motion, s.
    public var time: Double
    /// How fast it passes: 0 at rest, 1 at full speed.
    public var speed: Double
    /// The derivative of the speed, per second.
    public var acceleration = 0.0
    /// The second derivative of the speed, per second².
    public var jerk = 0.0
  }

  /// The clock of the motion at a time in seconds.
  public func warp(at time: Double) -> Warp {
    let period = rest + motion + 2.0 * transition
    let cycle = (time / period).rounded(.down)
    let phase = time - cycle * period
    // Each start and each stop covers half its duration of the motion's time.
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
    // A stop is a start seen backwards from the end of the cycle.
    let stop = SmoothStart((period - phase) / transition)
    return Warp(
      time: base + motion + transition - stop.integral * transition, speed: stop.value,
      acceleration: -stop.slope / transition, jerk: stop.curvature / (transition * transition))
  }

  /// The polynomial 10 u³ - 15 u⁴ + 6 u⁵, which rises from 0 to 1 with no slope and no curvature at its ends.
  private struct SmoothStart {
    var value: Double
    var slope: Double
    var curvature: Double
    /// The integral from 0 to u.
    var integral: Double

    init(_ u: Double) {
      let cube = u * u * u
      let rest = 1.0 - u
      value = cube * (10.0 - u * (15.0 - 6.0 * u))
      slope = 30.0 * u * u * rest * rest
      curvature = 60.0 * u * rest * (1.0 - 2.0 * u)
      integral = cube * u * (2.5 - u * (3.0 - u))
    }
  }
}
