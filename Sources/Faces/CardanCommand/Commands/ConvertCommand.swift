import LogFormats
import LogProcessing
import LogTables

/// `cardan convert`: a log in another format, or attitudes in another convention.
struct ConvertCommand: Subcommand {
  /// The output formats.
  enum Format: String, OutputFormat {
    /// CSV in SI units that reads back exactly.
    case csv
    /// EuRoC's `imu0/data.csv`.
    case euroc
    /// A structured NumPy array.
    case npy
    /// An Arrow table.
    case arrow

    var endings: [String] {
      switch self {
      case .csv, .euroc: ["csv"]
      case .npy: ["npy"]
      case .arrow: ["arrow", "arrows", "feather"]
      }
    }
  }

  var logs: [String] = []
  var givenFormat: Format?
  var output = "-"
  var source: AttitudeConvention?
  var target: AttitudeConvention?
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<ConvertCommand> {
    CommandSyntax(
      name: "convert",
      summary: "Write a log in another format, in SI units, or attitudes in another convention.",
      operands: .init(
        placeholder: "LOG", help: "A log, or - for standard input", count: 1...1, target: \.logs, file: MotionLog.file),
      options: [
        .value("format", "FORMAT", \.givenFormat, "Write this format [by the ending of FILE, otherwise csv]"),
        .file("output", short: "o", "FILE", \.output, .writes, "Write to FILE [-, standard output]"),
        .value("from", "CONVENTION", \.source, "With --to: read the attitudes in this convention [enu]"),
        .value(
          "to", "CONVENTION", \.target,
          "Convert the attitudes of a table, with a column of time and those of a quaternion, to this convention, as csv"
        ),
      ] + SourceOptions.rules(at: \.logOptions),
      lists: {
        [
          (
            "Conventions",
            AttitudeConvention.allCases.map { convention in
              (
                convention.name.description,
                "\(convention.summary): world \(convention.reference), body \(convention.body), order \(convention.order)"
              )
            }
          )
        ]
      },
      notes: [
        "csv, npy and arrow keep everything, with numbers that read back exactly. npy and arrow are read without parsing; npy needs a "
          + "file as output. euroc drops the magnetometer, the velocities and the true attitude.",
        "The letters of a convention are what x, y and z point to: east, north, up, west, south, down; forward, right, up, backward, "
          + "left, down. Components are found by the names of their columns.",
      ],
      examples: [
        .init(line: "cardan convert trial.hdf5 -o trial.csv", purpose: "Convert a BROAD trial to CSV."),
        .init(
          line: "cardan convert raw.csv --gyro-unit deg/s --accel-unit g --format euroc -o data.csv",
          purpose: "Write a log for tools that read EuRoC."),
        .init(
          line: "cardan convert walk.attitude.csv --to unity -o unity.csv", purpose: "Give attitudes to Unity."),
      ])
  }

  /// The requested format, or that of the output's name.
  private var format: Format { (try? Format.format(givenFormat, of: output)) ?? .csv }

  func validate() throws(UsageError) {
    _ = try Format.format(givenFormat, of: output)
    if source != nil && target == nil { throw UsageError("option '--from' needs '--to'") }
    if target != nil && format != .csv { throw UsageError("option '--to' writes csv") }
  }

  func run() throws -> ExitStatus {
    let progress = LogProgress(logs: logs)
    defer { progress.clear() }
    do throws(LogError) {
      if let target { return try convertAttitudes(to: target, progress) }
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
      Console.warn(of: reader.damage, in: logs[0])
      return .success
    } catch {
      Console.error(error)
      return error.status
    }
  }

  private func convertAttitudes(
    to target: AttitudeConvention, _ progress: LogProgress
  ) throws(LogError) -> ExitStatus {
    var table = try AttitudeTable(path: logs[0], options: logOptions)
    var writer = try AttitudeTableWriter(path: output, convention: target)
    let conversion = AttitudeConversion(from: source ?? .enu, to: target)
    let report = progress.reporter(for: 0, rowCount: nil)
    while let row = try table.next() {
      try writer.write(row.attitude.map { conversion.converted($0) }, at: row.timestamp)
      guard report(1) else { return .interrupted }
    }
    try writer.finish()
    return .success
  }

  private func openWriter(_ header: LogHeader) throws(LogError) -> any LogWriter {
    switch format {
    case .csv:
      try CSVLogWriter(
        path: output, hasMagnetometer: header.hasMagnetometer, hasTemperature: header.hasTemperature,
        hasVelocityOverGround: header.hasVelocityOverGround, hasForwardSpeed: header.hasForwardSpeed,
        hasGroundTruth: header.hasGroundTruth)
    case .euroc: try EuRoCLogWriter(path: output)
    case .npy:
      try NumPyLogWriter(
        path: output, hasMagnetometer: header.hasMagnetometer, hasTemperature: header.hasTemperature,
        hasVelocityOverGround: header.hasVelocityOverGround, hasForwardSpeed: header.hasForwardSpeed,
        hasGroundTruth: header.hasGroundTruth)
    case .arrow:
      try ArrowLogWriter(
        path: output, hasMagnetometer: header.hasMagnetometer, hasTemperature: header.hasTemperature,
        hasVelocityOverGround: header.hasVelocityOverGround, hasForwardSpeed: header.hasForwardSpeed,
        hasGroundTruth: header.hasGroundTruth, comments: comments)
    }
  }

  private var comments: [String] { ["\(Console.programName) \(CommandList.version), from: \(logs[0])"] }

  private static func write(_ records: [LogRecord], to writer: inout some LogWriter) throws(LogError) {
    for record in records { try writer.write(record) }
  }
}

extension AttitudeConvention: ArgumentValue {
  init?(argument: String) { self.init(name: argument.lowercased()) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
  static var choices: [String] { names }
}
