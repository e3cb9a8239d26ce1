extension VehicleTrajectory {
  /// A car in a city: 0 to 17 m/s, accelerations of 1.5 to 3.25 m/s², corners with up to 3.8 m/s², stops of 3 to 6 s.
  ///
  /// Grade 2.5 % and bank 2 % (root mean squares); the suspension gives 0.4° of roll and 0.35° of pitch per m/s².
  public static func cityCar(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 3)
    var plan = DrivingPlan()
    plan.cruise(for: 5.0)
    while plan.duration < 400.0 {
      plan.changeSpeed(
        to: random.nextUniform(in: 8.0...17.0), acceleration: 2.5 * random.nextUniform(in: 0.6...1.3))
      plan.cruise(for: random.nextUniform(in: 0.5...2.0))
      if random.nextUniform() < 0.8 {
        plan.turn(
          by: random.nextSign() * random.nextUniform(in: 0.3...1.0),
          lateralAcceleration: random.nextUniform(in: 2.0...3.8))
        plan.cruise(for: random.nextUniform(in: 0.5...2.0))
      }
      if random.nextUniform() < 0.3 {
        plan.changeSpeed(to: 0.0, acceleration: 2.5 * random.nextUniform(in: 0.6...1.3))
        plan.cruise(for: random.nextUniform(in: 3.0...6.0))
      } else {
        plan.changeSpeed(
          to: random.nextUniform(in: 4.0...8.0), acceleration: 2.5 * random.nextUniform(in: 0.6...1.3))
        plan.turn(
          by: random.nextSign() * random.nextUniform(in: 1.2...1.9),
          lateralAcceleration: random.nextUniform(in: 2.0...3.8), transition: 0.8)
      }
    }
    plan.changeSpeed(to: 0.0, acceleration: 2.5)
    return car(plan, usualSpeed: 12.0, random: &random)
  }

  /// A car on a motorway: 20 to 36 m/s, accelerations of 0.5 to 2 m/s², curves of 5 to 20 s with up to 2.5 m/s².
  ///
  /// The road and the suspension are those of the city car.
  public static func motorwayCar(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 4)
    var plan = DrivingPlan(initialSpeed: 28.0)
    plan.cruise(for: 20.0)
    while plan.duration < 400.0 {
      plan.cruise(for: random.nextUniform(in: 1.0...3.0))
      plan.changeSpeed(
        to: random.nextUniform(in: 20.0...36.0), acceleration: random.nextUniform(in: 0.5...2.0), transition: 1.5)
      plan.cruise(for: random.nextUniform(in: 1.0...5.0))
      plan.turn(
        for: random.nextUniform(in: 5.0...20.0),
        lateralAcceleration: random.nextSign() * random.nextUniform(in: 1.5...2.5), transition: 2.0)
    }
    plan.changeSpeed(to: 28.0, acceleration: 1.0, transition: 1.5)
    return car(plan, usualSpeed: 28.0, random: &random)
  }

  /// A motorcycle on a country road: 8 to 28 m/s, accelerations of 1.5 to 4 m/s², leans to 31° in coordinated turns.
  ///
  /// Grade 2.5 %; the suspension gives 0.4° of pitch per m/s².
  public static func motorcycle(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 5)
    var plan = DrivingPlan(initialSpeed: 12.0)
    plan.cruise(for: 20.0)
    while plan.duration < 400.0 {
      plan.cruise(for: random.nextUniform(in: 1.0...5.0))
      plan.changeSpeed(
        to: random.nextUniform(in: 8.0...28.0), acceleration: random.nextUniform(in: 1.5...4.0), transition: 0.8)
      plan.cruise(for: random.nextUniform(in: 0.5...2.5))
      for _ in 0..<2 {
        plan.turn(
          by: random.nextSign() * random.nextUniform(in: 0.6...2.4),
          lateralAcceleration: random.nextUniform(in: 2.5...5.89), transition: 1.2)
      }
    }
    plan.changeSpeed(to: 12.0, acceleration: 2.5)
    return VehicleTrajectory(
      path: GroundPath(plan: plan, grade: grade(using: &random)), lean: .coordinated, squat: degrees(0.4),
      shake: bumps(atSpeed: 18.0, using: &random))
  }

  private static func car(_ plan: DrivingPlan, usualSpeed: Double, random: inout RandomSource) -> VehicleTrajectory {
    VehicleTrajectory(
      path: GroundPath(plan: plan, grade: grade(using: &random)),
      bank: SinusoidSum(ofOrder: 0, standardDeviation: 0.02, band: 0.002...0.02, count: 4, using: &random),
      lean: .outward(degrees(0.4)), squat: degrees(0.35),
      shake: bumps(atSpeed: usualSpeed, using: &random))
  }

  /// A grade of 2.5 % over wavelengths of 100 to 1000 m.
  private static func grade(using random: inout RandomSource) -> SinusoidSum {
    SinusoidSum(ofOrder: 0, standardDeviation: 0.025, band: 0.001...0.01, count: 4, using: &random)
  }

  /// Bumps of 0.5 to 1.8 Hz at a speed in m/s: 0.5 m/s² of vertical acceleration, and 0.3° of pitch and roll.
  private static func bumps(atSpeed speed: Double, using random: inout RandomSource) -> Shake {
    let waves = (0.5 / speed)...(1.8 / speed)
    var shake = Shake()
    shake.clock = .distance
    shake.up = SinusoidSum(ofOrder: 2, standardDeviation: 0.5 / (speed * speed), band: waves, count: 5, using: &random)
    shake.pitch = SinusoidSum(ofOrder: 0, standardDeviation: degrees(0.3), band: waves, count: 5, using: &random)
    shake.roll = SinusoidSum(ofOrder: 0, standardDeviation: degrees(0.3), band: waves, count: 5, using: &random)
    return shake
  }

  /// An angle in rad from degrees.
  static func degrees(_ angle: Double) -> Double { angle * Double.pi / 180.0 }
}
