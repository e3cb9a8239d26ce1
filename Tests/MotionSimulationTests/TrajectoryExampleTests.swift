import MotionSimulation
import Rotations
import Testing

private func difference(_ left: Vector3<Double>, _ right: Vector3<Double>) -> Double { (left - right).largestMagnitude }

/// Signs and directions by hand: laws cannot see a consistent inversion.
@Suite struct TrajectoryExampleTests {
  @Test func quarterTurnAboutUpTurnsEastToNorth() {
    let trajectory = ConstantRateTrajectory(angularRate: Vector3(x: 0, y: 0, z: Double.pi / 2))
    let turned = trajectory.state(at: 1).enuFromBody.rotate(.unitX)
    #expect(difference(turned, .unitY) < 1e-15)
    #expect(trajectory.isMoving(at: 0))
    #expect(!ConstantRateTrajectory(angularRate: .zero).isMoving(at: 0))
  }

  /// At time zero the cone's axis is x: body z leans towards -y, and goes on round counter-clockwise.
  @Test func coningStartsAndTurnsAsDocumented() {
    let coning = ConingTrajectory(halfAngle: 0.1, frequency: 1)
    let start = coning.state(at: 0)
    #expect(difference(start.enuFromBody.rotationVector, Vector3(x: 0.1, y: 0, z: 0)) < 1e-15)
    let quarter = coning.state(at: 0.25).enuFromBody.rotationVector
    #expect(difference(quarter, Vector3(x: 0, y: 0.1, z: 0)) < 1e-15)
    // The mean rate about z is 2 pi (cos 0.1 - 1), always.
    #expect(abs(start.angularRate.z - -0.031389755322) < 1e-11)
  }

  /// The mean of the specific force along body z exceeds gravity's by roll · sway · O² / 2, to second order in the roll.
  @Test func scullingRectifies() {
    let (roll, sway, frequency) = (0.01, 0.02, 2.0)
    let sculling = ScullingTrajectory(rollAmplitude: roll, swayAmplitude: sway, frequency: frequency)
    let environment = SimulatedEnvironment(gravity: 0)
    var mean = 0.0
    for part in 0..<1000 { mean += environment.specificForce(at: sculling.state(at: Double(part) / 2000)).z / 1000 }
    let angularFrequency = 2 * Double.pi * frequency
    let expected = roll * sway * angularFrequency * angularFrequency / 2
    #expect(abs(mean / expected - 1) < 1e-4)
  }

  @Test func pendulumHangsBelowItsPivotAndSwingsTowardMinusX() {
    let pendulum = PendulumTrajectory(amplitude: 0.5, armLength: 2)
    #expect(difference(pendulum.state(at: 0).position, Vector3(x: 0, y: 0, z: -2)) < 1e-15)
    #expect(pendulum.state(at: 0).velocity.x < 0)
    // Lowest point, full speed: gravity plus the centripetal L rate².
    let state = pendulum.state(at: 0)
    let force = SimulatedEnvironment().specificForce(at: state)
    #expect(difference(force, Vector3(x: 0, y: 0, z: 9.81 + 2 * state.angularRate.y * state.angularRate.y)) < 1e-12)
  }

  /// A free pendulum's accelerometer sees nothing across the arm: for a swing of 0.01 rad what is left of 9.81 · 0.01 is
  /// the third order, 9.81 · 0.01³ / 6.
  @Test func freePendulumHidesItsTilt() {
    let pendulum = PendulumTrajectory(amplitude: 0.01)
    for time in stride(from: 0.0, to: 2.0, by: 0.05) {
      let force = SimulatedEnvironment().specificForce(at: pendulum.state(at: time))
      #expect(abs(force.x) < 2e-6)
      #expect(abs(force.y) < 1e-15)
    }
  }

  /// The thrust is all that a multirotor feels, and its body y axis is square to its heading.
  @Test func quadrotorFeelsOnlyThrust() {
    for seed in UInt64(1)...5 {
      let flight = QuadrotorTrajectory(seed: seed)
      for time in stride(from: 0.0, to: 30.0, by: 0.37) {
        let state = flight.state(at: time)
        let force = SimulatedEnvironment().specificForce(at: state)
        #expect(abs(force.x) < 1e-13)
        #expect(abs(force.y) < 1e-13)
        #expect(force.z > 5)
        let (sine, cosine) = Double.sineAndCosine(flight.yaw.jet(at: time).value)
        let left = state.enuFromBody.rotate(.unitY)
        #expect(abs(left.dot(Vector3(x: cosine, y: sine, z: 0))) < 1e-14)
        #expect(left.dot(Vector3(x: -sine, y: cosine, z: 0)) > 0.5)
        #expect(state.acceleration.z > -9.81)
      }
    }
  }

  @Test func hoveringQuadrotorIsLevelAndPointsWhereItsYawSays() {
    let still = SinusoidSum([])
    let yaw = SinusoidSum([.init(amplitude: 0.7, angularFrequency: 0, phase: Double.pi / 2)])
    let state = QuadrotorTrajectory(east: still, north: still, up: still, yaw: yaw).state(at: 5)
    #expect(difference(state.enuFromBody.rotationVector, Vector3(x: 0, y: 0, z: 0.7)) < 1e-15)
    #expect(state.angularRate.largestMagnitude < 1e-15)
  }

  /// Yaw 90°, then pitch 90° about the new y: body x points down (a positive pitch lowers it), wherever the yaw points.
  @Test func handHeldAnglesAreIntrinsic() {
    func constant(_ value: Double) -> SinusoidSum {
      SinusoidSum([.init(amplitude: value, angularFrequency: 0, phase: Double.pi / 2)])
    }
    let still = SinusoidSum([])
    let quarter = Double.pi / 2
    let hand = HandHeldTrajectory(
      yaw: constant(quarter), pitch: constant(quarter), roll: still, path: (still, still, still))
    let attitude = hand.state(at: 0).enuFromBody
    #expect(difference(attitude.rotate(.unitX), -.unitZ) < 1e-15)
    #expect(difference(attitude.rotate(.unitY), -.unitX) < 1e-15)
  }

  @Test func handHeldHasTheVigourItPromises() {
    let hand = HandHeldTrajectory(seed: 11)
    var (rates, accelerations) = (Vector3<Double>.zero, Vector3<Double>.zero)
    let count = 20_000
    for step in 0..<count {
      let time = Double(step) * 0.05
      let (yaw, roll) = (hand.yaw.jet(at: time).rate, hand.roll.jet(at: time).rate)
      rates += Vector3(x: yaw * yaw, y: roll * roll, z: 0) / Double(count)
      let acceleration = hand.state(at: time).acceleration
      accelerations += acceleration.timesElementwise(acceleration) / Double(count)
    }
    // 1000 s hold over 100 periods of the slowest sinusoid; beats leave about a percent.
    #expect(abs(rates.x.squareRoot() - 1.5) < 0.03)
    #expect(abs(rates.y.squareRoot() - 1.0) < 0.02)
    for axis in 0..<3 { #expect(abs(accelerations[axis].squareRoot() - 1.5) < 0.03) }
    #expect(HandHeldTrajectory(seed: 11, vigour: 0).state(at: 3).angularRate == .zero)
  }
}
