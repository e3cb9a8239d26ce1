import AttitudeFilters
import FileAccess
import LiveSources
import LogFormats
import LogTables
import MotionSessions

/// `cardan live`: attitude from a live source.
struct LiveCommand: Subcommand {
  var sources: [String] = []
  var output = "-"
  var rate: Double?
  var columns = AttitudeColumns.all
  var writesJSON = false
  var writesComments = false
  var frame: ReferenceFrame?
  var count: Int?
  var receiver: NetworkAddress?
  var calibration: CalibrationChoice?
  var filter = FilterKind.default
  var assignments: [ParameterAssignment] = []
  var latency = 0.0
  var live = LiveOptions()

  static var syntax: CommandSyntax<LiveCommand> {
    CommandSyntax(
      name: "live",
      summary: "Turn the samples of a live sensor into attitude, and print or write it.",
      operands: LiveOptions.operands(at: \.sources),
      options: [
        .file(
          "output", short: "o", "FILE", \.output, .writes,
          "Write to this file, which appears when the command ends [-, standard output]"),
        .value(
          "rate", short: "r", "HZ", \.rate,
          "Write at most HZ rows a second [one per sample]",
          expectation: "a number from 0.001 to 1e6"
        ) { (0.001...1e6).contains($0) },
        .value(
          "columns", "LIST", \.columns,
          "Write these groups of columns, separated by commas [all]: " + AttitudeColumns.listed),
        .flag(
          "json", \.writesJSON, true,
          "Write each row as a line of JSON: numbers by the name of their group, null for a missing one"),
        .comments(\.writesComments),
        .value(
          "frame", "FRAME", \.frame,
          "Give the attitude in this frame [enu with a magnetometer, otherwise x-arbitrary-z-vertical]"),
        .value(
          "location", "LAT,LON[,HEIGHT]", \.live.location,
          "Set the place in degrees and metres, for --frame x-true-north-z-vertical and --magnetic-reference model"
        ),
        MagneticReferenceChoice.rule(at: \.live.magneticReference),
        .file(
          "calibration", "FILE", \.calibration, .reads,
          "Apply this calibration of the sensors, a result of 'cardan calibrate'"),
        .value("filter", short: "f", "FILTER", \.filter, "Use this filter [default]; see 'cardan fuse --help'"),
        .each(
          "set", "NAME=VALUE", \.assignments,
          "Set a parameter of the filter; may be repeated. 'cardan fuse --parameters' lists them",
          expectation: ParameterAssignment.expectation, value: ParameterAssignment.init(text:)),
        .platform(\.assignments),
        .latency(\.latency),
        .outputLead(
          \.assignments, "Predict the attitude this much later than the sample; default filters only [0]"),
        .value(
          "mavlink-out", "HOST:PORT", \.receiver,
          "Also send each row over UDP as ATTITUDE and ATTITUDE_QUATERNION of MAVLink 2"),
        .value(
          "count", short: "n", "ROWS", \.count, "End after this number of rows [unlimited]",
          expectation: "a number from 1"
        ) {
          $0 >= 1
        },
      ] + LiveOptions.rules(at: \.live),
      lists: { [("Sources", SourceAddress.kinds)] },
      notes: [
        "End it with Ctrl-C: the output is then complete and the exit code is 0. If a device disconnects, Cardan waits for it "
          + "to return; the next row has the flag discontinuity. The columns are those of 'cardan fuse', and the filter gets "
          + "every sample whatever the --rate. With --latency rows come in groups, every 0.05 s. With --mavlink-out the device lies face up on the vehicle, top (y) forward."
      ],
      examples: [
        .init(
          line: "cardan live serial:/dev/ttyUSB0 --rate 10 --columns t,euler",
          purpose: "Print the angles of a sensor ten times a second."),
        .init(
          line: "cardan replay walk.csv | cardan live - -o walk.attitude.csv",
          purpose: "Fuse a log in real time through a pipe."),
      ])
  }

