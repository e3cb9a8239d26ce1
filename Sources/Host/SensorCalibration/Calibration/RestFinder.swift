import MotionSamples
import Rotations

/// A stretch of a recording in which the sensor lay still.
package struct RestSegment: Sendable {
  /// The start, in seconds from the beginning of the recording.
  package var start: Double
  /// The duration, s.
  package var duration: Double
  /// The mean of the gyroscope's readings, rad/s: its bias.
  package var angularRate: Vector3<Double>
  /// One standard deviation of that mean, from the scatter within the rest, rad/s.
  package var angularRateDeviation = Vector3<Double>.zero
  /// The mean of the accelerometer's readings, m/s²: gravity, pointing up.
  package var specificForce: Vector3<Double>
  /// The mean temperature of the sensor, degrees Celsius; nil if unknown.
  package var temperature: Double?
}

/// Finds rests offline, by stricter limits than a filter's: their means count as exact.
///
/// The recording is cut into blocks of a quarter of a second. Blocks that are quiet and agree with each other form a rest; its
/// first and last block, in which the motion may still end or begin, do not count.
struct RestFinder: Sendable {
  /// Seconds since the beginning of the recording.
  private(set) var time = 0.0
  private var block = RestBlock(start: 0)
  private var run: RestRun?

  private static let blockDuration = 0.25
  /// The shortest rest that counts, s.
  private static let shortestDuration = 1.0
  /// The largest standard deviations within a block, per axis, rad/s and m/s².
  private static let (largestRateDeviation, largestForceDeviation) = (1.5 * Double.pi / 180, 0.15)
  /// The largest mean rate about an axis that can be a bias, rad/s.
  private static let largestBias = 10 * Double.pi / 180

  /// The start of the current rest, in seconds from the beginning, if it is long enough to count.
  var restingSince: Double? {
    run.flatMap { $0.countedDuration >= Self.shortestDuration ? $0.countedStart : nil }
  }

  /// Takes a sample, with the sensor's temperature in degrees Celsius if known; returns the rest that it ends, if any.
  mutating func add(_ sample: MotionSample<Double>, temperature: Double? = nil) -> RestSegment? {
    guard sample.interval > 0, sample.interval < 0.5 else {
      if sample.interval.isFinite && sample.interval > 0 { time += sample.interval }
      return endRun()
    }
    time += sample.interval
    block.add(sample, temperature: temperature)
    return block.duration >= Self.blockDuration ? closeBlock() : nil
  }

  /// Ends the recording; returns the rest at its end, if any.
  mutating func finish() -> RestSegment? { endRun() }

  private mutating func closeBlock() -> RestSegment? {
    defer { block = RestBlock(start: time) }
    guard let summary = block.summary, isQuiet(summary) else { return endRun() }
    if run?.agrees(with: summary) == true {
      run?.append(summary)
      return nil
    }
    let ended = endRun()
    run = RestRun(summary)
    return ended
  }

  private mutating func endRun() -> RestSegment? {
    defer {
      run = nil
      block = RestBlock(start: time)
    }
    return run.flatMap { $0.countedDuration >= Self.shortestDuration ? $0.segment : nil }
  }

  private func isQuiet(_ block: RestBlock.Summary) -> Bool {
    block.angularRateDeviation.largestMagnitude <= Self.largestRateDeviation
      && block.specificForceDeviation.largestMagnitude <= Self.largestForceDeviation
      && block.angularRate.largestMagnitude <= Self.largestBias
  }
}

/// The sums of a quarter of a second.
private struct RestBlock: Sendable {
  /// Means and standard deviations of a block.
  struct Summary: Sendable {
    var start, duration: Double
    var angularRate, angularRateDeviation, specificForce, specificForceDeviation: Vector3<Double>
    var temperature: Double?
  }

  private let start: Double
  private(set) var duration = 0.0
  private var rate = VectorMoments()
  private var force = VectorMoments()
  private var temperatureSum = 0.0
  private var temperatureCount = 0.0

