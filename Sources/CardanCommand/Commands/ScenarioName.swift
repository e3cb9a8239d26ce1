import MotionSimulation

/// The name of a scenario.
struct ScenarioName: ArgumentValue {
  /// The name.
  var text = "hand-held"

  init() {}
  init?(argument: String) {
    guard Self.choices.contains(argument) else { return nil }
    text = argument
  }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { SimulationScenario.names }
}
