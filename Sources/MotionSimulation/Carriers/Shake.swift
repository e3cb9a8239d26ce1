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
