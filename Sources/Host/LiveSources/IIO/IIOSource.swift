import MotionSamples
import MotionSessions
import Rotations

/// Sensors of Linux Industrial I/O, on this computer or on one that serves them with `iiod`.
///
/// The source reads the first accelerometer, gyroscope and magnetometer, one sample for each reading of the gyroscope, or of
/// the accelerometer on a computer without gyroscope. Scale, offset and mount matrix come from the device. If a device
/// disconnects, the source waits for it to return.
///
/// **Captured.** If the leading sensor has a kernel buffer, every reading arrives, about 10 ms after it was taken. Its
/// timestamp comes from the device, or is its time of arrival if a device has no timestamps or two devices use different
/// clocks. A device that has a trigger of its own and none selected gets that one. The other sensors are captured if they
/// have a buffer and polled otherwise. Readings of several devices arrive 50 ms later, to be put in order. No other program
/// can use a buffer meanwhile.
///
/// **Polled.** Without a buffer (in use, no permission, no trigger) all sensors are polled at the device's rate, limited to 1
/// to 1000 Hz, or at 100 Hz if the device does not report a rate. The timestamp is the time of the poll.
///
/// Sensor chips measure specific force, positive upwards at rest. Some devices, such as those behind a sensor hub, report
/// gravity instead, as the desktop's sensor proxy expects; set `reportsGravity` for them.
public final class IIOSource: MotionSource {
  public let description: SourceDescription
  private let uri: String
  private let reportsGravity: Bool
  private let report: @Sendable (String) -> Void

  /// A source at the address of a libiio context, which is opened once to list its sensors.
  ///
  /// - Parameters:
  ///   - uri: `local:` for this computer, `ip:HOST` or `ip:HOST:PORT` for another one.
  ///   - reportsGravity: Whether the accelerometer has the sign of gravity. Default: false.
  ///   - usesMagnetometer: Whether to read the magnetometer. Default: true.
  ///   - trueNorth: The declination and field of the place. Default: unknown.
  ///   - report: Called, each time the device is opened, for each device that is polled although it has a buffer, with the
  ///     reason. Default: does nothing.
  ///
  /// Throws `sourceFailed` if the context cannot be reached, `notAvailable` if it has neither accelerometer nor gyroscope.
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

/// The reader of an `IIOSource`.
struct IIOSourceReader: MotionSourceReader {
  /// The context to open, and to open again after a disconnection.
  struct Target {
    let uri: String
    let reportsGravity: Bool
    let usesMagnetometer: Bool
    let report: @Sendable (String) -> Void

    /// Opens the sensors, captured if possible, polled otherwise.
    func open() throws(MotionError) -> any IIOReading {
      try BrokenPipe.quietly { () throws(MotionError) in try openRaisingSIGPIPE() }
    }

    private func openRaisingSIGPIPE() throws(MotionError) -> any IIOReading {
      let sensors = IIOSensors(try IIOContext(uri: uri), usesMagnetometer: usesMagnetometer)
      guard sensors.leader != nil else {
        throw .notAvailable("'\(uri)' has neither an accelerometer nor a gyroscope")
      }
      return CapturedSensors(sensors, uri: uri, report: report) ?? PolledSensors(sensors)
    }
  }

  private let target: Target
  /// Nil while the device is disconnected.
  private var reading: (any IIOReading)?
  /// Events to return, the next one last.
  private var ready: [SourceEvent] = []
  private var isConnected = true
  private var nextAttempt = ContinuousClock.now

  private static let pauseBetweenAttempts = Duration.milliseconds(250)
  private static let longestSleep = Duration.milliseconds(20)

  init(_ target: Target) throws(MotionError) {
    self.target = target
    reading = try target.open()
  }

  mutating func next() async throws(MotionError) -> SourceEvent? {
    while !Task.isCancelled {
      if let event = ready.popLast() { return event }
      guard reading != nil else {
        await reopen()
        continue
      }
      switch await reading?.read() {
      case .samples(let samples)?: take(samples)
      case .lost(let reason)?:
        reading = nil
        nextAttempt = .now + Self.pauseBetweenAttempts
        guard isConnected else { continue }
        isConnected = false
        return .disconnected("sensors of \(target.uri): \(reason)")
      case nil: break
      }
    }
    return nil
  }

  private mutating func reopen() async {
    guard nextAttempt <= .now else {
      try? await Task.sleep(for: Self.longestSleep)
      return
    }
    nextAttempt = .now + Self.pauseBetweenAttempts
    reading = try? target.open()
  }

  private mutating func take(_ samples: [TimedSample<Double>]) {
    guard !samples.isEmpty else { return }
    ready = samples.reversed().map { stamped in
      var stamped = stamped
      if target.reportsGravity { stamped.sample.specificForce = -stamped.sample.specificForce }
      return .sample(stamped)
    }
    if !isConnected { ready.append(.connected) }
    isConnected = true
  }
}
