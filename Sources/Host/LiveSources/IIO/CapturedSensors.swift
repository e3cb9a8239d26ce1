import MotionSamples
import MotionSessions
import Rotations

/// Sensors of which at least the leading one is captured; those without a buffer are polled.
final class CapturedSensors: IIOReading {
  private let captures: [IIOCapture]
  private let inbox: CaptureInbox
  private let hasGyroscope: Bool
  private var merger: SampleMerger<512, Double>
  private var polled: [(sensor: IIOSensor, next: ContinuousClock.Instant)]

  private static let longestWait = 0.02

  /// Starts to capture; nil if the leading sensor has no usable buffer. Calls `report` for each device whose buffer could
  /// not be used.
  init?(_ sensors: IIOSensors, uri: String, report: (String) -> Void) {
    guard let leader = sensors.leader, leader.isScanned else { return nil }
    let inbox = CaptureInbox()
    var captures: [IIOCapture] = []
    var captured: [OpaquePointer] = []
    let scanned = sensors.all.filter(\.isScanned)
    for device in scanned.reversed().map(\.device) where !captured.contains(device) {
      let kinds = scanned.filter { $0.device == device }.map(\.kind)
      do throws(MotionError) {
        let context = try IIOContext(uri: uri)
        captures.append(try IIOCapture(kinds.compactMap { context.sensor($0) }, of: context, into: inbox))
        captured.append(device)
      } catch {
        let names = kinds.map { "\($0)" }.joined(separator: " and ")
        report("\(names) of '\(uri)' polled: could not use the buffer of the device: \(Self.reason(error))")
        if device == leader.device { return nil }
      }
    }
    self.captures = captures
    self.inbox = inbox
    hasGyroscope = sensors.gyroscope != nil
    polled = sensors.all.filter { !captured.contains($0.device) }.map { ($0, .now) }
    // The readings of a single device are in order already.
    merger = SampleMerger(parameters: .init(reorderingWindow: captures.count > 1 ? 0.05 : 0))
    let clock = captures[0].clock
    let isOneClock = clock != nil && captures.allSatisfy { $0.clock == clock }
    for capture in captures { capture.start(usesDeviceTimestamps: isOneClock) }
  }

  deinit { inbox.close() }

  private static func reason(_ error: MotionError) -> String {
    if case .sourceFailed(let reason) = error { reason } else { "\(error)" }
  }

  func read() async -> IIOResult {
    switch inbox.take(waiting: Self.longestWait) {
    case .ended(let reason): .lost(reason)
    case .readings(let readings): .samples(hasGyroscope ? merged(readings) : readings.map(Self.sample))
    }
  }

  private func merged(_ readings: [SensorReading<Double>]) -> [TimedSample<Double>] {
    if let first = readings.first(where: { $0.sensor == .gyroscope }) { poll(at: first.timestamp) }
    var samples: [TimedSample<Double>] = []
    for reading in readings {
      merger.add(reading)
      while let sample = merger.next() { samples.append(sample) }
    }
    return samples
  }

  /// Polls the sensors without a buffer that are due. One that does not answer is skipped: the captures report the end.
  private func poll(at timestamp: Timestamp) {
    for index in polled.indices where polled[index].next <= .now {
      let sensor = polled[index].sensor
      polled[index].next = .now + .seconds(min(sensor.interval ?? 0, 1))
      if let vector = BrokenPipe.quietly({ sensor.read() }) {
        merger.add(SensorReading(sensor.kind, at: timestamp, vector))
      }
    }
  }

  /// A sample of a device without a gyroscope.
  private static func sample(_ reading: SensorReading<Double>) -> TimedSample<Double> {
    var sample = MotionSample<Double>(
      interval: 0, angularRate: .absent, specificForce: .absent, magneticField: .absent)
    switch reading.sensor {
    case .gyroscope: sample.angularRate = reading.vector
    case .accelerometer: sample.specificForce = reading.vector
    case .magnetometer: sample.magneticField = reading.vector
    }
    return TimedSample(timestamp: reading.timestamp, sample: sample)
  }
}
