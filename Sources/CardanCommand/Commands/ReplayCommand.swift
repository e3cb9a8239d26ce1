import MotionLogs
import MotionSessions

/// `cardan replay`: the samples of a recording at the pace at which they were taken.
struct ReplayCommand: Subcommand {
  var logs: [String] = []
  var speed = 1.0
  var loops = false
  var start = 0.0
  var output = "-"
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<ReplayCommand> {
    CommandSyntax(
      name: "replay",
      summary: "Plays a recording back in real time: its samples come out as they would from a sensor.",
      operands: .init(placeholder: "LOG", help: "A recording.", count: 1...1, target: \.logs),
      options: [
        .value(
          "speed", short: "s", "X", \.speed, "X times as fast as it was made (default: 1).",
          expectation: "a number from 0.001 to 1000"
        ) { (0.001...1000).contains($0) },
        .flag(
          "loop", short: "l", \.loops, true, "Begin anew at the end, until Ctrl-C; the stamps then begin anew too."),
        .value(
          "from", "SECONDS", \.start, "Begin so long after the start of the recording (default: 0).",
          expectation: "a number from 0 on"
        ) { $0 >= 0 },
        .value(
          "output", short: "o", "FILE", \.output,
          "Where to write: a serial line, a named pipe, or - for the standard output (default)."),
      ] + SourceOptions.rules(at: \.logOptions),
      notes: ["The rows are CSV in SI units with a header, which 'cardan live -' and 'cardan level -' read."],
      examples: [
        .init(line: "cardan replay walk.csv | cardan level -", purpose: "A spirit level on a recording."),
        .init(
          line: "cardan replay walk.csv --speed 4 --loop --from 30 | nc -N 127.0.0.1 4000", purpose: "Over a network."),
      ])
  }

  func run() throws -> ExitStatus {
    do {
      let source = try ReplaySource(
        logs[0], options: logOptions, pace: .realTime(factor: speed), loops: loops)
      if start > 0 { try source.seek(to: start) }
      return try play(source)
    } catch let error as MotionError {
      Console.error(error)
      return .logsFailed
    }
  }

  private func play(_ source: ReplaySource) throws -> ExitStatus {
    let end = try SessionEnd()
    let output = output
    let reading = Task {
      do {
        var writer = try CSVLogWriter(path: output, hasMagnetometer: source.description.magnetometer != nil)
        try writer.flush()
        var reader = try source.open()
        while let event = try await reader.next() {
          guard case .sample(let stamped) = event else { continue }
          try writer.write(LogRecord(stamped))
          try writer.flush()
        }
        try writer.finish()
        end.end()
      } catch {
        end.end(error)
      }
    }
    try end.wait()
    guard Interruption.isRequested else { return .success }
    // The row under way is written to its end.
    reading.cancel()
    try end.wait(whateverHappens: true)
    return .success
  }
}
