import AttitudeFilters
import LiveSources
import LogFormats
import MotionSamples
import MotionSessions

/// `cardan provide`: a service for the desktop.
struct ProvideCommand: Subcommand {
  var operands: [String] = []
  var live = LiveOptions()

  static var syntax: CommandSyntax<ProvideCommand> {
    CommandSyntax(
      name: "provide",
      summary: "Offer the orientation and heading of a sensor to the desktop.",
      operands: .init(
        placeholder: "dbus SOURCE", help: "The service, dbus, and the origin of samples; see below", count: 2...2,
        target: \.operands, file: { (try? SourceAddress($0))?.file }),
      options: [
        .value(
          "location", "LAT,LON[,HEIGHT]", \.live.location,
          "Give headings from true north at this place in degrees and metres [from magnetic north]")
      ] + LiveOptions.rules(at: \.live),
      lists: { [("Sources", SourceAddress.kinds)] },
      notes: [
        "The service is net.hadess.SensorProxy on the system bus, in the place of iio-sensor-proxy: AccelerometerOrientation, "
          + "AccelerometerTilt and CompassHeading, whose changes go to the clients that have claimed the sensor. Device axes: "
          + "x to the right of the screen, y to its top. Only root may own the name, and only root and geoclue read the compass, by "
          + "the policy that 'make install' puts into share/dbus-1/system.d with a unit for systemd; buses read the one "
          + "below /usr or a copy in /etc/dbus-1/system.d. End it with Ctrl-C."
      ],
      examples: [
        .init(line: "cardan provide dbus iio:local", purpose: "Rotate the screen by the sensors of this computer."),
        .init(
          line: "cardan provide dbus serial:/dev/ttyUSB0 --location 47.38,8.54",
          purpose: "Offer a compass to true north from an external sensor."),
      ])
  }

  func validate() throws(UsageError) {
    guard operands[0] == "dbus" else {
      throw UsageError("unknown service '\(operands[0])'; expected dbus")
    }
    _ = try SourceAddress(operands[1])
  }

  func run() throws -> ExitStatus {
    let source = try live.source(SourceAddress(operands[1]))
    let manager = MotionManager(source: source, conditioner: SampleConditioner(axes: live.axes))
    guard manager.isAccelerometerAvailable else {
      throw MotionError.notAvailable("\(operands[1]) has no accelerometer")
    }
    let hasCompass = manager.isDeviceMotionAvailable && source.description.magnetometer != nil
    if live.location != nil && !hasCompass {
      throw MotionError.notAvailable("option '--location' needs a source with a gyroscope and a magnetometer")
    }
    let end = try SessionEnd()
    let proxy = try SensorProxy(hasCompass: hasCompass, whenLost: { end.end($0) })
    var readings = SensorProxyReadings()
    guard manager.isDeviceMotionAvailable else {
      return try LiveSession.run(
        manager, until: end, accelerometer: { proxy.update(readings.update($0)) }, finish: proxy.close)
    }
    let north = live.location == nil ? ReferenceFrame.xMagneticNorthZVertical : .xTrueNorthZVertical
    manager.deviceMotionUpdateInterval = Self.interval
    return try LiveSession.run(
      manager, in: hasCompass ? north : .xArbitraryZVertical, until: end,
      deviceMotion: { proxy.update(readings.update($0)) }, finish: proxy.close)
  }

  /// The interval of readings in seconds.
  private static let interval = 0.05
}
