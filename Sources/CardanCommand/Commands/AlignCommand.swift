import LogProcessing
import MotionLogs
import MotionSamples
import OfflineEstimation

/// `cardan align`: rotation and clock offset between sensors, or to an attitude reference; mounting in the body.
struct AlignCommand: Subcommand {
  var logs: [String] = []
  var up: SignedAxis?
  var turn: SignedAxis?
  var usesTruth = false
  var offsetLimit = RelativeAlignment.usualOffsetLimit
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<AlignCommand> {
    CommandSyntax(
      name: "align",
      summary:
        "Determine rotation and clock offset between two recordings of one motion, or the mounting of a sensor.",
      operands: .init(
        placeholder: "LOG", help: "Two recordings of one motion, or one with --up and --turn or with --truth.",
        count: 1...2,
        target: \.logs, file: MotionLog.file),
      options: [
        .value("up", "AXIS", \.up, "Body axis that points up at rest: x, -x, y ..."),
        .value("turn", "AXIS", \.turn, "Body axis of the right-handed turn after that rest."),
        .flag("truth", \.usesTruth, true, "Align to the true attitude in the last recording instead of its gyroscope."),
        .value(
          "max-offset", "SECONDS", \.offsetLimit, "Largest clock offset, s [60].",
          expectation: "a number from 0 to 3600"
        ) { (0...3600).contains($0) },
      ] + SourceOptions.rules(at: \.logOptions),
      notes: [
        "Two recordings: fix both sensors to one rigid body and turn it by hand about all axes for half a minute. One "
          + "recording: lay the body still for three seconds with a known axis up, turn it once by 45 to 120 degrees about a "
          + "known level axis, and lay it still again."
      ],
      examples: [
        .init(line: "cardan align phone.csv tracker.csv", purpose: "Rotation and clock offset between two sensors."),
        .init(
          line: "cardan align walk.h5 --truth", purpose: "To the attitude reference in the same file."),
        .init(line: "cardan align mount.csv --up z --turn -y", purpose: "Mounting of a sensor, for --axes."),
      ])
  }

  func validate() throws(UsageError) {
    let findsMounting = up != nil || turn != nil
    if findsMounting && (up == nil || turn == nil) { throw UsageError("options '--up' and '--turn' need each other") }
    if findsMounting && (logs.count > 1 || usesTruth) {
      throw UsageError("options '--up' and '--turn' need one recording, without '--truth'")
    }
    if let up, let turn, up == turn || up == -turn {
      throw UsageError("rotation about the vertical adds no information; choose a '--turn' different from '--up'")
    }
    if !findsMounting && logs.count == 1 && !usesTruth {
      throw UsageError("one recording needs '--up' and '--turn', or '--truth'; otherwise name two recordings")
    }
  }

  func run() throws -> ExitStatus {
    do throws(LogError) {
      if let up, let turn {
        try Console.write(try AlignReport.mounting(mounting(logs[0], up, turn), path: logs[0]))
      } else {
        let last = logs[logs.count - 1]
        let first = try track(logs[0], fromTruth: false)
        let second = try track(last, fromTruth: usesTruth)
        let alignment = try explained(last) { () throws(AlignmentError) in
          try RelativeAlignment(first: first, second: second, offsetLimit: offsetLimit)
        }
        try Console.write(
          AlignReport.relative(alignment, first: logs[0], second: usesTruth ? "the true attitude in \(last)" : last))
      }
      return .success
    } catch {
      Console.error(error)
      return Interruption.isRequested ? .interrupted : error.status
    }
  }

  private func mounting(_ path: String, _ up: SignedAxis, _ turn: SignedAxis) throws(LogError) -> SensorMounting {
    var motion = MountingMotion()
    try read(path) { row in
      motion.add(
        angularRate: row.angularRate, specificForce: row.specificForce, at: Timestamp(nanoseconds: row.timestamp))
    }
    return try explained(path) { () throws(AlignmentError) in try motion.mounting(up: up, turn: turn) }
  }

  private func track(_ path: String, fromTruth: Bool) throws(LogError) -> RateTrack {
    var recorder = RateTrackRecorder()
    try read(path) { row in
      let timestamp = Timestamp(nanoseconds: row.timestamp)
      if !fromTruth {
        recorder.add(row.angularRate, at: timestamp)
      } else if let attitude = row.trueENUFromBody {
        recorder.add(attitude, at: timestamp)
      }
    }
    if recorder.isEmpty { throw LogError(path: path, message: "no \(fromTruth ? "true attitude" : "angular rate")") }
    return try explained(path) { () throws(AlignmentError) in try recorder.track() }
  }

  private func read(_ path: String, _ take: (LogRecord) -> Void) throws(LogError) {
    let progress = LogProgress(logs: [path])
    defer { progress.clear() }
    var reader = try MotionLog.open(path, options: logOptions)
    let report = progress.reporter(for: 0, rowCount: reader.header.rowCount)
    var rows: [LogRecord] = []
    repeat {
      try reader.read(into: &rows, atMost: 256)
      rows.forEach(take)
      guard report(rows.count) else { throw LogError(path: path, message: "interrupted") }
    } while !rows.isEmpty
    Console.warn(of: reader.damage, in: path)
  }

  /// Reports an error of the alignment as one of the log.
  private func explained<Value>(_ path: String, _ body: () throws(AlignmentError) -> Value) throws(LogError) -> Value {
    do {
      return try body()
    } catch {
      throw LogError(path: path, message: error.description)
    }
  }
}
