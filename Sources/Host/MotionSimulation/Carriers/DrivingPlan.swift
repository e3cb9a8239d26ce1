/// The manoeuvres of a vehicle, one after the other: changes of speed on a straight line, turns at constant speed.
struct DrivingPlan: Sendable {
  /// Acceleration along the path, m/s².
  private(set) var acceleration = SmoothLevels()
  /// Rate of the heading, counter-clockwise seen from above, rad/s.
  private(set) var turnRate = SmoothLevels()
  /// Speed at the start, m/s.
  let initialSpeed: Double
  /// Speed after the last manoeuvre, m/s.
  private(set) var speed: Double

  /// A plan without manoeuvres, from the speed at the start in m/s.
  init(initialSpeed: Double = 0.0) {
    self.initialSpeed = initialSpeed
    speed = initialSpeed
  }

  /// The end of the last manoeuvre, s.
  var duration: Double { acceleration.end }

  /// Keeps speed and heading for a duration in seconds.
  mutating func cruise(for duration: Double) {
    acceleration.append(0.0, transition: duration, duration: duration)
    turnRate.append(0.0, transition: duration, duration: duration)
  }

  /// Changes the speed on a straight line.
  ///
  /// - Parameters:
  ///   - target: The speed after it, m/s.
  ///   - magnitude: The largest acceleration, m/s²; small changes have less.
  ///   - transition: The rise and the fall of the acceleration, s each.
  mutating func changeSpeed(to target: Double, acceleration magnitude: Double, transition: Double = 1.0) {
    let duration = Self.appendPulse(
      of: target - speed, magnitude: magnitude, transition: transition, to: &acceleration)
    turnRate.append(0.0, transition: duration, duration: duration)
    speed = target
  }

  /// Turns at constant speed.
  ///
  /// - Parameters:
  ///   - angle: The change of the heading, counter-clockwise seen from above, rad.
  ///   - magnitude: The largest lateral acceleration, m/s²; small turns have less.
  ///   - transition: The rise and the fall of the turn rate, s each.
  mutating func turn(by angle: Double, lateralAcceleration magnitude: Double, transition: Double = 1.0) {
    let duration = Self.appendPulse(
      of: angle, magnitude: magnitude / speed, transition: transition, to: &turnRate)
    acceleration.append(0.0, transition: duration, duration: duration)
  }

  /// Turns at constant speed for a duration in seconds, at least two transitions; left for a positive lateral acceleration.
  mutating func turn(for duration: Double, lateralAcceleration: Double, transition: Double = 1.0) {
    turn(
      by: (duration - transition) * lateralAcceleration / speed, lateralAcceleration: lateralAcceleration.magnitude,
      transition: transition)
  }

  /// Appends a pulse with the given integral; returns its duration.
  private static func appendPulse(
    of integral: Double, magnitude: Double, transition: Double, to levels: inout SmoothLevels
  ) -> Double {
    let level = min(magnitude, integral.magnitude / transition)
    // A rise and a fall together count as one transition at the level.
    let hold = level > 0 ? max(integral.magnitude / level - transition, 0.0) : 0.0
    levels.append(integral < 0 ? -level : level, transition: transition, duration: transition + hold)
    levels.append(0.0, transition: transition, duration: transition)
    return 2.0 * transition + hold
  }
}
