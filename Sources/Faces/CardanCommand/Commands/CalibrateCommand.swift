import FileAccess
import LogFormats
import LogProcessing
import LogTables
import MotionSamples
import ReportPages
import SensorCalibration

/// `cardan calibrate`: device calibration from a recording.
struct CalibrateCommand: Subcommand {
  /// The sensors to calibrate.
  enum Target: String, NamedChoice {
    case magnetometer, accelerometer, gyroscope, all

    var sensors: Set<CalibratedSensor> {
      CalibratedSensor(rawValue: rawValue).map { [$0] } ?? Set(CalibratedSensor.allCases)
    }
  }

  var operands: [String] = []
  var output: String?
  var pictureFolder: String?
  var shape: EllipsoidShape?
  var fieldStrength: Double?
  var temperatureOrder: Int?
  var gravity = AccelerometerCalibrator.Options().gravity
  var axisMapping = AxisMapping.identity
  var date: String?
  var writesJSON = false
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<CalibrateCommand> {
    CommandSyntax(
      name: "calibrate",
      summary: "Calibrate sensors from a recording, for 'cardan fuse --calibration'.",
      operands: .init(
        placeholder: "SENSOR LOG",
        help:
          "The sensor to calibrate (magnetometer, accelerometer, gyroscope or all), and a recording or - for standard input",
        count: 2...2, target: \.operands, file: { Target(argument: $0) == nil ? MotionLog.file(of: $0) : nil }),
      options: rules + SourceOptions.rules(at: \.logOptions),
      notes: [
        "A recording for all: lay the sensor still for two seconds on each of its six sides and on some edges, and turn it "
          + "in between; then turn it slowly through all directions, away from iron, magnets and cables. The magnetometer "
          + "needs the turns, the accelerometer six rests or more, the gyroscope rests and the turns between them; its "
          + "bias alone needs one rest.",
        "A recording that does not show enough of a sensor is refused with the reason; 'all' calibrates the other sensors.",
      ],
      examples: [
        .init(
          line:
            "cardan calibrate all turns.csv -o calibration.json && cardan fuse walk.csv --calibration calibration.json",
          purpose: "Calibrate, and fuse another recording with the result."),
        .init(
          line: "cardan calibrate magnetometer turns.csv --parameters full --plot pictures/",
          purpose: "Fit nine parameters, and draw directions and residuals."),
      ])
  }

  private static var rules: [OptionRule<CalibrateCommand>] {
    [
      .file(
        "output", short: "o", "FILE", \.output, .namesOutputs,
        "Write the calibration to FILE, or - for standard output [NAME.calibration.json in the current folder]"),
      .file("plot", "DIR", \.pictureFolder, .namesOutputs, "Draw pictures (SVG) in this folder"),
      .value(
        "parameters", short: "p", "SHAPE", \.shape,
        "Fit the offset (3 parameters), also a scale for each axis (6), or a full matrix (9) [the best by the recording]"
      ),
      .value(
        "field", "MICROTESLAS", \.fieldStrength,
        "Take the local magnetic field as this strong, µT, for the scale of the magnetometer [as the readings]",
        expectation: "a number from 10 to 100"
      ) { (10...100).contains($0) },
      .value(
        "gravity", "M/S2", \.gravity, "Take local gravity as this, m/s² [9.80665]",
        expectation: "a number from 9.7 to 9.9"
      ) { (9.7...9.9).contains($0) },
      .value(
        "temperature-order", "ORDER", \.temperatureOrder,
        "Fit the gyroscope's bias over temperature by a polynomial of this degree; the log needs a column 'temperature [degC]' "
          + "[constant bias]",
        expectation: "a whole number from 0 to 4"
      ) { (0...4).contains($0) },
      .value(
        "axes", "X,Y,Z", \.axisMapping,
        "Read these sensor axes as body x, y and z, as for 'fuse' [x,y,z]"),
      .value("date", "DATE", \.date, "Write DATE as the date of the calibration [today]"),
      .flag("json", \.writesJSON, true, "Write the report as JSON: rests, problems and the calibration"),
    ]
  }

