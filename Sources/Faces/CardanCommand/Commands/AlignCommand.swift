import JSONCoding
import LogFormats
import LogProcessing
import LogTables
import MotionSamples
import SensorCalibration

/// `cardan align`: rotation and clock offset between sensors, or to an attitude reference; mounting in the body.
struct AlignCommand: Subcommand {
  var logs: [String] = []
  var up: SignedAxis?
  var turn: SignedAxis?
  var usesTruth = false
  var joint = JointOptions()
  var offsetLimit = RelativeAlignment.usualOffsetLimit
  var writesJSON = false
  var logOptions = LogOptions()

  static var syntax: CommandSyntax<AlignCommand> {
    CommandSyntax(
      name: "align",
      summary:
        "Determine rotation and clock offset between two recordings of one motion, the mounting of a sensor, or the motion of a joint.",
      operands: .init(
        placeholder: "LOG", help: "Two recordings of one motion, or one with --up and --turn or with --truth",
        count: 1...2,
        target: \.logs, file: MotionLog.file),
      options: [
        .value("up", "AXIS", \.up, "Say which body axis points up at rest: x, -x, y or another"),
        .value("turn", "AXIS", \.turn, "Say about which body axis the right-handed turn after that rest is"),
        .flag("truth", \.usesTruth, true, "Align to the true attitude in the last recording instead of its gyroscope"),
        .value(
          "max-offset", "SECONDS", \.offsetLimit, "Search clock offsets up to this, s [60]",
          expectation: "a number from 0 to 3600"
        ) { (0...3600).contains($0) },
        .flag("json", \.writesJSON, true, "Write the report as JSON: angles in degrees, times in s, lengths in m"),
      ] + JointOptions.rules(at: \.joint) + SourceOptions.rules(at: \.logOptions),
      notes: [
        "Two recordings: fix both sensors to one rigid body and turn it by hand about all axes for half a minute. One "
          + "recording: lay the body still for three seconds with a known axis up, turn it once by 45 to 120 degrees about a "
          + "known level axis, and lay it still again.",
        "Two bodies with a joint (--joint): move the joint too, not only the bodies about it; its acceleration gives the heading "
          + "without magnetometers, and the clock offset. A row of the first log gives the quaternion that turns the second's "
          + "coordinates into the first's, with the standard deviations about a level axis and about the vertical. "
          + "Two IMUs of one file have one clock; for other logs with one clock give --max-offset 0.",
      ],
      examples: [
        .init(line: "cardan align phone.csv tracker.csv", purpose: "Rotation and clock offset between two sensors."),
        .init(
          line: "cardan align walk.h5 --truth", purpose: "To the attitude reference in the same file."),
        .init(line: "cardan align mount.csv --up z --turn -y", purpose: "Mounting of a sensor, for --axes."),
        .init(
          line: "cardan align thigh.csv shank.csv --joint -o knee.csv", purpose: "Attitude of the shank in the thigh."),
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
    try joint.validate(logs, isAlone: !findsMounting && !usesTruth)
    if writesJSON && joint.output == "-" {
      throw UsageError("option '--json' needs the standard output, as does '--output -'")
    }
    if !findsMounting && logs.count == 1 && !usesTruth {
      throw UsageError("one recording needs '--up' and '--turn', or '--truth'; otherwise name two recordings")
    }
  }

  func run() throws -> ExitStatus {
    try OutputPlan(files: files(by: Self.syntax) + joint.outputs(for: logs)).validate()
    do throws(LogError) {
      if joint.isWanted {
        try JointJob(
          logs: logs, options: joint, logOptions: logOptions, offsetLimit: offsetLimit, writesJSON: writesJSON
        ).run()
      } else if let up, let turn {
        let mounting = try mounting(logs[0], up, turn)
        try Console.write(
          writesJSON
            ? JSON.report(AlignDocument.Mounting(mounting, log: logs[0]))
            : AlignReport.mounting(mounting, path: logs[0]))
      } else {
        let last = logs[logs.count - 1]
        let first = try track(logs[0], fromTruth: false)
        let second = try track(last, fromTruth: usesTruth)
        let alignment = try LogRows.explained(last) { () throws(AlignmentError) in
          try RelativeAlignment(first: first, second: second, offsetLimit: offsetLimit)
        }
        let name = usesTruth ? "the true attitude in \(last)" : last
        try Console.write(
          writesJSON
            ? JSON.report(AlignDocument.Relative(alignment, first: logs[0], second: name))
            : AlignReport.relative(alignment, first: logs[0], second: name))
      }
      return .success
    } catch {
      Console.error(error)
      return Interruption.isRequested ? .interrupted : error.status
    }
  }

  private func mounting(_ path: String, _ up: SignedAxis, _ turn: SignedAxis) throws(LogError) -> SensorMounting {
    var motion = MountingMotion()
    try LogRows.read(path, logOptions) { row in
      motion.add(
        angularRate: row.angularRate, specificForce: row.specificForce, at: Timestamp(nanoseconds: row.timestamp))
    }
    return try LogRows.explained(path) { () throws(AlignmentError) in try motion.mounting(up: up, turn: turn) }
  }

  private func track(_ path: String, fromTruth: Bool) throws(LogError) -> RateTrack {
    var recorder = RateTrackRecorder()
    try LogRows.read(path, logOptions) { row in
      let timestamp = Timestamp(nanoseconds: row.timestamp)
      if !fromTruth {
        recorder.add(row.angularRate, at: timestamp)
      } else if let attitude = row.trueENUFromBody {
        recorder.add(attitude, at: timestamp)
      }
    }
    if recorder.isEmpty { throw LogError(path: path, message: "no \(fromTruth ? "true attitude" : "angular rate")") }
    return try LogRows.explained(path) { () throws(AlignmentError) in try recorder.track() }
  }
}
