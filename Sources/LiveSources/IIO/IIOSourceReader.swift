import MotionSamples
import MotionSessions
import Rotations

/// The reader of an `IIOSource`.
struct IIOSourceReader: MotionSourceReader {
  private let uri: String
  private let reportsGravity: Bool
  /// Nil while the device is away.
  private var sensors: IIOSensors?
  private let usesMagnetometer: Bool
  private var waiting: SourceEvent?
  private var isConnected = true
  private var nextPoll = ContinuousClock.now
  private var nextField = ContinuousClock.now

  private static let longestSleep = Duration.milliseconds(20)
  private static let pauseBetweenAttempts = Duration.milliseconds(250)

  init(sensors: IIOSensors, uri: String, reportsGravity: Bool) {
    self.sensors = sensors
    usesMagnetometer = sensors.magnetometer != nil
    self.uri = uri
    self.reportsGravity = reportsGravity
  }

  mutating func next() async throws(MotionError) -> SourceEvent? {
    while !Task.isCancelled {
      if let event = waiting.take() { return event }
      let delay = ContinuousClock.now.duration(to: nextPoll)
      guard delay <= .zero else {
        try? await Task.sleep(for: min(delay, Self.longestSleep))
        continue
      }
      guard let sensors = sensors ?? reopened() else {
        nextPoll = .now + Self.pauseBetweenAttempts
        continue
      }
      schedule(sensors)
      if let sample = sample(sensors) { return connected(.sample(sample)) }
      self.sensors = nil
      if isConnected {
        isConnected = false
        return .disconnected("the sensors of \(uri) do not answer")
      }
    }
    return nil
  }

  private mutating func reopened() -> IIOSensors? {
    guard let context = try? IIOContext(uri: uri) else { return nil }
    let found = IIOSensors(context, usesMagnetometer: usesMagnetometer)
    guard found.gyroscope != nil || found.accelerometer != nil else { return nil }
    sensors = found
    return found
  }

  /// The next poll comes one interval after this one was due, or where that has passed at once.
  private mutating func schedule(_ sensors: IIOSensors) {
    nextPoll = max(nextPoll + .seconds(sensors.pollInterval), .now)
  }

  private mutating func sample(_ sensors: IIOSensors) -> StampedSample<Double>? {
    var sample = MotionSample<Double>(
      interval: 0, angularRate: .absent, specificForce: .absent, magneticField: .absent)
    if let gyroscope = sensors.gyroscope {
      guard let rate = gyroscope.read() else { return nil }
      sample.angularRate = rate
    }
    let timestamp = Timestamp.now
    if let accelerometer = sensors.accelerometer {
      guard let force = accelerometer.read() else { return nil }
      sample.specificForce = reportsGravity ? force * -1 : force
    }
    if let magnetometer = sensors.magnetometer, nextField <= .now {
      guard let field = magnetometer.read() else { return nil }
      sample.magneticField = field
      nextField = .now + .seconds(sensors.magnetometerInterval)
    }
    return StampedSample(timestamp: timestamp, sample: sample)
  }

  private mutating func connected(_ event: SourceEvent) -> SourceEvent {
    guard !isConnected else { return event }
    isConnected = true
    waiting = event
    return .connected
  }
}
