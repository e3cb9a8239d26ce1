import Rotations

/// The scenarios of people, drones and vehicles, with the sensor errors of a consumer device and vibration.
extension SimulationScenario {
  static var carriers: [CatalogueEntry] {
    [
      CatalogueEntry(name: "walking", make: walking),
      CatalogueEntry(name: "hover", make: hover),
      CatalogueEntry(name: "city", make: city),
      CatalogueEntry(name: "motorway", make: motorway),
      CatalogueEntry(name: "train", make: train),
      CatalogueEntry(name: "boat", make: boat),
      CatalogueEntry(name: "fixed-wing", make: fixedWing),
      CatalogueEntry(name: "motorcycle", make: motorcycle),
      CatalogueEntry(name: "tram", make: tram),
    ]
  }

  static func walking(seed: UInt64) -> SimulationScenario {
    let walk = CarriedTrajectory(
      carrier: VehicleTrajectory.walker(seed: seed), hand: HandHeldTrajectory(seed: seed, vigour: 0.5))
    return carrier(
      "walking",
      "A device in the hand of a person who walks at 1 m/s after 10 s of rest: circles, turns, steps at 2 Hz.",
      PausedTrajectory(walk, schedule: RestSchedule(rest: 10.0, motion: 1e7, transition: 1.0)),
      vibration: 0.0, duration: 300.0, seed: seed)
  }

  static func hover(seed: UInt64) -> SimulationScenario {
    var scenario = carrier(
      "hover", "A multirotor that hovers after 15 s, with a gyroscope whose bias walks by 0.3 °/s per √s.",
      QuadrotorTrajectory.hovering(seed: seed), vibration: 0.8, duration: 300.0, seed: seed)
    scenario.errors.gyroscope.biasInstability = .randomWalk(density: 0.3 * Double.pi / 180.0)
    return scenario
  }

  static func city(seed: UInt64) -> SimulationScenario {
    carrier(
      "city", "A car in a city: stops, corners and bends at up to 17 m/s.",
      VehicleTrajectory.cityCar(seed: seed), vibration: 0.3,
      aiding: SimulatedAiding(receiver: VelocityReceiver(), odometer: Odometer()), seed: seed)
  }

  static func motorway(seed: UInt64) -> SimulationScenario {
    carrier(
      "motorway", "A car on a motorway at 20 to 36 m/s, with curves of up to 20 s.",
      VehicleTrajectory.motorwayCar(seed: seed), vibration: 0.5,
      aiding: SimulatedAiding(receiver: VelocityReceiver(), odometer: Odometer()), seed: seed)
  }

  static func train(seed: UInt64) -> SimulationScenario {
    carrier(
      "train", "A train at 20 to 40 m/s that accelerates for up to 40 s, with canted curves of up to 60 s.",
      VehicleTrajectory.train(seed: seed), vibration: 0.1,
      aiding: SimulatedAiding(receiver: VelocityReceiver(), odometer: Odometer()), seed: seed)
  }

  static func boat(seed: UInt64) -> SimulationScenario {
    carrier(
      "boat", "A boat in waves, with the antenna 1, 0.5 and 1.2 m from the sensor.",
      VehicleTrajectory.boat(seed: seed), vibration: 0.1,
      aiding: SimulatedAiding(
        receiver: VelocityReceiver(leverArm: Vector3(x: 1.0, y: 0.5, z: 1.2)), odometer: Odometer()), seed: seed)
  }

  static func fixedWing(seed: UInt64) -> SimulationScenario {
    carrier(
      "fixed-wing", "A small aircraft in gusts, with coordinated turns of up to 45° of bank.",
      VehicleTrajectory.fixedWing(seed: seed), vibration: 0.5,
      aiding: SimulatedAiding(receiver: VelocityReceiver(), odometer: Odometer()), seed: seed)
  }

  static func motorcycle(seed: UInt64) -> SimulationScenario {
    carrier(
      "motorcycle", "A motorcycle on a country road, with leans of up to 31°.",
      VehicleTrajectory.motorcycle(seed: seed), vibration: 1.0,
      aiding: SimulatedAiding(receiver: VelocityReceiver(), odometer: Odometer()), seed: seed)
  }

  static func tram(seed: UInt64) -> SimulationScenario {
    carrier(
      "tram", "A device in the hand of a passenger of a tram, which stops and starts.",
      CarriedTrajectory(
        carrier: VehicleTrajectory.tram(seed: seed), hand: HandHeldTrajectory(seed: seed, vigour: 0.3)),
      vibration: 0.05, aiding: SimulatedAiding(receiver: VelocityReceiver()), seed: seed)
  }

  /// A scenario at 100 Hz with vibration of the accelerometer in m/s² per reading; that of the gyroscope is 0.2 °/s per m/s².
  private static func carrier(
    _ name: String, _ summary: String, _ trajectory: any Trajectory, vibration: Double,
    aiding: SimulatedAiding = SimulatedAiding(), duration: Double = 400.0, seed: UInt64
  ) -> SimulationScenario {
    var errors = SensorErrorModel.consumerGrade
    errors.accelerometer.vibration = vibration
    errors.gyroscope.vibration = 0.2 * Double.pi / 180.0 * vibration
    return SimulationScenario(
      name: name, summary: summary, trajectory: trajectory, environment: SimulatedEnvironment(), errors: errors,
      aiding: aiding, rate: 100.0, duration: duration, seed: seed)
  }
}