  func validate() throws(UsageError) {
    guard Target(argument: operands[0]) != nil else {
      throw UsageError(
        "'\(operands[0])' is not a sensor: \(Target.expectation)",
        suggestion: Spelling.nearest(to: operands[0].lowercased(), among: Target.choices).map { "'\($0)'" })
    }
    if let target = Target(argument: operands[0]), temperatureOrder != nil, !target.sensors.contains(.gyroscope) {
      throw UsageError("option '--temperature-order' needs the gyroscope, not the \(target.rawValue)")
    }
    if writesJSON && output == "-" {
      throw UsageError("option '--json' needs the standard output, as does '--output -'")
    }
  }

  private var log: String { operands[1] }
  private var outputPath: String {
    output ?? OutputNaming.paths(for: [log], in: "", mark: "calibration", ending: "json")[0]
  }

  var derivedFiles: [FileUse] {
    let pictures = pictureFolder.map { folder in
      CalibrationPictures.names.map { name in
        FileUse(path: FilePath.path(of: name, in: folder), role: "--plot", isWritten: true)
      }
    }
    return [FileUse(path: outputPath, role: "--output", isWritten: true)] + (pictures ?? [])
  }

  func run() throws -> ExitStatus {
    let progress = LogProgress(logs: [log])
    var calibrator = DeviceCalibrator(request)
    do throws(LogError) {
      var reader = try MotionLog.open(log, options: logOptions)
      let report = progress.reporter(for: 0, rowCount: reader.header.rowCount)
      var clock = SampleClock()
      var records: [LogRecord] = []
      repeat {
        try reader.read(into: &records, atMost: 1024)
        for record in records {
          let interval = clock.read(Timestamp(nanoseconds: record.timestamp)).interval
          calibrator.add(
            MotionSample(
              interval: interval, angularRate: record.angularRate, specificForce: record.specificForce,
              magneticField: record.magneticField), temperature: record.temperature)
        }
      } while report(records.count) && !records.isEmpty
      progress.clear()
      if Interruption.isRequested { return .interrupted }
    } catch {
      progress.clear()
      Console.error(error)
      return .logsFailed
    }
    return try finish(calibrator.result())
  }

  private var request: CalibrationRequest {
    var request = CalibrationRequest()
    request.sensors = (Target(argument: operands[0]) ?? .all).sensors
    request.fit(shape)
    request.magnetometer.fieldStrength = fieldStrength
    request.accelerometer.gravity = gravity
    request.temperatureOrder = temperatureOrder
    request.axes = axisMapping
    return request
  }

  /// Writes the files before the report, which the standard output may refuse.
  private func finish(_ result: CalibrationResult) throws(LogError) -> ExitStatus {
    let usesStandardOutput = outputPath == "-"
    var failure: LogError?
    if !result.isEmpty {
      do throws(LogError) { try save(result) } catch { failure = error }
    }
    let report = CalibrationReport(result: result, log: log)
    let text = writesJSON ? report.json(file(result), at: failure == nil ? outputPath : nil) : report.text
    if usesStandardOutput { Console.note(text) } else { try Console.write(text) }
    for problem in result.problems { Console.error("\(problem)") }
    if let failure {
      Console.error(failure)
      return failure.status
    }
    if !result.isEmpty && !usesStandardOutput { Console.note("Wrote \(outputPath).") }
    return result.isEmpty ? .logsFailed : .success
  }

  private func save(_ result: CalibrationResult) throws(LogError) {
    let output = try AtomicFile(path: outputPath)
    try output.write(file(result).text)
    try output.finish()
    try drawPictures(of: result)
  }

  private func file(_ result: CalibrationResult) -> CalibrationFile {
    CalibrationFile(result, provenance: .ofThisProgram(recording: log, date: date, axes: axisMapping))
  }

  private func drawPictures(of result: CalibrationResult) throws(LogError) {
    guard let pictureFolder else { return }
    if let reason = FolderEntries.makeFolder(pictureFolder) { throw LogError(path: pictureFolder, .notWritten(reason)) }
    for (name, svg) in CalibrationPictures.all(of: result) {
      let path = FilePath.path(of: name, in: pictureFolder)
      let file = try AtomicFile(path: path)
      try file.write(svg)
      try file.finish()
      Console.note("Wrote \(path).".printable)
    }
  }
}

extension EllipsoidShape: NamedChoice {}
