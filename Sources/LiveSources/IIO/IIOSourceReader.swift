import MotionSamples
import MotionSessions
import Rotations

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
