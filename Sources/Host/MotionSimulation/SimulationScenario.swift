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
    let motion = entry.motion(seed)
    return SimulationScenario(
      name: name, summary: entry.summary, trajectory: motion.trajectory,
      environment: SimulatedEnvironment(magnets: motion.magnets), errors: entry.errors, aiding: entry.aiding,
      rate: rate ?? entry.rate, duration: duration ?? entry.duration, seed: seed)
  }
}

extension SimulationScenario {
  /// A scenario without its seed.
  struct CatalogueEntry: Sendable {
    let name: String
    let summary: String
    /// The motion of a seed, and the magnets near it.
    let motion: @Sendable (_ seed: UInt64) -> (trajectory: any Trajectory, magnets: [Magnet])
    var errors = SensorErrorModel.consumerGrade
    var aiding = SimulatedAiding()
    var rate = 100.0
    var duration = 60.0

    /// A scenario of a consumer device without magnets. Default: 100 Hz, 60 s.
    init(
      _ name: String, _ summary: String, rate: Double = 100.0, duration: Double = 60.0,
      trajectory: @escaping @Sendable (_ seed: UInt64) -> any Trajectory
    ) {
      self.init(name, summary, rate: rate, duration: duration) { (trajectory($0), []) }
    }

    /// A scenario of a consumer device. Default: 100 Hz, 60 s.
    init(
      _ name: String, _ summary: String, rate: Double = 100.0, duration: Double = 60.0,
      motion: @escaping @Sendable (_ seed: UInt64) -> (trajectory: any Trajectory, magnets: [Magnet])
    ) {
      (self.name, self.summary, self.motion, self.rate, self.duration) = (name, summary, motion, rate, duration)
    }

    /// The scenario of a carrier: with vibration of the accelerometer in m/s² per reading, of which the gyroscope has
    /// 0.2 °/s per m/s². Default: 400 s, velocity over ground and an odometer.
    func carried(
      vibration: Double, receiver: VelocityReceiver? = VelocityReceiver(), odometer: Odometer? = Odometer(),
      duration: Double = 400.0
    ) -> Self {
      var entry = self
      entry.errors.accelerometer.vibration = vibration
      entry.errors.gyroscope.vibration = 0.2 * Double.pi / 180.0 * vibration
      entry.aiding = SimulatedAiding(receiver: receiver, odometer: odometer)
      entry.duration = duration
      return entry
    }

    /// The scenario with a change to the errors of its sensors.
    func errors(_ change: (inout SensorErrorModel) -> Void) -> Self {
      var entry = self
      change(&entry.errors)
      return entry
    }
  }

  /// All scenarios, the main one first.
  static let catalogue = devices + carriers

  /// A device without a carrier, and textbook motions.
  private static let devices = [
    CatalogueEntry("hand-held", "A hand-held device with phases of rest; a magnet passes after 37 s.") { seed in
      let trajectory = PausedTrajectory(HandHeldTrajectory(seed: seed))
      // A loudspeaker magnet of 2 A m² passes the moving hand at 20 cm.
      let passingTime = 37.0
      let magnet = Magnet(
        position: trajectory.state(at: passingTime).position + Vector3(x: 0.2, y: 0.0, z: 0.0),
        velocity: Vector3(x: 0.0, y: 0.25, z: 0.0), passingTime: passingTime, moment: Vector3(x: 1.6, y: 0.8, z: 0.9))
      return (trajectory, [magnet])
    },
    CatalogueEntry(
      "quadrotor", "An aggressive flight after 4 s of hovering; the accelerometer measures thrust, not tilt.",
      rate: 200.0, duration: 30.0
    ) {
      QuadrotorTrajectory(seed: $0, hovering: RestSchedule(rest: 4.0, motion: 22.0, transition: 2.0))
    }.errors {
      // Propeller vibration, aliased to white noise of about 0.3 m/s² and 0.3 °/s at 200 Hz.
      $0.accelerometer.noiseDensity = 0.02
      $0.gyroscope.noiseDensity = 0.0004
    },
    CatalogueEntry("pendulum", "A free swing on an arm of 1 m, with a magnetometer at 20 Hz.") { _ in
      PendulumTrajectory()
    }.errors { $0.magnetometer.rate = 20.0 },
    CatalogueEntry("constant-rate", "A rotation at 60 °/s about an axis tilted by 20°.") { _ in
      ConstantRateTrajectory(
        initialENUFromBody: Rotation(rotationVector: .unitX * 0.349), angularRate: .unitZ * 1.0472)
    },
    CatalogueEntry(
      "coning",
      "Coning at 5 Hz with a half angle of 0.1 rad: the mean rate is not zero, although the attitude is periodic.",
      rate: 200.0
    ) { _ in ConingTrajectory() },
    CatalogueEntry(
      "sculling", "Rocking and swaying in phase at 5 Hz: the mean specific force suggests a false acceleration.",
      rate: 200.0
    ) { _ in ScullingTrajectory() },
  ]

