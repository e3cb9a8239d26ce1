import AttitudeFilters
import MotionSamples
import MotionSessions
import Rotations

/// A source of listed events.
final class ListSource: MotionSource {
  enum Ending: Sendable {
    case end
    case failure(String)
    /// Waits until reading is cancelled, as a live source does.
    case waiting
  }

  let description: SourceDescription
  private let events: [SourceEvent]
  private let ending: Ending
  /// The number of openings so far.
  let openings = Awaited(0)
  /// The number of readers that exist.
  let readers = Awaited(0)
  /// The number of readers so far whose last event was processed: they were asked for another one.
  let exhaustedReaders = Awaited(0)
  /// The number of events handed out so far.
  let eventCount = Awaited(0)

  init(
    _ events: [SourceEvent], ending: Ending = .end, interval: Double? = nil, hasMagnetometer: Bool = true,
    hasGyroscope: Bool = true, declination: Double? = nil
  ) {
    let sensor = SourceDescription.Sensor(interval: interval)
    description = SourceDescription(
      name: "list", accelerometer: sensor, gyroscope: hasGyroscope ? sensor : nil,
      magnetometer: hasMagnetometer ? sensor : nil,
      trueNorth: declination.flatMap { try? TrueNorthReference(declination: $0) })
    self.events = events
    self.ending = ending
  }

  func open() throws(MotionError) -> any MotionSourceReader {
    let life = Life(source: self)
    openings.change { $0 += 1 }
    return Reader(events: events[...], ending: ending, life: life)
  }

  final class Life: Sendable {
    let source: ListSource
    init(source: ListSource) {
      self.source = source
      source.readers.change { $0 += 1 }
    }
    deinit { source.readers.change { $0 -= 1 } }
  }

  struct Reader: MotionSourceReader {
    var events: ArraySlice<SourceEvent>
    let ending: Ending
    let life: Life

    mutating func next() async throws(MotionError) -> SourceEvent? {
      if Task.isCancelled { return nil }
      if let event = events.popFirst() {
        life.source.eventCount.change { $0 += 1 }
        return event
      }
      life.source.exhaustedReaders.change { $0 += 1 }
      switch ending {
      case .end: return nil
      case .failure(let reason): throw .sourceFailed(reason)
      case .waiting:
        try? await Task.sleep(for: .seconds(86400))
        return nil
      }
    }
  }
}

extension SourceEvent {
  /// A sample at a time in seconds.
  static func sample(
    at time: Double, rate: Vector3<Double> = .zero, force: Vector3<Double> = Vector3(x: 0, y: 0, z: 9.80665),
    field: Vector3<Double> = .absent
  ) -> Self {
    let sample = MotionSample(interval: 0, angularRate: rate, specificForce: force, magneticField: field)
    return .sample(
      TimedSample(timestamp: Timestamp(nanoseconds: Int64((time * 1e9).rounded())), sample: sample))
  }

  /// Samples at 100 Hz from a time on, of a device at rest in a field of 20 µT north and 40 µT down.
  static func rest(
    _ enuFromBody: Rotation<Double> = .identity, from start: Double = 0, duration: Double, hasField: Bool = true
  ) -> [Self] {
    let force = enuFromBody.inverse.rotate(Vector3(x: 0, y: 0, z: 9.80665))
    let field = enuFromBody.inverse.rotate(Vector3(x: 0, y: 20, z: -40))
    return (0..<Int(duration * 100)).map {
      .sample(at: start + Double($0) / 100, force: force, field: hasField ? field : .absent)
    }
  }
}

extension MotionManager {
  /// A manager that drops nothing.
  static func lossless(_ source: any MotionSource, trueNorth: TrueNorthReference? = nil) -> MotionManager {
    MotionManager(source: source, trueNorth: trueNorth, buffering: .holdsSource(16))
  }

  /// All device motion in a frame until the source ends.
  func motions(in frame: ReferenceFrame) async throws -> [DeviceMotion] {
    var motions: [DeviceMotion] = []
    for try await motion in try deviceMotionUpdates(using: frame) { motions.append(motion) }
    return motions
  }
}
