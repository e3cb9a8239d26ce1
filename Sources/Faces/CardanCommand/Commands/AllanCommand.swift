import FileAccess
import LogFormats
import LogTables
import MotionSamples
import SensorCalibration

/// `cardan allan`: sensor noise from a recording at rest.
struct AllanCommand: Subcommand {
  var logs: [String] = []
  var output: String?
  var plot: String?
  var takesMovement = false
  var writesJSON = false
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<AllanCommand> {
    CommandSyntax(
      name: "allan",
      summary: "Identify sensor noise from a recording at rest, by the Allan deviation.",
      operands: .init(
        placeholder: "LOG", help: "A recording at rest, or - for standard input", count: 1...1,
        target: \.logs, file: MotionLog.file),
      options: [
        .file(
          "output", short: "o", "FILE", \.output, .writes, "Write the noise as JSON, for 'cardan fuse --tune-from'"),
        .file("plot", short: "p", "FILE", \.plot, .writes, "Draw the Allan deviations as SVG"),
        .flag(
          "all", \.takesMovement, true,
          "Use all rows, including movement: for sensors too coarse for the detection of rest"),
        .flag(
          "json", \.writesJSON, true,
          "Write the report as JSON in SI units: the noise, and the deviations with intervals"),
      ] + SourceOptions.rules(at: \.logOptions),
      notes: [
        "Ten minutes at rest show the white noise, an hour the bias instability, several hours the random walk. Movement is "
          + "ignored, gaps are not bridged. A process shown as '-' was not found: the recording is too short, or other processes "
          + "hide it. Uncertainties are one standard deviation. A drift is shown if the random walk does not explain it."
      ],
      examples: [
        .init(line: "cardan allan still.csv --plot allan.svg", purpose: "A table, and a picture with fits."),
        .init(
          line: "cardan allan still.csv -o noise.json && cardan fuse walk.csv --tune-from noise.json",
          purpose: "A filter tuned to its sensors."),
      ])
  }

  func validate() throws(UsageError) {
    if writesJSON, output == "-" || plot == "-" {
      throw UsageError("option '--json' needs the standard output, as does '-'")
    }
  }

  func run() throws -> ExitStatus {
    let path = logs[0]
    let progress = LogProgress(logs: [path])
    do throws(LogError) {
      let readings = try readings(of: path, progress)
      progress.clear()
      if Interruption.isRequested { return .interrupted }
      let report = AllanReport(path: path, readings: readings)
      let failure = failureToWrite(report)
      try Console.write(writesJSON ? report.document : report.text)
      if let failure { throw failure }
      return report.isEmpty ? .logsFailed : .success
    } catch {
      progress.clear()
      Console.error(error)
      return error.status
    }
  }

  private func readings(of path: String, _ progress: LogProgress) throws(LogError) -> StillReadings {
    var reader = try MotionLog.open(path, options: logOptions)
    let report = progress.reporter(for: 0, rowCount: reader.header.rowCount)
    var readings = StillReadings(takesMovement: takesMovement)
    var rows: [LogRecord] = []
    repeat {
      try reader.read(into: &rows, atMost: 256)
      for row in rows {
        readings.add(
          timestamp: Timestamp(nanoseconds: row.timestamp), angularRate: row.angularRate,
          specificForce: row.specificForce, magneticField: row.magneticField)
      }
    } while !rows.isEmpty && report(rows.count)
    Console.warn(of: reader.damage, in: path)
    return readings
  }

  /// Writes the files of a report, before its text; nil, or why that failed.
  private func failureToWrite(_ report: AllanReport) -> LogError? {
    do throws(LogError) {
      if let output { try write(report.json(), to: output) }
      if let plot { try write(report.plot.svg, to: plot) }
      return nil
    } catch {
      return error
    }
  }

  private func write(_ text: String, to path: String) throws(LogError) {
    let file = try AtomicFile(path: path)
    try file.write(text)
    try file.finish()
  }
}
