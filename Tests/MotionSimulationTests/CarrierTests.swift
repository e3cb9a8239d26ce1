import Rotations
import Testing

@testable import MotionSimulation

/// The carriers of ``SimulationScenario``, each with the figures that its documentation promises.
@Suite struct CarrierTests {
  private static let names = SimulationScenario.carriers.map(\.name)

  /// A mechanisation of perfect readings at 100 Hz: attitude from the gyroscope, velocity and position from the accelerometer
  /// and gravity by Simpson's rule, whose error is step⁴/180 times the fourth derivative: below 1e-3 m/s² for the steps of a
  /// walk (3 m/s² at 2 Hz give 5e-6 m/s²) and for bumps.
  @Test(arguments: names)
  func readingsIntegrateToAttitudeAndPosition(name: String) throws {
    var scenario = try #require(SimulationScenario.named(name, seed: 2, duration: 20))
    scenario.errors = SensorErrorModel(gyroscopeSampling: .rotationIncrement)
    let (step, start) = (0.01, scenario.trajectory.state(at: 0))
    var (attitude, velocity, position) = (start.enuFromBody, start.velocity, start.position)
    var accelerations: [Vector3<Double>] = []
    for (row, sample) in scenario.recording().enumerated() {
      if row > 0 { attitude = (attitude * Rotation(rotationVector: sample.angularRate * step)).renormalized }
      #expect(attitude.angle(to: sample.trueENUFromBody) < 1e-11)
      accelerations.append(attitude.rotate(sample.specificForce) - .unitZ * SimulatedEnvironment.standardGravity)
    }
    for row in stride(from: 0, to: accelerations.count - 2, by: 2) {
      let (first, middle, last) = (accelerations[row], accelerations[row + 1], accelerations[row + 2])
      let halfway = velocity + (first * 5.0 + middle * 8.0 - last) * (step / 12)
      let end = velocity + (first + middle * 4.0 + last) * (step / 3)
      position += (velocity + halfway * 4.0 + end) * (step / 3)
      velocity = end
    }
    let truth = scenario.trajectory.state(at: Double((accelerations.count - 1) / 2 * 2) * step)
    #expect((velocity - truth.velocity).length < 1e-4)
    #expect((position - truth.position).length < 1e-3)
  }

  /// The path continues after its plan, which lasts 300 to 500 s, and before its start.
  @Test func pathContinuesBeyondItsPlan() {
    let path = VehicleTrajectory.cityCar(seed: 3).path
    for start in stride(from: -900.0, to: 1800.0, by: 37.0) {
      let moved = GaussLegendre.mean(from: start, to: start + 0.1) { path.course(at: $0).velocity } * 0.1
      #expect((path.position(at: start + 0.1) - path.position(at: start) - moved).length < 1e-7, "\(start)")
    }
  }

  /// The ranges of speed in m/s, and the largest acceleration along and across the path in m/s².
  private static let figures: [(name: String, make: @Sendable (UInt64) -> VehicleTrajectory, Figures)] = [
    ("walker", VehicleTrajectory.walker, Figures(speed: 0...1, along: 1, across: 40 * .pi / 180)),
    ("city car", VehicleTrajectory.cityCar, Figures(speed: 0...17, along: 3.25, across: 3.8)),
    ("motorway car", VehicleTrajectory.motorwayCar, Figures(speed: 20...36, along: 2, across: 2.5)),
    ("motorcycle", VehicleTrajectory.motorcycle, Figures(speed: 8...28, along: 4, across: 5.89)),
    ("train", VehicleTrajectory.train, Figures(speed: 20...40, along: 1.1, across: 1.5)),
    ("tram", VehicleTrajectory.tram, Figures(speed: 0...15, along: 2, across: 2)),
    ("boat", VehicleTrajectory.boat, Figures(speed: 3...8, along: 0.5, across: 12 * .pi / 180 * 8)),
    ("fixed wing", VehicleTrajectory.fixedWing, Figures(speed: 15...25, along: 1.5, across: 9.81)),
  ]

  struct Figures {
    var speed: ClosedRange<Double>
    var along: Double
    var across: Double
  }

