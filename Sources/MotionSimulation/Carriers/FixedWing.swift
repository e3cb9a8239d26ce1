extension VehicleTrajectory {
  /// A small aircraft with fixed wings: 15 to 25 m/s, coordinated turns of 15 to 45° of bank for 6 to 45 s, climbs of 4 %,
  /// gusts of 0.4 m/s sideways and upward (root mean squares).
  public static func fixedWing(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 9)
    let initialSpeed = 20.0
    var plan = DrivingPlan(initialSpeed: initialSpeed)
    plan.cruise(for: 20.0)
    while plan.duration < 400.0 {
      plan.cruise(for: random.nextUniform(in: 4.0...25.0))
      let (sine, cosine) = Double.sineAndCosine(degrees(random.nextUniform(in: 15.0...45.0)))
      plan.turn(
        for: random.nextUniform(in: 6.0...45.0),
        lateralAcceleration: random.nextSign() * SimulatedEnvironment.standardGravity * sine / cosine, transition: 2.0)
      if random.nextUniform() < 0.5 {
        plan.changeSpeed(
          to: random.nextUniform(in: 15.0...25.0), acceleration: random.nextUniform(in: 0.5...1.5), transition: 1.5)
      }
    }
    plan.changeSpeed(to: initialSpeed, acceleration: 1.0, transition: 1.5)
    let climb = SinusoidSum(ofOrder: 0, standardDeviation: 0.04, band: 0.0005...0.003, count: 4, using: &random)
    return VehicleTrajectory(
      path: GroundPath(plan: plan, grade: climb), lean: .coordinated, shake: gusts(using: &random))
  }

  /// Sideways and vertical speed, and 1.5° of roll and pitch, by gusts of 0.05 to 0.5 Hz.
  private static func gusts(using random: inout RandomSource) -> Shake {
    let band = 0.05...0.5
    var shake = Shake()
    shake.left = SinusoidSum(ofOrder: 1, standardDeviation: 0.4, band: band, count: 5, using: &random)
    shake.up = SinusoidSum(ofOrder: 1, standardDeviation: 0.4, band: band, count: 5, using: &random)
    shake.roll = SinusoidSum(ofOrder: 0, standardDeviation: degrees(1.5), band: band, count: 5, using: &random)
    shake.pitch = SinusoidSum(ofOrder: 0, standardDeviation: degrees(1.5), band: band, count: 5, using: &random)
    return shake
  }
}
