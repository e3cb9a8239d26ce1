import AttitudeFilters
import MotionSessions

/// `cardan events`: changes of orientation and shakes, from a sensor or a log.
struct EventsCommand: Subcommand {
  var sources: [String] = []
  var isJSON = false
  var live = LiveOptions()

  static var syntax: CommandSyntax<EventsCommand> {
    CommandSyntax(
      name: "events",
      summary: "Report changes of a device's orientation, and shakes.",
      operands: LiveOptions.operands(at: \.sources),
      options: [
        .flag("json", \.isJSON, true, "Write each event as a line of JSON with t in seconds, event and value")
      ] + LiveOptions.rules(at: \.live),
      lists: { [("Sources", SourceAddress.kinds)] },
      notes: [
        "Each event is a line with its timestamp: orientation with portrait, portrait-upside-down, landscape-left, "
          + "landscape-right, face-up, face-down or unknown; shake with began, ended or cancelled. Events need only the "
          + "accelerometer. End it with Ctrl-C."
      ],
      examples: [
        .init(line: "cardan events replay:walk.csv", purpose: "List all events of a log."),
        .init(line: "cardan events serial:/dev/ttyUSB0 --json", purpose: "Report the events of a sensor to a program."),
      ])
  }

  func validate() throws(UsageError) { _ = try SourceAddress(sources[0]) }

  func run() throws -> ExitStatus {
    let source = try live.source(SourceAddress(sources[0]))
    let manager = MotionManager(source: source, conditioner: SampleConditioner(axes: live.axes))
    guard manager.isAccelerometerAvailable else {
      throw MotionError.notAvailable("\(sources[0]) has no accelerometer")
    }
    var detector = MotionEventDetector()
    return try LiveSession.run(
      manager,
      accelerometer: { data in
        for event in detector.update(data) { try Console.write((isJSON ? event.json : event.plainText) + "\n") }
      })
  }
}
