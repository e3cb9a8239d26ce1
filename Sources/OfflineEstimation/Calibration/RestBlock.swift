import MotionSamples
import Rotations

/// The sums of a quarter of a second.
struct RestBlock: Sendable {
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
  private var isBroken = false

  init(start: Double) { self.start = start }

  mutating func add(_ sample: MotionSample<Double>, temperature: Double?) {
    duration += sample.interval
    if sample.angularRate.isFiniteInLane { rate.add(sample.angularRate) }
    if sample.specificForce.isFiniteInLane { force.add(sample.specificForce) }
    guard let temperature, temperature.isFinite else { return }
    temperatureSum += temperature
    temperatureCount += 1
  }

  /// The block's means; nil where a sensor has fewer than two readings.
  var summary: Summary? {
    guard rate.count >= 2, force.count >= 2 else { return nil }
    return Summary(
      start: start, duration: duration, angularRate: rate.mean, angularRateDeviation: rate.deviation,
      specificForce: force.mean, specificForceDeviation: force.deviation,
      temperature: temperatureCount > 0 ? temperatureSum / temperatureCount : nil)
  }
}