  func validate() throws(UsageError) {
    if writesJSON && writesComments { throw UsageError("option '--json' does not go with '--comments'") }
    try OutputEnding.validate(output, command: "live", writes: writesJSON ? .json : .csv)
    _ = try SourceAddress(sources[0])
    _ = try selection
    if latency > 0, filter != .default { throw FusionOptions.latencyNeedsTheDefaultFilter }
    let wantsModel = live.magneticReference == .model
    if wantsModel && live.location == nil { throw UsageError(MagneticReferenceChoice.placeIsMissing) }
    if frame == .xTrueNorthZVertical && live.location == nil {
      throw UsageError("true north needs the place: --location LAT,LON")
    }
    if frame != .xTrueNorthZVertical && !wantsModel && live.location != nil {
      throw UsageError(
        "option '--location' goes with '--frame x-true-north-z-vertical' or '--magnetic-reference model'")
    }
    if let receiver, receiver.host == nil {
      throw UsageError("option '--mavlink-out' takes \(NetworkAddress.expectation): the host is missing")
    }
  }

  func run() throws -> ExitStatus {
    let address = try SourceAddress(sources[0])
    return try run(address, live.source(address))
  }

  private func run(_ address: SourceAddress, _ source: any MotionSource) throws -> ExitStatus {
    let manager = MotionManager(
      source: source, magneticReference: live.magneticReference == .model ? .place : .learned,
      conditioner: conditioner, filter: try selection, latency: latency)
    guard manager.isDeviceMotionAvailable else {
      throw MotionError.notAvailable("\(source.description.name): live needs a gyroscope and an accelerometer")
    }
    let frame = frame ?? (source.description.magnetometer == nil ? .xArbitraryZVertical : .enu)
    for file in output == "-" ? [] : AtomicFile.remnants(of: [output]) {
      Console.note(
        "\(Console.programName): '\(file)' has the rows of an earlier recording that did not end; rename or remove it"
          .printable)
    }
    var writer: any FollowedAttitudeWriter =
      writesJSON
      ? try JSONLinesAttitudeWriter(path: output, columns: columns)
      : try CSVAttitudeWriter(
        path: output, columns: columns, comments: writesComments ? comments(source.description.name, frame) : [])
    Interruption.announce(unfinished: writer.unfinishedPath)
    let sender = try receiver.map { try MAVLinkAttitudeSender(host: $0.host ?? "127.0.0.1", port: $0.port) }
    var left = count ?? .max
    if let rate { manager.deviceMotionUpdateInterval = 1 / rate }
    var lastFlush = ContinuousClock.now
    var doubts: InputDoubts = []
    let watch = SilenceWatch(interval: rate.map { 1 / $0 } ?? 0)
    do {
      return try LiveSession.run(watch: watch) { handler in
        try manager.startDeviceMotionUpdates(using: frame, to: .immediate, withHandler: handler)
      } step: { motion in
        // Of fewer rows than samples none may have the reading of a slow sensor.
        if rate == nil { watch.hear(motion.motion.flags, at: motion.timestamp) }
        for doubt in motion.doubts.subtracting(doubts).texts {
          Console.note("\(Console.programName): take care: \(doubt)")
        }
        doubts = motion.doubts
        try writer.write(motion.motion)
        sender?.send(motion)
        let now = ContinuousClock.now
        if output == "-" ? address.isPaced : now - lastFlush >= Self.flushInterval {
          try writer.flush()
          lastFlush = now
        }
        left -= 1
        return left > 0
      } whenStopped: {
        if latency > 0 { manager.endSource() }
        return latency > 0
      } finish: {
        manager.stopDeviceMotionUpdates()
        try writer.finish()
        Interruption.announce(unfinished: nil)
      }
    } catch let error as LogError {
      throw error.keepingRows(in: writer.keep())
    }
  }

  /// The longest time for which rows of a file are in memory only.
  private static let flushInterval = Duration.seconds(1)

  private var selection: FilterSelection {
    get throws(UsageError) {
      var options = FusionOptions()
      options.assignments = assignments
      return try options.selections([FilterSelection(filter)])[0]
    }
  }

  private var conditioner: SampleConditioner<Double> {
    SampleConditioner(axes: live.axes, calibration: calibration?.file.deviceCalibration ?? .identity)
  }

  private func comments(_ name: String, _ frame: ReferenceFrame) -> [String] {
    [
      "\(Console.programName) \(CommandList.version), source: \(name)",
      "frame: \(frame.name); the quaternion turns body coordinates into this frame",
      "units: as in the header; a column without a unit has that of the column before it, quaternions have none",
    ]
  }
}

extension LogError {
  /// The error of a recording whose unfinished file was kept; nil for none.
  fileprivate func keepingRows(in file: String?) -> LogError {
    guard let file, case .notWritten(let reason) = fact else { return self }
    var error = self
    error.fact = .notWritten("\(reason); the rows so far are in \(file)")
    return error
  }
}
