extension VehicleTrajectory {
  /// A boat in waves of 0.12 to 0.22 Hz: orbital motion of 0.6 m, roll 6° and pitch 3.5° (amplitudes), 3 to 8 m/s, turns of
  /// 5 to 12 °/s.
  public static func boat(seed: UInt64) -> VehicleTrajectory {
    var random = RandomSource(seed: seed, stream: 8)
    var plan = DrivingPlan(initialSpeed: 5.0)
    plan.cruise(for: 20.0)
    while plan.duration < 400.0 {
      plan.cruise(for: random.nextUniform(in: 4.0...15.0))
      plan.changeSpeed(
        to: random.nextUniform(in: 3.0...8.0), acceleration: random.nextUniform(in: 0.2...0.5), transition: 2.0)
      let turnRate = degrees(random.nextUniform(in: 5.0...12.0))
      plan.turn(
        by: random.nextSign() * random.nextUniform(in: 1.0...4.0), lateralAcceleration: turnRate * plan.speed,
        transition: 3.0)
    }
    plan.changeSpeed(to: 5.0, acceleration: 0.4, transition: 2.0)
    return VehicleTrajectory(path: GroundPath(plan: plan), lean: .cant(0.0), shake: waves(using: &random))
  }

  /// Water moves on circles: forward and left with the amplitude of up, a quarter of a period behind, shared by the
  /// direction of the waves.
  private static func waves(using random: inout RandomSource) -> Shake {
    let band = 0.12...0.22
    let amplitude = 0.5.squareRoot()
    var shake = Shake()
    shake.up = SinusoidSum(ofOrder: 0, standardDeviation: 0.6 * amplitude, band: band, count: 4, using: &random)
    let (left, forward) = Double.sineAndCosine(random.nextUniform(in: 0.0...(2.0 * Double.pi)))
    func orbital(_ share: Double) -> SinusoidSum {
      SinusoidSum(
        shake.up.components.map { wave in
          SinusoidSum.Component(
            amplitude: wave.amplitude * share, angularFrequency: wave.angularFrequency,
            phase: wave.phase - 0.5 * Double.pi)
        })
    }
    shake.forward = orbital(forward)
    shake.left = orbital(left)
    shake.roll = SinusoidSum(
      ofOrder: 0, standardDeviation: degrees(6.0) * amplitude, band: band, count: 4, using: &random)
    shake.pitch = SinusoidSum(
      ofOrder: 0, standardDeviation: degrees(3.5) * amplitude, band: band, count: 4, using: &random)
    shake.yaw = SinusoidSum(ofOrder: 0, standardDeviation: degrees(1.5), band: band, count: 4, using: &random)
    return shake
  }
}

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