  init(start: Double) { self.start = start }

  mutating func add(_ sample: MotionSample<Double>, temperature: Double?) {
    duration += sample.interval
    if sample.angularRate.isFiniteInLane { rate.add(sample.angularRate) }
    if sample.specificForce.isFiniteInLane { force.add(sample.specificForce) }
    guard let temperature, temperature.isFinite else { return }
    temperatureSum += temperature
    temperatureCount += 1
  }

  /// The block's means; nil if a sensor has fewer than two readings.
  var summary: Summary? {
    guard rate.count >= 2, force.count >= 2 else { return nil }
    return Summary(
      start: start, duration: duration, angularRate: rate.mean, angularRateDeviation: rate.deviation,
      specificForce: force.mean, specificForceDeviation: force.deviation,
      temperature: temperatureCount > 0 ? temperatureSum / temperatureCount : nil)
  }
}

/// The blocks of a rest in progress; all but the first and the last count.
private struct RestRun: Sendable {
  private let first: RestBlock.Summary
  private var last: RestBlock.Summary
  private var rate = VectorMoments()
  private var force = VectorMoments()
  private var temperatureSum = 0.0
  private var temperatureCount = 0.0
  /// The duration of the blocks that count, s.
  private(set) var countedDuration = 0.0

  /// The largest difference between the means of a block and those of its rest, per axis: rad/s; m/s², a tilt of a third of
  /// a degree.
  private static let (largestRateChange, largestForceChange) = (0.5 * Double.pi / 180, 0.06)

  init(_ first: RestBlock.Summary) {
    self.first = first
    last = first
  }

  /// The start of the blocks that count, s.
  var countedStart: Double { first.start + first.duration }

  /// Appends a block; the one before it then counts.
  mutating func append(_ block: RestBlock.Summary) {
    if last.start > first.start { count(last) }
    last = block
  }

  private mutating func count(_ block: RestBlock.Summary) {
    rate.add(block.angularRate)
    force.add(block.specificForce)
    countedDuration += block.duration
    guard let temperature = block.temperature else { return }
    temperatureSum += temperature
    temperatureCount += 1
  }

  /// Whether a block belongs to the rest: compared with all counted blocks, so that a slow rotation is noticed.
  func agrees(with block: RestBlock.Summary) -> Bool {
    let (rateSoFar, forceSoFar) =
      rate.count > 0 ? (rate.mean, force.mean) : (first.angularRate, first.specificForce)
    return (block.angularRate - rateSoFar).largestMagnitude <= Self.largestRateChange
      && (block.specificForce - forceSoFar).largestMagnitude <= Self.largestForceChange
  }

  var segment: RestSegment {
    RestSegment(
      start: countedStart, duration: countedDuration, angularRate: rate.mean,
      angularRateDeviation: rate.deviationOfMean, specificForce: force.mean,
      temperature: temperatureCount > 0 ? temperatureSum / temperatureCount : nil)
  }
}

/// Mean and standard deviation of vectors, axis by axis, in one pass (B. Welford, Technometrics 4(3), 1962).
private struct VectorMoments: Sendable {
  private(set) var count = 0.0
  private(set) var mean = Vector3<Double>.zero
  private var squares = Vector3<Double>.zero

  mutating func add(_ vector: Vector3<Double>) {
    count += 1
    let difference = vector - mean
    mean += difference / count
    squares += difference.timesElementwise(vector - mean)
  }

  /// The standard deviation of one vector; zero for fewer than two.
  var deviation: Vector3<Double> {
    guard count > 1 else { return .zero }
    let variance = squares / (count - 1)
    return Vector3(x: variance.x.squareRoot(), y: variance.y.squareRoot(), z: variance.z.squareRoot())
  }

  /// The standard deviation of the mean.
  var deviationOfMean: Vector3<Double> { count > 0 ? deviation / count.squareRoot() : .zero }
}
