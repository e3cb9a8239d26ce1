import FileAccess
import LogTables
import MotionSamples
import Rotations

/// A recording of several streams, each on its own clock, as rows: one for each reading of the gyroscope.
///
/// `SampleMerger` makes the rows. Readings of the accelerometer since the previous row are averaged, each reading of the
/// magnetometer is in one row, as is each velocity of a satellite receiver. The last temperature and the last load of the
/// motors hold until the next. A true attitude is interpolated to the row, over gaps of up to 0.1 s. Pauses stay gaps of
/// the timestamps.
struct StreamedLogReader: MotionLogReader {
  let header: LogHeader
  var damage: LogDamage { sourceDamage() ?? header.contents?.damage ?? LogDamage() }

  /// Appends the next events; false at the end. A closure, because it is specialised for its source, which a generic type is not
  /// behind `any MotionLogReader`.
  private let appendEvents: (inout [SensorEvent]) throws(LogError) -> Bool
  /// What the source has skipped so far, as `EventSource.damage`.
  private let sourceDamage: () -> LogDamage?
  private let merger: Merger
  private var events: [SensorEvent] = []
  private var nextEvent = 0
  private var truth = AttitudeQueue()
  /// Temperatures with the time from which they hold.
  private var temperatures: [(timestamp: Int64, value: Double)] = []
  private var temperature = Double.nan
  /// Loads of the motors with the time from which they hold.
  private var loads: [(timestamp: Int64, value: Double)] = []
  private var load = Double.nan
  /// Velocities over ground that wait for their row.
  private var velocities: [(timestamp: Int64, value: Vector3<Double>)] = []
  private var hasEnded = false

  /// The merger on the heap: it is large, and readers are copied.
  private final class Merger {
    @exclusivity(unchecked) var queue = SampleMerger<1024, Double>(
      // The streams of flight logs are written within 0.1 s of one another. A pause of more than 30 s starts again.
      parameters: .init(reorderingWindow: 0.1, longestJump: 30))
  }

  init<Source: EventSource>(_ source: Source, header: LogHeader) {
    var source = source
    appendEvents = { events throws(LogError) in try source.read(into: &events) }
    sourceDamage = { source.damage }
    self.header = header
    merger = Merger()
  }

  mutating func next() throws(LogError) -> LogRecord? {
    while true {
      if let sample = merger.queue.next() { return row(sample) }
      guard try addEvent() else { return nil }
    }
  }

  mutating func read(into records: inout [LogRecord], atMost limit: Int) throws(LogError) {
    records.removeAll(keepingCapacity: true)
    while records.count < limit {
      if let sample = merger.queue.next() {
        records.append(row(sample))
      } else if try !addEvent() {
        return
      }
    }
  }

  /// Adds the next event; false at the end, when no row can become ready.
  private mutating func addEvent() throws(LogError) -> Bool {
    while nextEvent == events.count {
      if hasEnded { return false }
      try readEvents()
      // The rows that waited for later readings are ready.
      if hasEnded, events.isEmpty {
        merger.queue.finish()
        return true
      }
    }
    let event = events[nextEvent]
    nextEvent += 1
    switch event.content {
    case .reading(let sensor, let vector):
      merger.queue.add(SensorReading(sensor, at: Timestamp(nanoseconds: event.timestamp), vector))
    case .temperature(let value):
      if temperatures.count == Self.mostWaiting { temperatures.removeFirst(Self.mostWaiting / 2) }
      temperatures.append((event.timestamp, value))
    case .motorLoad(let value):
      if loads.count == Self.mostWaiting { loads.removeFirst(Self.mostWaiting / 2) }
      loads.append((event.timestamp, value))
    case .attitude(let rotation): truth.add(TimedAttitude(timestamp: event.timestamp, enuFromBody: rotation))
    case .fix(let fix):
      if velocities.count == Self.mostWaiting { velocities.removeFirst(Self.mostWaiting / 2) }
      velocities.append((event.timestamp, fix.velocityENU))
    }
    if hasEnded, nextEvent == events.count { merger.queue.finish() }
    return true
  }

  /// The most temperatures, loads and velocities that wait for rows.
  private static let mostWaiting = 1024

  /// Reads more events. At the end of the file the merger has all of them.
  private mutating func readEvents() throws(LogError) {
    events.removeAll(keepingCapacity: true)
    nextEvent = 0
    do {
      hasEnded = try !appendEvents(&events)
    } catch {
      hasEnded = true
      throw error
    }
  }

  private mutating func row(_ sample: TimedSample<Double>) -> LogRecord {
    let timestamp = sample.timestamp.nanoseconds
    while let next = temperatures.first, next.timestamp <= timestamp {
      temperature = next.value
      temperatures.removeFirst()
    }
    while let next = loads.first, next.timestamp <= timestamp {
      load = next.value
      loads.removeFirst()
    }
    var velocity = Vector3<Double>.absent
    while let next = velocities.first, next.timestamp <= timestamp {
      velocity = next.value
      velocities.removeFirst()
    }
    return LogRecord(
      timestamp: timestamp, angularRate: sample.sample.angularRate, specificForce: sample.sample.specificForce,
      magneticField: sample.sample.magneticField, temperature: temperature, velocityOverGround: velocity,
      motorLoad: load,
      trueENUFromBody: header.hasGroundTruth ? truth.enuFromBody(at: timestamp) : nil)
  }
}
