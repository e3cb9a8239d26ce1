extension VehicleTrajectory {
  /// A train: 20 to 40 m/s, 0.5 to 1.1 m/s² for up to 60 s, curves of 15 to 60 s with up to 1.5 m/s², of which the cant
  /// compensates 60 %.
  public static func train(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 6)
    var plan = DrivingPlan(initialSpeed: 24.0)
    plan.cruise(for: 20.0)
    while plan.duration < 400.0 {
      plan.cruise(for: random.nextUniform(in: 2.0...8.0))
      // Slower and faster in turns, so that the changes last.
      let target = plan.speed < 30.0 ? random.nextUniform(in: 32.0...40.0) : random.nextUniform(in: 20.0...28.0)
      plan.changeSpeed(to: target, acceleration: random.nextUniform(in: 0.5...1.1), transition: 2.0)
      plan.cruise(for: random.nextUniform(in: 2.0...8.0))
      plan.turn(
        for: random.nextUniform(in: 15.0...60.0),
        lateralAcceleration: random.nextSign() * random.nextUniform(in: 0.6...1.5), transition: 4.0)
    }
    plan.changeSpeed(to: 24.0, acceleration: 0.8, transition: 2.0)
    return railVehicle(plan, lean: .cant(0.6), random: &random)
  }

  /// A tram: 0 to 15 m/s, 1.2 to 2 m/s², stops of 5 to 8 s, level curves with up to 2 m/s².
  public static func tram(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 7)
    var plan = DrivingPlan()
    while plan.duration < 400.0 {
      plan.cruise(for: random.nextUniform(in: 5.0...8.0))
      plan.changeSpeed(to: random.nextUniform(in: 9.0...15.0), acceleration: random.nextUniform(in: 1.2...2.0))
      plan.cruise(for: random.nextUniform(in: 0.5...3.0))
      plan.turn(
        by: random.nextSign() * random.nextUniform(in: 0.4...1.6),
        lateralAcceleration: random.nextUniform(in: 1.0...2.0), transition: 2.0)
      plan.cruise(for: random.nextUniform(in: 0.5...3.0))
      plan.changeSpeed(to: 0.0, acceleration: random.nextUniform(in: 1.2...2.0))
    }
    return railVehicle(plan, lean: .cant(0.0), random: &random)
  }

  /// A grade of 0.5 %, and 0.1° of pitch and 0.3° of roll of the bogies.
  private static func railVehicle(_ plan: DrivingPlan, lean: Lean, random: inout RandomSource) -> VehicleTrajectory {
    var shake = Shake()
    shake.clock = .distance
    shake.pitch = SinusoidSum(
      ofOrder: 0, standardDeviation: degrees(0.1), band: 0.02...0.06, count: 4, using: &random)
    shake.roll = SinusoidSum(
      ofOrder: 0, standardDeviation: degrees(0.3), band: 0.02...0.06, count: 4, using: &random)
    let grade = SinusoidSum(ofOrder: 0, standardDeviation: 0.005, band: 0.0003...0.003, count: 4, using: &random)
    return VehicleTrajectory(path: GroundPath(plan: plan, grade: grade), lean: lean, shake: shake)
  }
}

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
