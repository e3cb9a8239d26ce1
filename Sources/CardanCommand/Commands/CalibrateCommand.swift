import LogProcessing
import Foundation
import MotionLogs
import MotionSamples
import OfflineEstimation

/// `cardan calibrate`: the errors of the sensors, from a recording.
struct CalibrateCommand: Subcommand {
  /// What is calibrated.
  enum Target: String, NamedChoice {
    case magnetometer, accelerometer, gyroscope, all

    /// The sensors that this stands for.
    var sensors: [CalibratedSensor] { CalibratedSensor(rawValue: rawValue).map { [$0] } ?? CalibratedSensor.allCases }
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
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<CalibrateCommand> {
    CommandSyntax(
      name: "calibrate",
      summary: "Finds the errors of the sensors from a recording, for 'cardan fuse --calibration'.",
      operands: .init(
        placeholder: "SENSOR LOG",
        help:
          "What to calibrate (magnetometer, accelerometer, gyroscope or all), and a recording or - for the standard "
          + "input.", count: 2...2, target: \.operands),
      options: rules + SourceOptions.rules(at: \.logOptions),
      notes: [
        "A recording for all: lay the sensor still for two seconds on each of its six sides and on some edges, and turn it "
          + "in between; then turn it slowly through all directions, away from iron, magnets and cables. The magnetometer "
          + "needs the turns, the accelerometer six rests or more, the gyroscope rests and the turns between them; its "
          + "bias alone needs one rest.",
        "A sensor that the recording does not calibrate is refused with advice; with 'all' the others go on.",
      ],
      examples: [
        .init(
          line:
            "cardan calibrate all turns.csv -o calibration.json && cardan fuse walk.csv --calibration calibration.json",
          purpose: "Calibrates, and fuses another recording with the result."),
        .init(
          line: "cardan calibrate magnetometer turns.csv --parameters full --plot pictures/",
          purpose: "With nine parameters, and pictures of the directions seen and of the residuals."),
      ])
  }

  private static var rules: [OptionRule<CalibrateCommand>] {
    [
      .value(
        "output", short: "o", "FILE", \.output,
        "The calibration, or - for the standard output (default: NAME.calibration.json in the current folder)."),
      .value("plot", "DIR", \.pictureFolder, "Also draw pictures (SVG) in this folder."),
      .value(
        "parameters", short: "p", "SHAPE", \.shape,
        "What is fitted: the offset (3), also a scale for each axis (6), or a full matrix (9 numbers). Default: what the "
          + "recording tells."),
      .value(
        "field", "MICROTESLAS", \.fieldStrength,
        "The strength of the magnetic field at the place, where the scale of the magnetometer matters.",
        expectation: "a number from 10 to 100"
      ) { (10...100).contains($0) },
      .value(
        "gravity", "M/S2", \.gravity, "Gravity at the place (default: 9.80665).",
        expectation: "a number from 9.7 to 9.9"
      ) { (9.7...9.9).contains($0) },
      .value(
        "temperature-order", "ORDER", \.temperatureOrder,
        "Let the gyroscope's bias follow the temperature, by a polynomial of this degree through the rests of a log with a "
          + "column of temperature (default: a constant bias).",
        expectation: "a whole number from 0 to 4"
      ) { (0...4).contains($0) },
      .value(
        "axes", "X,Y,Z", \.axisMapping,
        "The sensor axes that are read for body x, y and z, as for 'fuse' (default: x,y,z)."),
      .value("date", "DATE", \.date, "The date to write into the calibration (default: today)."),
    ]
  }

  func validate() throws(UsageError) {
    guard Target(argument: operands[0]) != nil else {
      throw UsageError(
        "'\(operands[0])' is no sensor: \(Target.expectation)",
        suggestion: Spelling.nearest(to: operands[0].lowercased(), among: Target.choices).map { "'\($0)'" })
    }
    if let target = Target(argument: operands[0]), temperatureOrder != nil, !target.sensors.contains(.gyroscope) {
      throw UsageError("option '--temperature-order' is for the gyroscope, not the \(target.rawValue)")
    }
    if OutputNaming.isSameFile(log, outputPath) {
      throw UsageError("the result would overwrite the log '\(log)': choose another --output")
    }
  }

  private var log: String { operands[1] }
  private var outputPath: String {
    output ?? OutputNaming.paths(for: [log], in: "", mark: "calibration", ending: "json")[0]
  }

  func run() throws -> ExitStatus {
    let progress = LogProgress(logs: [log])
    var run = CalibrationRun(target: Target(argument: operands[0]) ?? .all)
    (run.magnetometerOptions.shape, run.accelerometerOptions.shape) = (shape, shape)
    run.magnetometerOptions.fieldStrength = fieldStrength
    run.accelerometerOptions.gravity = gravity
    run.temperatureOrder = temperatureOrder
    do throws(LogError) {
      var reader = try MotionLog.open(log, options: logOptions)
      try run.read(&reader, axes: axisMapping, progress: progress.reporter(for: 0, rowCount: reader.header.rowCount))
      progress.clear()
      if Interruption.isRequested { return .interrupted }
    } catch {
      progress.clear()
      Console.error(error)
      return .logsFailed
    }
    run.calibrate()
    return try finish(run)
  }

  private func finish(_ run: CalibrationRun) throws -> ExitStatus {
    let usesStandardOutput = outputPath == "-"
    let report = CalibrationReport(run: run, log: log).text
    if usesStandardOutput { Console.note(report) } else { Console.write(report) }
    for problem in run.problems { Console.error("\(problem)") }
    guard run.hasResult else { return .logsFailed }
    do throws(LogError) {
      let file = try AtomicFile(path: outputPath)
      try file.write(String(decoding: run.file(provenance).json, as: UTF8.self))
      try file.finish()
      try writePictures(run)
    } catch {
      Console.error(error)
      return .outputFailed
    }
    if !usesStandardOutput { Console.note("\(outputPath) has the calibration.") }
    return .success
  }

  private func writePictures(_ run: CalibrationRun) throws(LogError) {
    guard let pictureFolder else { return }
    do {
      try FileManager.default.createDirectory(atPath: pictureFolder, withIntermediateDirectories: true)
    } catch {
      throw LogError(path: pictureFolder, message: "cannot be made: \(error.localizedDescription)")
    }
    for (name, picture) in run.pictures {
      let path = (pictureFolder as NSString).appendingPathComponent(name)
      let file = try AtomicFile(path: path)
      try file.write(picture.text)
      try file.finish()
      Console.note("\(path) drawn.")
    }
  }

  private var provenance: CalibrationFile.Provenance {
    .ofThisProgram(recording: log, date: date, axes: axisMapping)
  }
}

extension EllipsoidShape: NamedChoice {}
