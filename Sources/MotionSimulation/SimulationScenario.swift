import Rotations

/// A motion, its surroundings and a sensor under a name: what `cardan simulate` and the files in `datasets` are made of.
public struct SimulationScenario: Sendable {
  /// The name, in lower case with hyphens.
  public let name: String
  /// What happens, in one sentence for people.
  public let summary: String
  /// The motion.
  public var trajectory: any Trajectory
  /// Gravity and magnetic field.
  public var environment: SimulatedEnvironment
  /// What is wrong with the sensors; `.none` for a perfect sensor.
  public var errors: SensorErrorModel
  /// Rows per second, Hz.
  public var rate: Double
  /// Seconds.
  public var duration: Double
  /// The seed of the motion, where it is random, and of all errors.
  public let seed: UInt64

  /// The recording; the same each time.
  public func recording() -> SimulatedRecording {
    SimulatedRecording(
      trajectory: trajectory, environment: environment, errors: errors, rate: rate, duration: duration, seed: seed)
  }

  /// The names that `named` knows.
  public static var names: [String] { catalogue.map(\.name) }

  /// A scenario by its name; nil for a name that is not in `names`.
  ///
  /// - Parameters:
  ///   - seed: Of the motion, where it is random, and of the sensors' errors.
  ///   - duration: Seconds; nil for the scenario's own.
  ///   - rate: Rows per second, Hz; nil for the scenario's own.
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
  /// A scenario's name and how to make it from a seed.
  struct CatalogueEntry {
    var name: String
    var make: (_ seed: UInt64) -> SimulationScenario
  }

  /// Every scenario, the main one first.
  static var catalogue: [CatalogueEntry] {
    [
      CatalogueEntry(name: "hand-held", make: handHeld),
      CatalogueEntry(name: "quadrotor", make: quadrotor),
      CatalogueEntry(name: "pendulum", make: pendulum),
      CatalogueEntry(name: "constant-rate", make: constantRate),
      CatalogueEntry(name: "coning", make: coning),
      CatalogueEntry(name: "sculling", make: sculling),
    ]
  }

  static func handHeld(seed: UInt64) -> SimulationScenario {
    let trajectory = PausedTrajectory(HandHeldTrajectory(seed: seed))
    // A loudspeaker magnet of 2 A m² is carried past the moving hand, 20 cm beside where the hand is just then.
    let passingTime = 37.0
    let magnet = Magnet(
      position: trajectory.state(at: passingTime).position + Vector3(x: 0.2, y: 0.0, z: 0.0),
      velocity: Vector3(x: 0.0, y: 0.25, z: 0.0), passingTime: passingTime, moment: Vector3(x: 1.6, y: 0.8, z: 0.9))
    return SimulationScenario(
      name: "hand-held",
      summary: "A device in a hand, with phases of rest; a magnet passes by after 37 seconds.",
      trajectory: trajectory,
      environment: SimulatedEnvironment(magnets: [magnet]), errors: .consumerGrade, rate: 100.0, duration: 60.0,
      seed: seed)
  }

  static func quadrotor(seed: UInt64) -> SimulationScenario {
    var errors = SensorErrorModel.consumerGrade
    // Propellers shake the sensor; aliased, that is white noise of about 0.3 m/s² and 0.3 °/s at 200 Hz.
    errors.accelerometer.noiseDensity = 0.02
    errors.gyroscope.noiseDensity = 0.0004
    return SimulationScenario(
      name: "quadrotor",
      summary: "An aggressive flight after 4 s of hovering: the accelerometer feels the thrust and never the tilt.",
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
      summary: "A turn at 60 °/s about an axis that is tilted by 20°.",
      trajectory: ConstantRateTrajectory(
        initialENUFromBody: Rotation(rotationVector: .unitX * 0.349), angularRate: .unitZ * 1.0472),
      environment: SimulatedEnvironment(), errors: .consumerGrade, rate: 100.0, duration: 60.0, seed: seed)
  }

  static func coning(seed: UInt64) -> SimulationScenario {
    SimulationScenario(
      name: "coning",
      summary: "Coning at 5 Hz with a half angle of 0.1 rad: rates that add up to a drift where attitude has none.",
      trajectory: ConingTrajectory(), environment: SimulatedEnvironment(), errors: .consumerGrade, rate: 200.0,
      duration: 60.0, seed: seed)
  }

  static func sculling(seed: UInt64) -> SimulationScenario {
    SimulationScenario(
      name: "sculling",
      summary: "Rocking and swaying in step at 5 Hz: specific forces that add up to a false acceleration.",
      trajectory: ScullingTrajectory(), environment: SimulatedEnvironment(), errors: .consumerGrade, rate: 200.0,
      duration: 60.0, seed: seed)
  }
}
