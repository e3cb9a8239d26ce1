import MotionSamples
import MotionSessions
import Rotations

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

/// The reader of an `IIOSource`.
struct IIOSourceReader: MotionSourceReader {
  /// What to open again where the device went away.
  struct Target {
    let uri: String
    let reportsGravity: Bool
    let usesMagnetometer: Bool
    let report: @Sendable (String) -> Void

    /// The sensors, captured where that can be, polled elsewhere.
    func open() throws(MotionError) -> any IIOReading {
      try BrokenPipe.quietly { () throws(MotionError) in try openLoudly() }
    }

    private func openLoudly() throws(MotionError) -> any IIOReading {
      let sensors = IIOSensors(try IIOContext(uri: uri), usesMagnetometer: usesMagnetometer)
      guard sensors.leader != nil else {
        throw .notAvailable("'\(uri)' has neither an accelerometer nor a gyroscope")
      }
      return CapturedSensors(sensors, uri: uri, report: report) ?? PolledSensors(sensors)
    }
  }

  private let target: Target
  /// Nil while the device is away.
  private var reading: (any IIOReading)?
  /// Events that are ready, the next one last.
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
        return .disconnected("the sensors of \(target.uri) are gone: \(reason)")
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

  private mutating func take(_ samples: [StampedSample<Double>]) {
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
