import MotionSessions

/// The sensors that Linux knows (Industrial I/O), on this computer or on another one that serves them with `iiod`.
///
/// The first accelerometer, gyroscope and magnetometer are polled at the pace of the gyroscope, or where there is none of
/// the accelerometer: as often as the device samples, but at least once and at most 1000 times a second, and 100 times
/// where it does not say how often. Scale, offset and mount matrix are those of the device. A device that goes away is
/// waited for. Polling sees each reading at its own moment; the stamp is that of the poll.
///
/// Chips measure specific force: what points up at rest is positive. Some devices, such as those behind a sensor hub, say
/// gravity instead, as the desktop's sensor proxy expects; `reportsGravity` turns them.
public final class IIOSource: MotionSource {
  public let description: SourceDescription
  private let uri: String
  private let reportsGravity: Bool

  /// A source by the address of its context. It is opened once to see what it has.
  ///
  /// - Parameters:
  ///   - uri: `local:` for this computer, `ip:HOST` or `ip:HOST:PORT` for another one.
  ///   - reportsGravity: Whether the accelerometer has the sign of gravity. Default: no.
  ///   - usesMagnetometer: Whether to read the magnetometer. Default: yes.
  ///   - trueNorth: What is known of the place. Default: nothing.
  ///
  /// Throws `sourceFailed` where it cannot be reached, and `notAvailable` where it has no sensor of motion.
  public init(
    uri: String, reportsGravity: Bool = false, usesMagnetometer: Bool = true, trueNorth: TrueNorthReference? = nil
  ) throws(MotionError) {
    self.uri = uri
    self.reportsGravity = reportsGravity
    let sensors = IIOSensors(try IIOContext(uri: uri), usesMagnetometer: usesMagnetometer)
    guard sensors.gyroscope != nil || sensors.accelerometer != nil else {
      throw .notAvailable("'\(uri)' has neither an accelerometer nor a gyroscope")
    }
    func sensor(_ sensor: IIOSensor?) -> SourceDescription.Sensor? {
      sensor.map { _ in SourceDescription.Sensor(interval: sensors.pollInterval) }
    }
    description = SourceDescription(
      name: "sensors of \(uri)", accelerometer: sensor(sensors.accelerometer), gyroscope: sensor(sensors.gyroscope),
      magnetometer: sensor(sensors.magnetometer), trueNorth: trueNorth)
  }

  public func open() throws(MotionError) -> any MotionSourceReader {
    IIOSourceReader(
      sensors: IIOSensors(try IIOContext(uri: uri), usesMagnetometer: description.magnetometer != nil), uri: uri,
      reportsGravity: reportsGravity)
  }
}
