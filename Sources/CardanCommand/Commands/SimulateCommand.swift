import Foundation
import MotionLogs
import MotionSimulation

/// `cardan simulate`: a recording that never was, with the truth in it.
struct SimulateCommand: Subcommand {
  var scenario = ScenarioName()
  var duration: Double?
  var rate: Double?
  var seed: UInt64 = 1
  var isExact = false
  var output = "-"

  static var syntax: CommandSyntax<SimulateCommand> {
    CommandSyntax(
      name: "simulate",
      summary: "Makes a recording with exact truth, to try filters on.",
      operands: nil,
      options: [
        .value("scenario", short: "s", "NAME", \.scenario, "What happens (default: hand-held); see below."),
        .value(
          "duration", short: "d", "SECONDS", \.duration, "How long (default: as the scenario says).",
          expectation: "a number above 0 and at most 1e6") { $0 > 0 && $0 <= 1e6 },
        .value(
          "rate", short: "r", "HZ", \.rate, "Rows per second (default: as the scenario says).",
          expectation: "a number from 0.01 to 1e6") { $0 >= 0.01 && $0 <= 1e6 },
        .value("seed", "NUMBER", \.seed, "Another seed gives another recording, the same seed the same (default: 1)."),
        .flag("exact", \.isExact, true, "Perfect sensors: no noise, no bias, no jitter."),
        .value("output", short: "o", "FILE", \.output, "Where to write it (default: -, the standard output)."),
      ],
      notes: ["Scenarios:\n" + scenarioList],
      examples: [
        .init(line: "cardan simulate -o hand.csv && cardan evaluate hand.csv", purpose: "A recording, and how well it is followed."),
        .init(
          line: "cardan simulate --scenario quadrotor --rate 1000 --seed 7 | cardan fuse - -o flight.csv",
          purpose: "Through a pipe, without a file in between."),
      ])
  }

  private static var scenarioList: String {
    SimulationScenario.names.map { name in
      "  \(name)".padding(to: 18) + (SimulationScenario.named(name)?.summary ?? "")
    }.joined(separator: "\n")
  }

  func run() throws -> ExitStatus {
    guard var scenario = SimulationScenario.named(scenario.text, seed: seed, duration: duration, rate: rate) else {
      return .usage
    }
    if isExact { scenario.errors = .none }
    let recording = scenario.recording()
    return .success
  }
}

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
