import AttitudeFilters
import MotionSamples
import Rotations

/// The readings of a recording at rest, for the noise of its sensors.
///
/// Read in one pass, in bounded memory: about 3 MB for each axis of 10 hours at 100 Hz. Movement, and the second before its
/// detection, is a gap.
public struct StillReadings: Sendable {
  /// The readings of one sensor.
  public struct Sensor: Sendable {
    var stream = ReadingStream()

    /// The number of readings.
    public var count: Int { stream.count }

    /// The overlapping Allan deviation of an axis, 0 to 2 for x, y, z, over stretches without gaps; see `AllanAccumulator`. A
    /// gap is a timestamp that does not increase, or a step of more than 1.75 usual intervals.
    ///
    /// Throws `noReadings`, `invalidInterval` without two timestamps in order, or `tooShort`.
    public func deviation(axis: Int) throws(AllanError) -> AllanDeviation { try stream.deviation(axis: axis) }
  }

  /// The gyroscope's readings, rad/s.
  public private(set) var gyroscope = Sensor()
  /// The accelerometer's readings, m/s².
  public private(set) var accelerometer = Sensor()
  /// The magnetometer's readings, µT.
  public private(set) var magnetometer = Sensor()
  /// The duration of the recording, s.
  public private(set) var duration = 0.0
  /// The duration of the rests, s; of the recording if movement is taken.
  public private(set) var restDuration = 0.0

  private let takesMovement: Bool
  private var detector = RestDetector<Double>()
  private var last: Timestamp?

  /// No readings yet. `takesMovement` takes all readings, for sensors too coarse for the detection of rest.
  public init(takesMovement: Bool = false) { self.takesMovement = takesMovement }

  /// Takes the next row; absent readings are ignored.
  public mutating func add(
    timestamp: Timestamp, angularRate: Vector3<Double>, specificForce: Vector3<Double>, magneticField: Vector3<Double>
  ) {
    let interval = last.map { timestamp.seconds(since: $0) } ?? 0
    guard last == nil || interval > 0 else { return }
    last = timestamp
    duration += interval
    guard isStill(angularRate, specificForce, interval, timestamp) else { return }
    restDuration += interval
    gyroscope.stream.add(angularRate, timestamp)
    accelerometer.stream.add(specificForce, timestamp)
    magnetometer.stream.add(magneticField, timestamp)
  }

  private mutating func isStill(
    _ angularRate: Vector3<Double>, _ specificForce: Vector3<Double>, _ interval: Double, _ timestamp: Timestamp
  ) -> Bool {
    if takesMovement { return true }
    let wasAtRest = detector.isAtRest
    // A row without a rate, or after a gap, does not show movement.
    guard angularRate.isFiniteInLane, interval < 1 else { return wasAtRest }
    var parameters = RestDetectorParameters<Double>()
    parameters.biasLimit = 0.2
    detector.update(
      angularRate: angularRate, specificForce: specificForce.isFiniteInLane ? specificForce : .zero,
      hasSpecificForce: specificForce.isFiniteInLane, interval: interval, parameters: parameters)
    if wasAtRest && !detector.isAtRest { forgetOnsetOfMovement(timestamp) }
    return detector.isAtRest
  }

  private mutating func forgetOnsetOfMovement(_ timestamp: Timestamp) {
    let kept = timestamp.advanced(byNanoseconds: -ReadingStream.delay)
    gyroscope.stream.removeReadings(after: kept)
    accelerometer.stream.removeReadings(after: kept)
    magnetometer.stream.removeReadings(after: kept)
    restDuration = max(0, restDuration - Timestamp.seconds(ofNanoseconds: ReadingStream.delay))
  }
}

/// The noise of one axis of a sensor at rest.
public struct AxisNoise: Sendable {
  /// The axis: 0 to 2 for x, y, z.
  public let axis: Int
  /// Its overlapping Allan deviation.
  public let deviation: AllanDeviation
  /// Its noise processes.
  public let fit: NoiseFit
}

/// The noise of one sensor at rest.
public struct MeasuredNoise: Sendable {
  /// The sensor.
  public let sensor: CalibratedSensor
  /// The axes whose noise was identified.
  public private(set) var axes: [AxisNoise] = []
  /// Why the last of the other axes was not; nil without readings.
  public private(set) var error: AllanError?

  init(_ sensor: CalibratedSensor, _ readings: StillReadings.Sensor) {
    self.sensor = sensor
    for axis in 0..<3 where readings.count > 0 {
      do throws(AllanError) {
        let deviation = try readings.deviation(axis: axis)
        axes.append(AxisNoise(axis: axis, deviation: deviation, fit: try NoiseFit(of: deviation)))
      } catch {
        self.error = error
      }
    }
  }
}

extension StillReadings {
  /// Identifies the noise of gyroscope, accelerometer and magnetometer, in this order.
  public func noise() -> [MeasuredNoise] {
    [.init(.gyroscope, gyroscope), .init(.accelerometer, accelerometer), .init(.magnetometer, magnetometer)]
  }
}

/// Readings with timestamps on their way to `AllanAccumulator`s.
///
/// The usual step is the median of the first 4096 readings. The last second waits, as it is removed if a movement begins in
/// it.
struct ReadingStream: Sendable {
  struct Reading {
    var timestamp: Timestamp
    var value: Vector3<Double>
  }

  /// The number of readings, without removed ones.
  private(set) var count = 0
  private(set) var waiting: [Reading] = []
  /// Readings before this place were released.
  private var firstWaiting = 0
  private(set) var axes = [AllanAccumulator](repeating: AllanAccumulator(), count: 3)
  private var spacing: SampleSpacing?
  private var last: Timestamp?

  private static let countForSpacing = 4096
  /// The time for which readings can be removed, ns.
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

  /// Removes readings after a timestamp, at most `delay` before the last one.
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

  /// Releases the readings up to a timestamp, or all.
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
