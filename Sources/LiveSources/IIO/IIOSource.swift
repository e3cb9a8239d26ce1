import MotionSessions

/// The sensors that Linux knows (Industrial I/O), on this computer or on another one that serves them with `iiod`.
///
/// The first accelerometer, gyroscope and magnetometer are read at the pace of the gyroscope, or where there is none of
/// the accelerometer. Scale, offset and mount matrix are those of the device. A device that goes away is waited for.
///
/// Where the kernel gives the sensor that sets the pace a buffer, that is captured: every reading comes, with the stamp of
/// the device (or of its arrival, where devices have none or stamp by different clocks), about 10 ms after it was taken. A
/// device with a trigger of its own and none chosen is given that one. Other sensors are captured too where they have a
/// buffer, and asked where not; readings of several devices come 50 ms later, for their order. While a buffer is in use,
/// other programs cannot have it.
///
/// Elsewhere, and where the buffer cannot be had (in use, no permission, no trigger), all are polled: as often as the
/// device samples, but at least once and at most 1000 times a second, and 100 times where it does not say how often.
/// Polling sees each reading at its own moment; the stamp is that of the poll.
///
/// Chips measure specific force: what points up at rest is positive. Some devices, such as those behind a sensor hub, say
/// gravity instead, as the desktop's sensor proxy expects; `reportsGravity` turns them.
public final class IIOSource: MotionSource {
  public let description: SourceDescription
  private let uri: String
  private let reportsGravity: Bool
  private let report: @Sendable (String) -> Void

  /// A source by the address of its context. It is opened once to see what it has.
  ///
  /// - Parameters:
  ///   - uri: `local:` for this computer, `ip:HOST` or `ip:HOST:PORT` for another one.
  ///   - reportsGravity: Whether the accelerometer has the sign of gravity. Default: no.
  ///   - usesMagnetometer: Whether to read the magnetometer. Default: yes.
  ///   - trueNorth: What is known of the place. Default: nothing.
  ///   - report: Is told, each time the device is opened, which sensors are polled although they have a buffer, and why.
  ///     Default: nobody is.
  ///
  /// Throws `sourceFailed` where it cannot be reached, and `notAvailable` where it has no sensor of motion.
  public init(
    uri: String, reportsGravity: Bool = false, usesMagnetometer: Bool = true, trueNorth: TrueNorthReference? = nil,
    report: @escaping @Sendable (_ sentence: String) -> Void = { _ in }
  ) throws(MotionError) {
    self.uri = uri
    self.reportsGravity = reportsGravity
    self.report = report
    let sensors = try BrokenPipe.quietly { () throws(MotionError) in
      IIOSensors(try IIOContext(uri: uri), usesMagnetometer: usesMagnetometer)
    }
    guard sensors.leader != nil else {
      throw .notAvailable("'\(uri)' has neither an accelerometer nor a gyroscope")
    }
    func description(_ sensor: IIOSensor?) -> SourceDescription.Sensor? {
      sensor.map { SourceDescription.Sensor(interval: sensors.interval(of: $0)) }
    }
    self.description = SourceDescription(
      name: "sensors of \(uri)", accelerometer: description(sensors.accelerometer),
      gyroscope: description(sensors.gyroscope), magnetometer: description(sensors.magnetometer), trueNorth: trueNorth)
  }

  public func open() throws(MotionError) -> any MotionSourceReader {
    try IIOSourceReader(
      .init(
        uri: uri, reportsGravity: reportsGravity, usesMagnetometer: description.magnetometer != nil, report: report))
  }
}
