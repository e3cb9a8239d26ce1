import Rotations
import Testing

@testable import MotionSimulation

@Suite struct SimulatedAidingTests {
  private func scenario(_ name: String, duration: Double, _ aiding: SimulatedAiding) throws -> SimulationScenario {
    var scenario = try #require(SimulationScenario.named(name, seed: 1, duration: duration))
    scenario.aiding = aiding
    return scenario
  }

  /// Without noise a reading is the velocity of the antenna one lag ago, v + R (ω × l); other rows have none.
  @Test func receiverReportsTheAntennaOneLagAgo() throws {
    let arm = Vector3(x: 1.0, y: 0.5, z: 1.2)
    let receiver = VelocityReceiver(rate: 5, noise: 0, lag: 0.15, leverArm: arm)
    let scenario = try scenario("boat", duration: 20, SimulatedAiding(receiver: receiver))
    var count = 0
    for (row, sample) in scenario.recording().enumerated() {
      #expect(sample.forwardSpeed.isNaN)
      #expect(sample.velocityOverGround.isFiniteInLane == row.isMultiple(of: 20))
      guard row.isMultiple(of: 20) else { continue }
      let past = Double(row) / 100 - 0.15
      // The velocity of the antenna is the derivative of its position.
      func antenna(_ time: Double) -> Vector3<Double> {
        let state = scenario.trajectory.state(at: time)
        return state.position + state.enuFromBody.rotate(arm)
      }
      let expected = (antenna(past + 1e-3) - antenna(past - 1e-3)) * 500
      #expect((sample.velocityOverGround - expected).length < 1e-4)
      count += 1
    }
    #expect(count == 100)
  }

  @Test func noiseHasItsStandardDeviation() throws {
    let aiding = SimulatedAiding(receiver: VelocityReceiver(noise: 0.3, lag: 0), odometer: Odometer(noise: 0.2))
    let scenario = try scenario("train", duration: 200, aiding)
    var (velocity, speed) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
    for (row, sample) in scenario.recording().enumerated() {
      #expect(sample.forwardSpeed.isNaN != row.isMultiple(of: 10))
      guard row.isMultiple(of: 10) else { continue }
      let state = scenario.trajectory.state(at: Double(row) / 100)
      let error = sample.forwardSpeed - state.enuFromBody.inverse.rotate(state.velocity).x
      speed = (speed.sum + error * error, speed.count + 1)
      guard sample.velocityOverGround.isFiniteInLane else { continue }
      let vector = sample.velocityOverGround - state.velocity
      velocity = (velocity.sum + vector.dot(vector), velocity.count + 3)
    }
    // 3000 and 2000 values: known to 1.3 % and 1.6 %.
    #expect(abs((velocity.sum / velocity.count).squareRoot() / 0.3 - 1) < 0.06)
    #expect(abs((speed.sum / speed.count).squareRoot() / 0.2 - 1) < 0.06)
  }

  /// Receivers change no reading of the other sensors.
  @Test func sensorsAreIndependentOfReceivers() throws {
    let with = try #require(SimulationScenario.named("city", duration: 5))
    let without = try scenario("city", duration: 5, SimulatedAiding())
    for (one, other) in zip(with.recording(), without.recording()) {
      #expect(one.angularRate == other.angularRate && one.specificForce == other.specificForce)
      #expect(one.magneticField == other.magneticField && !other.velocityOverGround.isFiniteInLane)
    }
  }

  @Test func scenariosHaveTheReceiversOfTheirCarriers() {
    for name in ["city", "motorway", "train", "boat", "fixed-wing", "motorcycle"] {
      let aiding = SimulationScenario.named(name)?.aiding
      #expect(aiding?.receiver?.rate == 5 && aiding?.receiver?.noise == 0.1 && aiding?.receiver?.lag == 0.15)
      #expect(aiding?.odometer?.rate == 10 && aiding?.odometer?.noise == 0.1)
      #expect(aiding?.receiver?.leverArm == (name == "boat" ? Vector3(x: 1, y: 0.5, z: 1.2) : .zero))
    }
    for name in ["hand-held", "quadrotor", "walking", "hover"] {
      let aiding = SimulationScenario.named(name)?.aiding
      #expect(aiding?.receiver == nil && aiding?.odometer == nil)
    }
  }

  @Test func columnsByHand() {
    let aiding = SimulatedAiding(receiver: VelocityReceiver(), odometer: Odometer())
    #expect(SimulatedLogText.header(aiding: aiding).contains(",mag_z,vel_e [m/s],vel_n,vel_u,speed [m/s],q_w,"))
    var sample = SimulatedSample(
      timestamp: 0, interval: 0, angularRate: .zero, specificForce: .zero, magneticField: .absent,
      trueENUFromBody: .identity, trueGyroscopeBias: .zero, isMoving: true)
    sample.velocityOverGround = Vector3(x: 1, y: -2.5, z: 0.0625)
    var bytes: [UInt8] = []
    SimulatedLogText.append(sample, aiding: aiding, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "0.000000,0.000000,0.000000,0.000000,0.00000,0.00000,0.00000,nan,nan,nan,1.000,-2.500,0.062,nan,"
        + "1.00000000,0.00000000,0.00000000,0.00000000\n")
  }
}