  /// No seed exceeds the figures, and the four together reach at least 80 % of each.
  @Test(arguments: figures.indices)
  func motionKeepsToItsFigures(index: Int) {
    let (name, make, figures) = Self.figures[index]
    var (slowest, fastest, along, across) = (Double.infinity, 0.0, 0.0, 0.0)
    for seed in UInt64(1)...4 {
      let path = make(seed).path
      for time in stride(from: 0.0, to: 400.0, by: 0.2) {
        let course = path.course(at: time)
        (slowest, fastest) = (min(slowest, course.speed), max(fastest, course.speed))
        along = max(along, course.acceleration.magnitude)
        // At the turn of a walker's corner, 1.5 m/s² are allowed.
        across = max(across, (course.speed * course.turnRate).magnitude)
      }
    }
    let lateral = name == "walker" ? 1.5 : figures.across
    #expect(slowest > figures.speed.lowerBound - 1e-9 && fastest < figures.speed.upperBound + 1e-9, "\(name)")
    #expect(along < figures.along + 1e-9 && across < lateral + 1e-9, "\(name)")
    #expect(slowest <= figures.speed.lowerBound + 0.2 * (figures.speed.upperBound - figures.speed.lowerBound))
    #expect(fastest > 0.8 * figures.speed.upperBound && along > 0.8 * figures.along, "\(name)")
    #expect(across > 0.8 * lateral, "\(name) \(across)")
  }

  /// On wheels the horizontal velocity is along the horizontal direction of body x.
  @Test(arguments: ["city", "motorway", "motorcycle", "train"])
  func wheelsDoNotSlip(name: String) throws {
    let trajectory = try #require(SimulationScenario.named(name, seed: 3)).trajectory
    for time in stride(from: 0.0, to: 300.0, by: 1.7) {
      let state = trajectory.state(at: time)
      let forward = state.enuFromBody.rotate(.unitX)
      #expect(abs(state.velocity.x * forward.y - state.velocity.y * forward.x) < 1e-9)
    }
  }

  /// In a coordinated turn without gusts, bumps and climbs the specific force is along body z.
  @Test func coordinatedTurnsHaveNoSidewaysForce() {
    var plan = DrivingPlan(initialSpeed: 20)
    plan.turn(for: 10, lateralAcceleration: 6)
    let vehicle = VehicleTrajectory(path: GroundPath(plan: plan), lean: .coordinated)
    for time in stride(from: 0.0, to: 10.0, by: 0.1) {
      let force = SimulatedEnvironment().specificForce(at: vehicle.state(at: time))
      #expect(abs(force.x) < 1e-9 && abs(force.y) < 1e-9 && force.z > 9.8)
    }
    // tan(lean) = 6 / 9.81: 31.45°; a left turn leans to the left, the right side up.
    #expect(abs(vehicle.state(at: 5).enuFromBody.inverse.rotate(.unitZ).y + 0.5218) < 1e-4)
  }

  /// The gyroscope of the hovering drone drifts by 0.3 °/s per √s, and the drone stays in place after a rest of 15 s.
  @Test func hoverHasItsFigures() throws {
    var squares = (drift: 0.0, speed: 0.0)
    let seeds = UInt64(1)...40
    for seed in seeds {
      let scenario = try #require(SimulationScenario.named("hover", seed: seed, rate: 1))
      let samples = Array(scenario.recording())
      #expect(samples.prefix(15).allSatisfy { !$0.isMoving } && samples.dropFirst(16).allSatisfy(\.isMoving))
      let drift = samples[299].trueGyroscopeBias - samples[0].trueGyroscopeBias
      squares.drift += drift.dot(drift) / 3 / Double(seeds.count)
      for time in stride(from: 20.0, to: 300.0, by: 2.0) {
        let velocity = scenario.trajectory.state(at: time).velocity
        squares.speed += (velocity.x * velocity.x + velocity.y * velocity.y) / 140 / Double(seeds.count)
      }
    }
    // 120 values: the root mean square is known to 6 %.
    #expect(abs(squares.drift.squareRoot() / (0.3 * .pi / 180 * 299.0.squareRoot()) - 1) < 0.25)
    #expect(abs(squares.speed.squareRoot() / 0.3 - 1) < 0.1)
  }

  @Test(arguments: names)
  func seedsDifferAndRepeat(name: String) throws {
    func text(_ seed: UInt64) throws -> [UInt8] {
      SimulatedLogText.text(of: try #require(SimulationScenario.named(name, seed: seed, duration: 0.3)).recording())
    }
    #expect(try text(1) == text(1))
    #expect(try text(1) != text(2))
  }
}
