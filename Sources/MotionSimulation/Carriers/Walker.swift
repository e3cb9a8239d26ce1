extension VehicleTrajectory {
  /// A walking person: 1 m/s, circles of 15 to 40 s at 20 to 40 °/s, sharp corners, straight walks, pauses.
  ///
  /// Steps at 2 Hz move the body up and down by 2 cm and forward by 1 cm, and at 1 Hz sideways by 2 cm (amplitudes).
  public static func walker(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 10)
    var plan = DrivingPlan()
    plan.cruise(for: 5.0)
    while plan.duration < 300.0 {
      plan.changeSpeed(to: 1.0, acceleration: 1.0)
      for _ in 0..<3 {
        plan.cruise(for: random.nextUniform(in: 2.0...10.0))
        let circling = degrees(random.nextUniform(in: 20.0...40.0))
        plan.turn(
          for: random.nextUniform(in: 15.0...40.0), lateralAcceleration: random.nextSign() * circling * plan.speed)
        plan.cruise(for: random.nextUniform(in: 2.0...8.0))
        plan.turn(
          by: random.nextSign() * random.nextUniform(in: 1.0...3.1), lateralAcceleration: 1.5, transition: 0.7)
      }
      plan.changeSpeed(to: 0.0, acceleration: 1.0)
      plan.cruise(for: random.nextUniform(in: 1.0...4.0))
    }
    var steps = Shake()
    steps.clock = .distance
    let stride = 2.0 * Double.pi
    steps.up = SinusoidSum([.init(amplitude: 0.02, angularFrequency: 2.0 * stride, phase: 0.0)])
    steps.forward = SinusoidSum([.init(amplitude: 0.01, angularFrequency: 2.0 * stride, phase: 1.0)])
    steps.left = SinusoidSum([.init(amplitude: 0.02, angularFrequency: stride, phase: 0.0)])
    return VehicleTrajectory(path: GroundPath(plan: plan), lean: .cant(0.0), shake: steps)
  }
}
