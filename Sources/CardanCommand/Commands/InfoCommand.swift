import LogProcessing
import MotionLogs

/// `cardan info`: what is in a recording, and what is wrong with it.
struct InfoCommand: Subcommand {
  var logs: [String] = []
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<InfoCommand> {
    CommandSyntax(
      name: "info",
      summary: "Says what is in recordings and what is probably wrong with them.",
      operands: .init(
        placeholder: "LOG", help: "A recording, a folder of recordings, or - for the standard input.",
        count: 1...Int.max, target: \.logs),
      options: SourceOptions.rules(at: \.logOptions),
      notes: [
        "The axes and the unit of the gyroscope are checked against the motion itself: gravity and the magnetic field stand "
          + "still in the world, so what the accelerometer and the magnetometer see turn, the gyroscope must have turned."
      ],
      examples: [
        .init(line: "cardan info walk.csv", purpose: "Sensors, units, rate, gaps, rest, and likely problems."),
        .init(
          line: "cardan info raw.csv --gyro-unit deg/s --accel-unit g", purpose: "A log whose header has no units."),
      ])
  }

  func run() throws -> ExitStatus {
    var status = ExitStatus.success
    let paths = try LogDiscovery.logs(named: logs)
    for (index, path) in paths.enumerated() {
      let progress = LogProgress(logs: [path])
      do throws(LogError) {
        var reader = try MotionLog.open(path, options: logOptions)
        let report = progress.reporter(for: 0, rowCount: reader.header.rowCount)
        let inspection = try LogInspection(reading: &reader, progress: report)
        progress.clear()
        if Interruption.isRequested { return .interrupted }
        Console.write((index > 0 ? "\n" : "") + InfoReport(path: path, inspection: inspection).text)
      } catch {
        progress.clear()
        Console.error(error)
        status = .logsFailed
      }
    }
    return status
  }
}
