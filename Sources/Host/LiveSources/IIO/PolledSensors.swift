import MotionSamples
import Rotations

/// Sensors that are polled for each reading.
struct PolledSensors: IIOReading {
  private let sensors: IIOSensors
  private var nextPoll = ContinuousClock.now
  private var nextField = ContinuousClock.now

  private static let longestSleep = Duration.milliseconds(20)

  init(_ sensors: IIOSensors) { self.sensors = sensors }

  mutating func read() async -> IIOResult {
    let delay = ContinuousClock.now.duration(to: nextPoll)
    guard delay <= .zero else {
      try? await Task.sleep(for: min(delay, Self.longestSleep))
      return .samples([])
    }
    // Due one interval after this poll was due; at once if that has passed.
    nextPoll = max(nextPoll + .seconds(sensors.pollInterval), .now)
    guard let sample = BrokenPipe.quietly({ sample() }) else { return .lost("the sensors do not answer") }
    return .samples([sample])
  }

  private mutating func sample() -> TimedSample<Double>? {
    var sample = MotionSample<Double>(
      interval: 0, angularRate: .absent, specificForce: .absent, magneticField: .absent)
    if let gyroscope = sensors.gyroscope {
      guard let rate = gyroscope.read() else { return nil }
      sample.angularRate = rate
    }
    let timestamp = Timestamp.now
    if let accelerometer = sensors.accelerometer {
      guard let force = accelerometer.read() else { return nil }
      sample.specificForce = force
    }
    if let magnetometer = sensors.magnetometer, nextField <= .now {
      guard let field = magnetometer.read() else { return nil }
      sample.magneticField = field
      // No more often than it measures: a repeated reading would be counted twice.
      nextField = .now + .seconds(min(magnetometer.interval ?? 0, 1))
    }
    return TimedSample(timestamp: timestamp, sample: sample)
  }
}

/// A way to read samples from IIO sensors: captured or polled.
protocol IIOReading {
  /// The next samples, if any, within about 20 ms.
  mutating func read() async -> IIOResult
}

/// The result of a read.
enum IIOResult {
  case samples([TimedSample<Double>])
  /// The device has disconnected, with the reason.
  case lost(String)
}
