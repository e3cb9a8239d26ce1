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
