import FileAccess
import LogFormats
import LogTables
import MotionSimulation
import Rotations

/// `cardan simulate`: a simulated log with exact truth.
struct SimulateCommand: Subcommand {
  var scenario = ScenarioName()
  var duration: Double?
  var rate: Double?
  var seed: UInt64 = 1
  var isExact = false
  var receiverRate: Double?
  var receiverNoise: Double?
  var receiverLag: Double?
  var leverArm: Vector3<Double>?
  var odometerRate: Double?
  var odometerNoise: Double?
  var biasWalk: Double?
  var biasStep: Double?
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
      ] + aidingOptions + [
        .value(
          "bias-walk", "D", \.biasWalk,
          "Let the bias of the gyroscope walk by D °/s per √s [that of the scenario]",
          expectation: "a number from 0 to 10"
        ) { (0...10).contains($0) },
        .value(
          "bias-step", "D", \.biasStep, "Change the bias of the gyroscope by D °/s on each axis in mid-log [0]",
          expectation: "a number from -100 to 100"
        ) { (-100...100).contains($0) },
        .file("output", short: "o", "FILE", \.output, .writes, "Write to FILE [-, standard output]"),
      ],
      lists: { [("Scenarios", SimulationScenario.names.map { ($0, SimulationScenario.named($0)?.summary ?? "") })] },
      examples: [
        .init(
          line: "cardan simulate -o hand.csv && cardan evaluate hand.csv",
          purpose: "Simulate a log, and show the error of the default filter."),
        .init(
          line: "cardan simulate --scenario quadrotor --rate 1000 --seed 7 | cardan fuse - -o flight.csv",
          purpose: "Fuse simulated samples through a pipe."),
      ])
  }

  /// Options of the columns of velocity and speed; any of them adds its columns to a scenario without.
  private static var aidingOptions: [OptionRule<SimulateCommand>] {
    [
      .value(
        "gnss-rate", "HZ", \.receiverRate,
        "Write the velocity over ground HZ times per second, in columns vel_e, vel_n, vel_u; 0 omits them [5 for vehicles, else 0]",
        expectation: "a number from 0 to 1000"
      ) { (0...1000).contains($0) },
      .value(
        "gnss-noise", "M/S", \.receiverNoise, "Give the velocity over ground this standard deviation per axis [0.1]",
        expectation: "a number from 0 to 100"
      ) { (0...100).contains($0) },
      .value(
        "gnss-lag", "SECONDS", \.receiverLag, "Write the velocity over ground this late [0.15]",
        expectation: "a number from 0 to 10"
      ) { (0...10).contains($0) },
      .value(
        "lever-arm", "X,Y,Z", \.leverArm,
        "Put the antenna at this position from the sensor, in metres along body axes [0,0,0; boat: 1,0.5,1.2]"),
      .value(
        "speed-rate", "HZ", \.odometerRate,
        "Write the speed along body x HZ times per second, in the column speed; 0 omits it [10 for vehicles, else 0]",
        expectation: "a number from 0 to 1000"
      ) { (0...1000).contains($0) },
      .value(
        "speed-noise", "M/S", \.odometerNoise, "Give the speed this standard deviation [0.1]",
        expectation: "a number from 0 to 100"
      ) { (0...100).contains($0) },
    ]
  }

  /// Applies the options to a scenario.
  private func apply(to scenario: inout SimulationScenario) {
    if isExact {
      scenario.errors = .none
      scenario.aiding = scenario.aiding.exact
    }
    if receiverRate != nil || receiverNoise != nil || receiverLag != nil || leverArm != nil {
      var receiver = scenario.aiding.receiver ?? VelocityReceiver()
      if let receiverRate { receiver.rate = receiverRate }
      if let receiverNoise { receiver.noise = receiverNoise }
      if let receiverLag { receiver.lag = receiverLag }
      if let leverArm { receiver.leverArm = leverArm }
      scenario.aiding.receiver = receiver.rate > 0 ? receiver : nil
    }
    if odometerRate != nil || odometerNoise != nil {
      var odometer = scenario.aiding.odometer ?? Odometer()
      if let odometerRate { odometer.rate = odometerRate }
      if let odometerNoise { odometer.noise = odometerNoise }
      scenario.aiding.odometer = odometer.rate > 0 ? odometer : nil
    }
    if let biasWalk {
      scenario.errors.gyroscope.biasInstability = .randomWalk(density: biasWalk * .pi / 180)
    }
    if let biasStep {
      scenario.errors.gyroscope.biasStep = BiasStep(
        size: Vector3(repeating: biasStep * .pi / 180), time: 0.5 * scenario.duration)
    }
  }

  func validate() throws(UsageError) { try OutputEnding.validate(output, command: "simulate") }

  func run() throws -> ExitStatus {
    guard var scenario = SimulationScenario.named(scenario.text, seed: seed, duration: duration, rate: rate) else {
      throw UsageError("unknown scenario '\(scenario.text)'")
    }
    apply(to: &scenario)
    do throws(LogError) {
      let file = try AtomicFile(path: output)
      try file.write(SimulatedLogText.header(aiding: scenario.aiding))
      var text: [UInt8] = []
      for sample in scenario.recording() {
        SimulatedLogText.append(sample, aiding: scenario.aiding, to: &text)
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
