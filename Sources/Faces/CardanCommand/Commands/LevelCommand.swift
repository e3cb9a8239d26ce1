import AttitudeFilters
import MotionSamples
import MotionSessions

/// `cardan level`: an inclinometer in the terminal.
struct LevelCommand: Subcommand {
  var sources: [String] = []
  var rate = 10.0
  var prefersBar = false
  var writesJSON = false
  var live = LiveOptions()

  static var syntax: CommandSyntax<LevelCommand> {
    CommandSyntax(
      name: "level",
      summary: "Show the tilt of a device, like a spirit level: a dial, an angle, the position.",
      operands: LiveOptions.operands(at: \.sources),
      options: [
        .value(
          "rate", short: "r", "HZ", \.rate, "Show HZ readings a second [10]",
          expectation: "a number from 0.001 to 1000"
        ) { (0.001...1000).contains($0) },
        .flag("bar", \.prefersBar, true, "Show one line with a bubble instead of the dial"),
        .flag(
          "json", \.writesJSON, true,
          "Write each reading as a line of JSON: t in seconds, angle and slopes in degrees, orientation"),
      ] + LiveOptions.rules(at: \.live),
      lists: { [("Sources", SourceAddress.kinds)] },
      notes: [
        "The angle is that of gravity in the plane of the screen (x to its right, y to its top): 0 upright, 90 on the left "
          + "side, - for a flat device. The slopes are the elevation of the right side (x) and the top (y). A UTF-8 terminal "
          + "shows a dial whose needle points up, with a bubble for a flat device; a small terminal shows a bar; other outputs "
          + "get a line for each reading. End it with Ctrl-C."
      ],
      examples: [
        .init(line: "cardan level serial:/dev/ttyUSB0", purpose: "Show the level of a sensor, also over ssh."),
        .init(line: "cardan level 'replay:walk.csv?rate=1'", purpose: "Play a log in real time."),
      ])
  }

  func validate() throws(UsageError) { _ = try SourceAddress(sources[0]) }

  func run() throws -> ExitStatus {
    let source = try live.source(SourceAddress(sources[0]))
    let manager = MotionManager(source: source, conditioner: SampleConditioner(axes: live.axes))
    let display = LevelDisplay(rate: rate, prefersBar: prefersBar, writesJSON: writesJSON)
    var meter = LevelMeter()
    if manager.isDeviceMotionAvailable {
      return try LiveSession.run(
        manager, deviceMotion: { try display.show(meter.update($0)) }, finish: display.finish)
    }
    guard manager.isAccelerometerAvailable else {
      throw MotionError.notAvailable("\(sources[0]) has no accelerometer")
    }
    return try LiveSession.run(manager, accelerometer: { try display.show(meter.update($0)) }, finish: display.finish)
  }
}
