import MotionSamples
import Rotations

/// Stamped readings of a sensor on their way to Allan deviations, in memory that does not grow with their number.
///
/// The usual step is the median of the first 4096 readings, or of all where there are fewer. The last second waits: it is
/// taken back where a movement began in it.
struct ReadingStream: Sendable {
  struct Reading {
    var timestamp: Timestamp
    var value: Vector3<Double>
  }

  /// The readings taken and not taken back.
  private(set) var count = 0
  private(set) var waiting: [Reading] = []
  /// Those before are done with.
  private var firstWaiting = 0
  private(set) var axes = [AllanAccumulator](repeating: AllanAccumulator(), count: 3)
  private var spacing: SampleSpacing?
  private var last: Timestamp?

  private static let countForSpacing = 4096
  /// How far readings can be taken back, in nanoseconds.
  static let delay: Int64 = 1_000_000_000

  mutating func add(_ value: Vector3<Double>, _ timestamp: Timestamp) {
    guard value.isFiniteInLane else { return }
    waiting.append(Reading(timestamp: timestamp, value: value))
    count += 1
    if spacing == nil {
      guard waiting.count >= Self.countForSpacing else { return }
      spacing = SampleSpacing(medianOf: waiting.map(\.timestamp))
    }
    release(until: timestamp.advanced(byNanoseconds: -Self.delay))
  }

  /// Takes readings back; not further than `delay` before the last.
  mutating func removeReadings(after timestamp: Timestamp) {
    while waiting.count > firstWaiting, let last = waiting.last, last.timestamp > timestamp {
      waiting.removeLast()
      count -= 1
    }
  }

  /// The deviation of an axis, 0 to 2 for x, y, z.
  func deviation(axis: Int) throws(AllanError) -> AllanDeviation {
    guard count > 0 else { throw .noReadings }
    var ended = self
    if ended.spacing == nil { ended.spacing = SampleSpacing(medianOf: waiting.map(\.timestamp)) }
    ended.release(until: nil)
    guard let interval = ended.spacing?.interval else { throw .invalidInterval }
    return try ended.axes[axis].deviation(interval: interval)
  }

  /// Passes on what was measured until a time, or everything.
  private mutating func release(until timestamp: Timestamp?) {
    while firstWaiting < waiting.count {
      let reading = waiting[firstWaiting]
      if let timestamp, reading.timestamp > timestamp { break }
      let follows = last.map { spacing?.count(from: $0, to: reading.timestamp) ?? false } ?? true
      for axis in 0..<3 {
        if !follows { axes[axis].endStretch() }
        axes[axis].add(reading.value[axis])
      }
      last = reading.timestamp
      firstWaiting += 1
    }
    if firstWaiting >= Self.countForSpacing {
      waiting.removeFirst(firstWaiting)
      firstWaiting = 0
    }
  }
}