  /// People, drones and vehicles.
  static let carriers = [
    CatalogueEntry(
      "walking",
      "A device in the hand of a person who walks at 1 m/s after 10 s of rest: circles, turns, steps at 2 Hz."
    ) {
      let walk = CarriedTrajectory(
        carrier: VehicleTrajectory.walker(seed: $0), hand: HandHeldTrajectory(seed: $0, vigour: 0.5))
      return PausedTrajectory(walk, schedule: RestSchedule(rest: 10.0, motion: 1e7, transition: 1.0))
    }.carried(vibration: 0.0, receiver: nil, odometer: nil, duration: 300.0),
    CatalogueEntry(
      "hover", "A multirotor that hovers after 15 s, with a gyroscope whose bias walks by 0.3 °/s per √s."
    ) { QuadrotorTrajectory.hovering(seed: $0) }
    .carried(vibration: 0.8, receiver: nil, odometer: nil, duration: 300.0)
    .errors { $0.gyroscope.biasInstability = .randomWalk(density: 0.3 * Double.pi / 180.0) },
    CatalogueEntry("city", "A car in a city: stops, corners and bends at up to 17 m/s.") {
      VehicleTrajectory.cityCar(seed: $0)
    }.carried(vibration: 0.3),
    CatalogueEntry("motorway", "A car on a motorway at 20 to 36 m/s, with curves of up to 20 s.") {
      VehicleTrajectory.motorwayCar(seed: $0)
    }.carried(vibration: 0.5),
    CatalogueEntry(
      "train", "A train at 20 to 40 m/s that accelerates for up to 40 s, with canted curves of up to 60 s."
    ) { VehicleTrajectory.train(seed: $0) }.carried(vibration: 0.1),
    CatalogueEntry("boat", "A boat in waves, with the antenna 1, 0.5 and 1.2 m from the sensor.") {
      VehicleTrajectory.boat(seed: $0)
    }.carried(vibration: 0.1, receiver: VelocityReceiver(leverArm: Vector3(x: 1.0, y: 0.5, z: 1.2))),
    CatalogueEntry("fixed-wing", "A small aircraft in gusts, with coordinated turns of up to 45° of bank.") {
      VehicleTrajectory.fixedWing(seed: $0)
    }.carried(vibration: 0.5),
    CatalogueEntry("motorcycle", "A motorcycle on a country road, with leans of up to 31°.") {
      VehicleTrajectory.motorcycle(seed: $0)
    }.carried(vibration: 1.0),
    CatalogueEntry("tram", "A device in the hand of a passenger of a tram, which stops and starts.") {
      CarriedTrajectory(
        carrier: VehicleTrajectory.tram(seed: $0), hand: HandHeldTrajectory(seed: $0, vigour: 0.3))
    }.carried(vibration: 0.05, odometer: nil),
  ]
}
