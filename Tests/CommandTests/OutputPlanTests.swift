import Foundation
import TestSupport
import Testing

@testable import CardanCommand

/// No command overwrites a file that it reads, or one of its results by another.
@Suite struct OutputPlanTests: CommandSuite {
  let folder = TemporaryFolder()

  /// Placeholders of values that are not files. A new placeholder belongs here, or its option gets a file access in the table.
  private static let values: Set = [
    "AXIS", "CONVENTION", "D", "DATE", "DENSITY", "FILTER", "FORMAT", "FRAME", "HOST:PORT", "HZ", "I/N",
    "LAT,LON[,HEIGHT]", "LIST",
    "M/S", "M/S2", "METHOD", "MICROTESLAS", "NAME", "NAME=COLUMN", "NAME=VALUE", "NAMES", "NUMBER", "ORDER", "POLICY",
    "PROGRAM", "ROWS",
    "SECONDS", "SHAPE", "TOPIC", "UNIT", "WHICH", "X", "X,Y,Z", "YYYY-MM-DD",
  ]

  @Test func everyOptionThatTakesAFileSaysWhatItDoesWithIt() {
    for command in CommandList.outlines {
      for option in command.options {
        guard let placeholder = option.placeholder else { continue }
        #expect(
          (option.access == nil) == Self.values.contains(placeholder),
          "cardan \(command.name) --\(option.long) \(placeholder): is it a file?")
      }
    }
  }

  /// The operands of each command that writes files; "log.csv" is the log.
  private static let operands = [
    "fuse": ["log.csv"], "convert": ["log.csv"], "allan": ["log.csv"], "calibrate": ["all", "log.csv"],
    "live": ["replay:log.csv"], "replay": ["log.csv"], "report": ["log.csv"], "bench": ["log.csv"], "simulate": [],
    "align": ["--joint", "log.csv", "log.csv"], "doctor": ["log.csv"],
  ]

  /// Options that others need.
  private static let companions = ["fuse --save-calibration": ["--smooth"]]
  /// A file of `cardan allan -o` with the white noise of a gyroscope and nothing else.
  private static let noise: String = {
    let unknown = [
      "white_noise_sigma_U_per_root_Hz", "bias_instability_U", "random_walk_U_per_root_s", "quantization_U_s",
      "ramp_U_per_s", "wandering_bias_U", "wandering_bias_correlation_time_s", "least_allan_deviation_U",
      "least_allan_deviation_time_s",
    ].map { #""\#($0)":[null,null,null]"# }
    return #"{"format":"cardan-noise-1","recording":"a","rest_duration_s":1,"gyroscope":{"unit":"rad/s","#
      + #""white_noise_U_per_root_Hz":[0.01,0.01,0.01],\#(unknown.joined(separator: ","))}}"#
  }()

  private struct Case: CustomTestStringConvertible {
    var command: String
    var output: String
    /// Nil for the log.
    var input: CommandOutline.Option?
    var testDescription: String { "cardan \(command) \(output) on \(input.map { "--\($0.long)" } ?? "LOG")" }
  }

  /// Every option that writes, against the log and every other option of a file.
  private static let cases: [Case] = CommandList.outlines.flatMap { command in
    let files = command.options.filter { $0.access != nil }
    let outputs = files.filter { $0.access != .reads }
    return outputs.flatMap { output -> [Case] in
      let others = files.filter { $0.long != output.long }
      let log =
        operands[command.name]?.isEmpty == false ? [Case(command: command.name, output: "--\(output.long)")] : []
      return log + others.map { Case(command: command.name, output: "--\(output.long)", input: $0) }
    }
  }

  @Test func everyCommandThatWritesHasOperands() {
    let names = CommandList.outlines.filter { $0.options.contains { $0.access ?? .reads != .reads } }.map(\.name)
    #expect(Set(names) == Set(Self.operands.keys))
    #expect(Self.cases.count > 10)
  }

  /// The file itself, a symbolic and a hard link: exit code 2, and the file is as before.
  @Test(arguments: cases) private func nothingIsOverwritten(_ test: Case) throws {
    let made = try cardan("simulate", "--duration", "2", "-o", "log.csv")
    try #require(made.status == 0)
    try folder.write(
      #"{"format": "cardan-calibration", "version": 1, "gyroscope": {"bias_radians_per_second": [0, 0, 0]}}"#,
      to: "calibration.csv")
    try folder.write("{}", to: "noise.json")
    try folder.write(Self.noise, to: "noise.csv")
    let readVictim = test.input?.long == "tune-from" ? "noise.csv" : "calibration.csv"
    let victim = test.input == nil ? "log.csv" : test.input?.access == .reads ? readVictim : "new.csv"
    let isFolder = test.output == "--plot" && test.command == "calibrate"
    try FileManager.default.createDirectory(atPath: folder.path("pictures"), withIntermediateDirectories: true)
    if test.input?.access != .reads && test.input != nil { try folder.write("old", to: victim) }
    let before = try folder.text(victim)
    for kind in ["itself", "symbolic", "hard"] {
      let name = isFolder ? "pictures/magnetometer-coverage.svg" : "link.csv"
      try? FileManager.default.removeItem(atPath: folder.path(name))
      switch kind {
      case "symbolic":
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: folder.path(victim))
      case "hard": try FileManager.default.linkItem(atPath: folder.path(victim), toPath: folder.path(name))
      default:
        // A folder of results contains no log by another name than a link.
        if isFolder { continue }
      }
      var arguments =
        [test.command] + (Self.operands[test.command] ?? []) + (Self.companions["\(test.command) \(test.output)"] ?? [])
      if let input = test.input {
        let folderOfInput = input.long == "plot" && test.command == "calibrate"
        if folderOfInput { continue }
        arguments += ["--\(input.long)", victim] + (Self.companions["\(test.command) --\(input.long)"] ?? [])
      }
      arguments += [test.output, isFolder ? "pictures" : kind == "itself" ? "./\(victim)" : name]
      let run = try cardan(arguments)
      #expect(run.status == ExitStatus.usage.rawValue, "\(arguments): \(run.errors)")
      let isPossible = !run.errors.contains("'--save-calibration' goes with")
      #expect(!isPossible || run.errors.contains("would overwrite"), "\(arguments): \(run.errors)")
      #expect(try folder.text(victim) == before, "\(arguments)")
    }
  }

  /// Results that do not exist yet, a log of a folder that would be its own result, and the standard output.
  @Test func newFilesAndStreamsAreCompared() throws {
    try #require(try cardan("simulate", "--duration", "2", "-o", "log.csv").status == 0)
    for arguments in [
      ["fuse", "log.csv", "-o", "new.csv", "--report", "./new.csv"],
      ["fuse", "log.csv", "-o", "new.csv", "--report", "\(folder.path)/../\(folder.url.lastPathComponent)/new.csv"],
      ["fuse", "log.csv", "-o", "out/", "--report", "out/log.attitude.csv"],
      ["fuse", "log.csv", "-o", "-", "--report", "-"],
      ["allan", "log.csv", "-o", "new.json", "-p", folder.path("new.json")],
    ] {
      let run = try cardan(arguments)
      #expect(run.status == ExitStatus.usage.rawValue, "\(arguments): \(run.errors)")
      #expect(run.errors.contains("overwrite") || run.errors.contains("cannot both be '-'"), "\(run.errors)")
    }
    #expect(try folder.names() == ["log.csv"])
    let appended = try Program.run(
      ["sh", "-c", "\"$0\" convert log.csv >> log.csv", CardanProcess.executable.path], in: folder.url)
    #expect(appended.status == ExitStatus.usage.rawValue && appended.errors.contains("overwrite"))
    // Devices lose nothing.
    #expect(
      try cardan("fuse", "log.csv", "-o", "/dev/null", "--report", "/dev/null").status == 0)
  }
}
