import Foundation
import MotionLogs
import MotionSimulation

/// `cardan simulate`: a simulated log with exact truth.
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
      summary: "Simulate a log with exact truth, to try filters on.",
      operands: nil,
      options: [
        .value("scenario", short: "s", "NAME", \.scenario, "Simulate this scenario, see below [hand-held]"),
        .value(
          "duration", short: "d", "SECONDS", \.duration, "Simulate this many seconds [that of the scenario]",
          expectation: "a number above 0 and at most 1e6"
        ) { $0 > 0 && $0 <= 1e6 },
        .value(
          "rate", short: "r", "HZ", \.rate, "Write HZ rows per second [that of the scenario]",
          expectation: "a number from 0.01 to 1e6"
        ) { $0 >= 0.01 && $0 <= 1e6 },
        .value("seed", "NUMBER", \.seed, "Seed the random numbers; the same seed gives the same log [1]"),
        .flag("exact", \.isExact, true, "Simulate perfect sensors: no noise, no bias, no jitter"),
        .value("output", short: "o", "FILE", \.output, "Write to FILE [-, standard output]"),
      ],
      lists: [
        ("Scenarios", SimulationScenario.names.map { ($0, SimulationScenario.named($0)?.summary ?? "") })
      ],
      examples: [
        .init(
          line: "cardan simulate -o hand.csv && cardan evaluate hand.csv",
          purpose: "Simulate a log, and show the error of the default filter."),
        .init(
          line: "cardan simulate --scenario quadrotor --rate 1000 --seed 7 | cardan fuse - -o flight.csv",
          purpose: "Fuse simulated samples through a pipe."),
      ])
  }

  func run() throws -> ExitStatus {
    guard var scenario = SimulationScenario.named(scenario.text, seed: seed, duration: duration, rate: rate) else {
      throw UsageError("unknown scenario '\(scenario.text)'")
    }
    if isExact { scenario.errors = .none }
    do throws(LogError) {
      let file = try AtomicFile(path: output)
      try file.write(SimulatedLogText.header)
      var text: [UInt8] = []
      for sample in scenario.recording() {
        SimulatedLogText.append(sample, to: &text)
        guard text.count > Self.pieceSize else { continue }
        if Interruption.isRequested { return .interrupted }
        try Self.write(&text, to: file)
      }
      try Self.write(&text, to: file)
      try file.finish()
      return .success
    } catch {
      Console.error(error)
      return .outputFailed
    }
  }

  private static let pieceSize = 1 << 16

  private static func write(_ text: inout [UInt8], to file: AtomicFile) throws(LogError) {
    try text.withUnsafeBufferPointer { bytes throws(LogError) in try file.write(bytes) }
    text.removeAll(keepingCapacity: true)
  }
}
