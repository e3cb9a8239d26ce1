import AttitudeFilters
import MotionSessions

/// `cardan events`: changes of orientation and shakes, from a sensor or a recording.
struct EventsCommand: Subcommand {
  var sources: [String] = []
  var isJSON = false
  var live = LiveOptions()

  static var syntax: CommandSyntax<EventsCommand> {
    CommandSyntax(
      name: "events",
      summary: "Tells when a device is held another way, and when it is shaken.",
      operands: LiveOptions.operands(at: \.sources),
      options: [
        .flag("json", \.isJSON, true, "A line of JSON for each event: t in seconds, event, value.")
      ] + LiveOptions.rules(at: \.live),
      lists: [("Sources", SourceAddress.kinds)],
      notes: [
        "A line for each event with its stamp: orientation with portrait, portrait-upside-down, landscape-left, "
          + "landscape-right, face-up, face-down or unknown; shake with began, ended or cancelled. Only the accelerometer "
          + "is looked at. Ctrl-C ends it."
      ],
      examples: [
        .init(line: "cardan events replay:walk.csv", purpose: "All events of a recording, as fast as it can be read."),
        .init(line: "cardan events serial:/dev/ttyUSB0 --json", purpose: "Live, for a program."),
      ])
  }

  func validate() throws(UsageError) { _ = try SourceAddress(sources[0]) }

  func run() throws -> ExitStatus {
    do {
      let manager = MotionManager(source: try live.source(SourceAddress(sources[0])), conditioner: SampleConditioner(axes: live.axes))
      guard manager.isAccelerometerAvailable else {
        throw MotionError.notAvailable("\(sources[0]) has no accelerometer")
      }
      var detector = MotionEventDetector()
      return try LiveSession.run { handler in
        manager.startAccelerometerUpdates(to: .immediate, withHandler: handler)
      } step: { (data: AccelerometerData) in
        for event in detector.update(data) { Console.write((isJSON ? event.json : event.plainText) + "\n") }
        return true
      } finish: {
        manager.stopAccelerometerUpdates()
      }
    } catch let error as MotionError {
      Console.error(error)
      return .logsFailed
    }
  }
}
