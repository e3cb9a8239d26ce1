import AttitudeFilters
import AttitudeSmoothing
import JSONCoding
import LogFormats
import LogProcessing
import LogTables
import MotionSamples
import Rotations

/// The options of `cardan align --joint`.
struct JointOptions {
  var isWanted = false
  var output: String?
  var givenFormat: AttitudeFormat?
  var ignoresMagnetometers = false

  static func rules<Command>(at path: WritableKeyPath<Command, JointOptions>) -> [OptionRule<Command>] {
    [
      .flag(
        "joint", path.appending(path: \.isWanted), true,
        "Determine the attitude of the second body in the first, which a joint connects, at every row of the first log"),
      .file(
        "output", short: "o", "OUT", path.appending(path: \.output), .namesOutputs,
        "With --joint: write the attitudes to a file, or to - for standard output [NAME.joint.csv in the current folder]"
      ),
      .value(
        "format", "FORMAT", path.appending(path: \.givenFormat),
        "With --joint: write them in this format [by the ending of OUT, otherwise csv]"),
      .flag(
        "no-magnetometer", path.appending(path: \.ignoresMagnetometers), true,
        "With --joint: determine the heading from the joint alone"),
    ]
  }

  /// The format of the result.
  var format: AttitudeFormat { (try? AttitudeFormat.format(givenFormat, of: output)) ?? .csv }

  /// The path of the result.
  func path(for logs: [String]) -> String {
    output ?? OutputNaming.paths(for: logs, in: "", mark: "joint", ending: format.ending)[0]
  }

  /// The files that are written and read.
  func outputs(for logs: [String]) -> [FileUse] {
    guard isWanted else { return [] }
    return [FileUse(path: path(for: logs), role: "--output", isWritten: true)]
  }

  /// - Parameter isAlone: Whether no option of another task is given.
  func validate(_ logs: [String], isAlone: Bool) throws(UsageError) {
    guard isWanted else {
      if output != nil || givenFormat != nil || ignoresMagnetometers {
        throw UsageError("options '--output', '--format' and '--no-magnetometer' need '--joint'")
      }
      return
    }
    guard isAlone, logs.count == 2 else {
      throw UsageError("option '--joint' needs two recordings, without '--up', '--turn' and '--truth'")
    }
    let format = try AttitudeFormat.format(givenFormat, of: output)
    if output == "-", !format.isStream {
      throw UsageError("a result in '--format \(format.rawValue)' needs a file, not '--output -'")
    }
  }
}

/// The alignment of two joined bodies, from two logs to a result file and a report.
struct JointJob {
  let logs: [String]
  let options: JointOptions
  let logOptions: LogOptions
  let offsetLimit: Double
  let writesJSON: Bool

  func run() throws(LogError) {
    let (first, second) = (try recording(logs[0]), try recording(logs[1]))
    let alignment = try LogRows.explained(logs[1]) { () throws(JointError) in
      try JointAlignment(first: first, second: second, offsetLimit: hasOneClock ? 0 : offsetLimit)
    }
    let path = options.path(for: logs)
    var output = try AttitudeOutput(
      path: path, format: options.format, columns: [.time, .quaternion, .euler, .sigma, .flags],
      comments: options.format.hasComments
        ? []
        : [
          "\(Console.programName) \(CommandList.version), \(logs[1]) in \(logs[0])",
          "the quaternion turns coordinates of the second sensor into those of the first",
          "tilt_sigma is about a level axis, heading_sigma about the vertical",
        ], keepingTopicsOf: nil)
    var (count, unknown) = (0, 0)
    for row in 0..<alignment.rowCount {
      guard let motion = alignment.motion(atRow: row) else { continue }
      count += 1
      if motion.headingStandardDeviation.isNaN { unknown += 1 }
      try output.write([motion])
    }
    guard !Interruption.isRequested else { throw LogError(path: logs[0], .interrupted) }
    try output.finish()
    if writesJSON {
      return try Console.write(
        JSON.report(
          AlignDocument.Joint(alignment, logs: logs, output: path, rows: count, rowsWithoutHeading: unknown)))
    }
    let text = AlignReport.joint(alignment, logs: logs, rows: count, rowsWithoutHeading: unknown)
    if path == "-" { Console.note(text) } else { try Console.write(text + "Wrote \(path).\n") }
  }

  /// Whether both logs are IMUs of one file.
  private var hasOneClock: Bool { MotionLog.file(of: logs[0]).map { $0 == MotionLog.file(of: logs[1]) } ?? false }

  private func recording(_ path: String) throws(LogError) -> JointRecording {
    var options = logOptions
    if self.options.ignoresMagnetometers { options.usesMagnetometer = false }
    var recording = JointRecording()
    try LogRows.read(path, options) { row in
      recording.add(
        angularRate: row.angularRate, specificForce: row.specificForce,
        magneticField: self.options.ignoresMagnetometers ? .absent : row.magneticField,
        at: Timestamp(nanoseconds: row.timestamp))
    }
    if recording.isEmpty { throw LogError(path: path, message: "no rows") }
    return recording
  }
}

/// The rows of a log for a command that needs them all.
enum LogRows {
  /// Reads a log to its end, with progress. Throws if it is interrupted.
  static func read(_ path: String, _ options: LogOptions, _ take: (LogRecord) -> Void) throws(LogError) {
    let progress = LogProgress(logs: [path])
    defer { progress.clear() }
    var reader = try MotionLog.open(path, options: options)
    let report = progress.reporter(for: 0, rowCount: reader.header.rowCount)
    var rows: [LogRecord] = []
    repeat {
      try reader.read(into: &rows, atMost: 256)
      rows.forEach(take)
      guard report(rows.count) else { throw LogError(path: path, .interrupted) }
    } while !rows.isEmpty
    Console.warn(of: reader.damage, in: path)
  }

  /// Reports an error of an alignment as one of the log.
  static func explained<Value, Reason: Error & CustomStringConvertible>(
    _ path: String, _ body: () throws(Reason) -> Value
  ) throws(LogError) -> Value {
    do {
      return try body()
    } catch {
      throw LogError(path: path, message: error.description)
    }
  }
}
