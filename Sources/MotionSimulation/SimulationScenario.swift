import Rotations

/// A named motion with environment and sensor, as in `cardan simulate` and the files of `datasets`.
public struct SimulationScenario: Sendable {
  /// The name, in lower case with hyphens.
  public let name: String
  /// The motion in one sentence.
  public let summary: String
  /// The motion.
  public var trajectory: any Trajectory
  /// Gravity and magnetic field.
  public var environment: SimulatedEnvironment
  /// The errors of the sensors; `.none` for a perfect sensor.
  public var errors: SensorErrorModel
  /// Receivers of velocity and speed; by default those of the scenario.
  public var aiding = SimulatedAiding()
  /// Rows per second, Hz.
  public var rate: Double
  /// The duration in seconds.
  public var duration: Double
  /// The seed of random motions and of all errors.
  public let seed: UInt64

  /// The recording; equal on every call.
  public func recording() -> SimulatedRecording {
    SimulatedRecording(
      trajectory: trajectory, environment: environment, errors: errors, aiding: aiding, rate: rate,
      duration: duration, seed: seed)
  }

  /// The names of all scenarios.
  public static var names: [String] { catalogue.map(\.name) }

  /// A scenario by its name; nil for unknown names.
  ///
  /// - Parameters:
  ///   - seed: The seed of random motions and of all errors.
  ///   - duration: Seconds; nil for the default of the scenario.
  ///   - rate: Rows per second, Hz; nil for the default of the scenario.
  public static func named(
    _ name: String, seed: UInt64 = 1, duration: Double? = nil, rate: Double? = nil
  ) -> SimulationScenario? {
    guard let entry = catalogue.first(where: { $0.name == name }) else { return nil }
    var scenario = entry.make(seed)
    if let duration { scenario.duration = duration }
    if let rate { scenario.rate = rate }
    return scenario
  }
}

extension SimulationScenario {
  /// The name of a scenario and its generator.
  struct CatalogueEntry {
    var name: String
    var make: (_ seed: UInt64) -> SimulationScenario
  }

  /// All scenarios, the main one first.
  static var catalogue: [CatalogueEntry] {
    [
      CatalogueEntry(name: "hand-held", make: handHeld),
      CatalogueEntry(name: "quadrotor", make: quadrotor),
      CatalogueEntry(name: "pendulum", make: pendulum),
      CatalogueEntry(name: "constant-rate", make: constantRate),
      CatalogueEntry(name: "coning", make: coning),
      CatalogueEntry(name: "sculling", make: sculling),
    ] + carriers
  }

  static func handHeld(seed: UInt64) -> SimulationScenario {
    let trajectory = PausedTrajectory(HandHeldTrajectory(seed: seed))
    // A loudspeaker magnet of 2 A m² passes the moving hand at 20 cm.
    let passingTime = 37.0
    let magnet = Magnet(
      position: trajectory.state(at: passingTime).position + Vector3(x: 0.2, y: 0.0, z: 0.0),
      velocity: Vector3(x: 0.0, y: 0.25, z: 0.0), passingTime: passingTime, moment: Vector3(x: 1.6, y: 0.8, z: 0.9))
    return SimulationScenario(
      name: "hand-held",
      summary: "A hand-held device with phases of rest; a magnet passes after 37 s.",
      trajectory: trajectory,
      environment: SimulatedEnvironment(magnets: [magnet]), errors: .consumerGrade, rate: 100.0, duration: 60.0,
      seed: seed)
  }

  static func quadrotor(seed: UInt64) -> SimulationScenario {
    var errors = SensorErrorModel.consumerGrade
    // Propeller vibration, aliased to white noise of about 0.3 m/s² and 0.3 °/s at 200 Hz.
    errors.accelerometer.noiseDensity = 0.02
    errors.gyroscope.noiseDensity = 0.0004
    return SimulationScenario(
      name: "quadrotor",
      summary: "An aggressive flight after 4 s of hovering; the accelerometer measures thrust, not tilt.",
      trajectory: QuadrotorTrajectory(seed: seed, hovering: RestSchedule(rest: 4.0, motion: 22.0, transition: 2.0)),
      environment: SimulatedEnvironment(), errors: errors, rate: 200.0,
      duration: 30.0, seed: seed)
  }

  static func pendulum(seed: UInt64) -> SimulationScenario {
    var errors = SensorErrorModel.consumerGrade
    errors.magnetometer.rate = 20.0
    return SimulationScenario(
      name: "pendulum",
      summary: "A free swing on an arm of 1 m, with a magnetometer at 20 Hz.",
      trajectory: PendulumTrajectory(), environment: SimulatedEnvironment(), errors: errors, rate: 100.0,
      duration: 60.0, seed: seed)
  }

  static func constantRate(seed: UInt64) -> SimulationScenario {
    SimulationScenario(
      name: "constant-rate",
      summary: "A rotation at 60 °/s about an axis tilted by 20°.",
      trajectory: ConstantRateTrajectory(
        initialENUFromBody: Rotation(rotationVector: .unitX * 0.349), angularRate: .unitZ * 1.0472),
      environment: SimulatedEnvironment(), errors: .consumerGrade, rate: 100.0, duration: 60.0, seed: seed)
  }

  static func coning(seed: UInt64) -> SimulationScenario {
    SimulationScenario(
      name: "coning",
      summary:
        "Coning at 5 Hz with a half angle of 0.1 rad: the mean rate is not zero, although the attitude is periodic.",
      trajectory: ConingTrajectory(), environment: SimulatedEnvironment(), errors: .consumerGrade, rate: 200.0,
      duration: 60.0, seed: seed)
  }

  static func sculling(seed: UInt64) -> SimulationScenario {
    SimulationScenario(
      name: "sculling",
      summary: "Rocking and swaying in phase at 5 Hz: the mean specific force suggests a false acceleration.",
      trajectory: ScullingTrajectory(), environment: SimulatedEnvironment(), errors: .consumerGrade, rate: 200.0,
      duration: 60.0, seed: seed)
  }
}
