import AttitudeFilters
import Foundation
import MotionSamples
import MotionSessions

/// `cardan level`: an inclinometer in the terminal.
struct LevelCommand: Subcommand {
  var sources: [String] = []
  var rate = 10.0
  var prefersBar = false
  var live = LiveOptions()

  static var syntax: CommandSyntax<LevelCommand> {
    CommandSyntax(
      name: "level",
      summary: "Shows how a device is tilted, as a spirit level does: a dial, an angle, the name of the position.",
      operands: LiveOptions.operands(at: \.sources),
      options: [
        .value(
          "rate", short: "r", "HZ", \.rate, "How often it is shown, by the stamps (default: 10).",
          expectation: "a number from 0.001 to 1000"
        ) { (0.001...1000).contains($0) },
        .flag("bar", \.prefersBar, true, "One line with a bubble, where there would be room for a dial."),
      ] + LiveOptions.rules(at: \.live),
      lists: [("Sources", SourceAddress.kinds)],
      notes: [
        "The angle is that of gravity in the plane of the screen (x to its right, y to its top): 0 upright, 90 on its left "
          + "side; it has none where the device lies flat. The slopes say how far the right side (x) and the top (y) are "
          + "raised. In a terminal of UTF-8 a dial shows where up is, or a bubble where the device lies flat; in a small one, a bar. "
          + "Elsewhere there is a line for each reading. Ctrl-C ends it."
      ],
      examples: [
        .init(line: "cardan level serial:/dev/ttyUSB0", purpose: "A spirit level over ssh."),
        .init(line: "cardan level 'replay:walk.csv?rate=1'", purpose: "On a recording, in real time."),
      ])
  }

  func validate() throws(UsageError) { _ = try SourceAddress(sources[0]) }

  func run() throws -> ExitStatus {
    let address = try SourceAddress(sources[0])
    do {
      let manager = MotionManager(source: try live.source(address), conditioner: SampleConditioner(axes: live.axes))
      let display = LevelDisplay(rate: rate, prefersBar: prefersBar)
      let finish = {
        manager.stopDeviceMotionUpdates()
        manager.stopAccelerometerUpdates()
        display.finish()
      }
      var meter = LevelMeter()
      guard manager.isDeviceMotionAvailable else {
        guard manager.isAccelerometerAvailable else {
          throw MotionError.notAvailable("\(sources[0]) has no accelerometer")
        }
        return try LiveSession.run { handler in
          manager.startAccelerometerUpdates(to: .immediate, withHandler: handler)
        } step: { (data: AccelerometerData) in
          display.show(meter.update(data))
          return true
        } finish: {
          finish()
        }
      }
      return try LiveSession.run { handler in
        manager.startDeviceMotionUpdates(to: .immediate, withHandler: handler)
      } step: { (motion: DeviceMotion) in
        display.show(meter.update(motion))
        return true
      } finish: {
        finish()
      }
    } catch let error as MotionError {
      Console.error(error)
      return .logsFailed
    }
  }
}
