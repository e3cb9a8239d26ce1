import LogFormats
import LogTables
import MotionSamples
import MotionSessions
import Rotations

/// `cardan replay`: the samples of a log in real time.
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
      summary: "Play a log back in real time, as a sensor would send its samples.",
      operands: .init(placeholder: "LOG", help: "The log to play", count: 1...1, target: \.logs, file: MotionLog.file),
      options: [
        .value(
          "speed", short: "s", "X", \.speed, "Play X times as fast as recorded [1]",
          expectation: "a number from 0.001 to 1000"
        ) { (0.001...1000).contains($0) },
        .flag(
          "loop", short: "l", \.loops, true, "Start again at the end, timestamps included, until Ctrl-C"),
        .value(
          "from", "SECONDS", \.start, "Start this long after the start of the log [0]",
          expectation: "a number from 0"
        ) { $0 >= 0 },
        .file(
          "output", short: "o", "FILE", \.output, .writes,
          "Write to this serial line, named pipe or file [-, standard output]"),
      ] + SourceOptions.rules(at: \.logOptions),
      notes: ["The output is CSV in SI units with a header, the input of 'cardan live -' and 'cardan level -'."],
      examples: [
        .init(line: "cardan replay walk.csv | cardan level -", purpose: "Show the level on a log."),
        .init(
          line: "cardan replay walk.csv --speed 4 --loop --from 30 | nc -N 127.0.0.1 4000",
          purpose: "Send a log over a network."),
      ])
  }

  func run() throws -> ExitStatus {
    let source = try ReplaySource(logs[0], options: logOptions, pace: .realTime(factor: speed), loops: loops)
    if start > 0 { try source.seek(to: start) }
    return try play(source)
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
          guard case .sample(let timed) = event else { continue }
          try writer.write(LogRecord(timed))
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
    // Finish the current row.
    Interruption.allowFinishing()
    reading.cancel()
    try end.wait(ignoringUser: true)
    return .success
  }
}

extension LogRecord {
  /// A row from a sample.
  fileprivate init(_ timed: TimedSample<Double>) {
    self.init(
      timestamp: timed.timestamp.nanoseconds, angularRate: timed.sample.angularRate,
      specificForce: timed.sample.specificForce, magneticField: timed.sample.magneticField,
      temperature: timed.temperature,
      velocityOverGround: Vector3(x: timed.velocity.east, y: timed.velocity.north, z: .nan),
      forwardSpeed: timed.speed.speed)
  }
}
