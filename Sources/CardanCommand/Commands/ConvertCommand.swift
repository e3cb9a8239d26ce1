import LogProcessing
import MotionLogs

/// `cardan convert`: a recording in another format.
struct ConvertCommand: Subcommand {
  /// The formats that recordings are written in.
  enum Format: String, NamedChoice {
    /// A table in SI units that reads back exactly.
    case csv
    /// EuRoC's `imu0/data.csv`.
    case euroc
    /// A structured array of NumPy.
    case npy
  }

  var logs: [String] = []
  var format = Format.csv
  var output = "-"
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<ConvertCommand> {
    CommandSyntax(
      name: "convert",
      summary: "Writes a recording in another format, in SI units.",
      operands: .init(
        placeholder: "LOG", help: "A recording, or - for the standard input.", count: 1...1, target: \.logs),
      options: [
        .value("format", "FORMAT", \.format, "The format to write (default: csv)."),
        .value("output", short: "o", "FILE", \.output, "Where to write it (default: -, the standard output)."),
      ] + SourceOptions.rules(at: \.logOptions),
      notes: [
        "csv and npy keep everything, with numbers that read back exactly; npy is read without parsing and needs an output "
          + "that is a file. euroc has no magnetometer and no true attitude."
      ],
      examples: [
        .init(line: "cardan convert trial.hdf5 -o trial.csv", purpose: "BROAD as a table."),
        .init(
          line: "cardan convert raw.csv --gyro-unit deg/s --accel-unit g --format euroc -o data.csv",
          purpose: "For tools that read EuRoC."),
      ])
  }

  func validate() throws(UsageError) {
    guard output != "-", OutputNaming.isSameFile(logs[0], output) else { return }
    throw UsageError("the result would overwrite the log '\(logs[0])': choose another --output")
  }

  func run() throws -> ExitStatus {
    let progress = LogProgress(logs: logs)
    defer { progress.clear() }
    do throws(LogError) {
      var reader = try MotionLog.open(logs[0], options: logOptions)
      var writer = try openWriter(reader.header)
      let report = progress.reporter(for: 0, rowCount: reader.header.rowCount)
      var records: [LogRecord] = []
      repeat {
        try reader.read(into: &records, atMost: 1024)
        try Self.write(records, to: &writer)
        guard report(records.count) else { return .interrupted }
      } while !records.isEmpty
      try writer.finish()
      return .success
    } catch {
      Console.error(error)
      return error.path == output && output != "-" ? .outputFailed : .logsFailed
    }
  }

  private func openWriter(_ header: LogHeader) throws(LogError) -> any LogWriter {
    switch format {
    case .csv:
      try CSVLogWriter(
        path: output, hasMagnetometer: header.hasMagnetometer, hasTemperature: header.hasTemperature,
        hasGroundTruth: header.hasGroundTruth,
        comments: ["\(Console.programName) \(CommandList.version), from: \(logs[0])"])
    case .euroc: try EuRoCLogWriter(path: output)
    case .npy:
      try NumPyLogWriter(
        path: output, hasMagnetometer: header.hasMagnetometer, hasTemperature: header.hasTemperature,
        hasGroundTruth: header.hasGroundTruth)
    }
  }

  private static func write(_ records: [LogRecord], to writer: inout some LogWriter) throws(LogError) {
    for record in records { try writer.write(record) }
  }
}
