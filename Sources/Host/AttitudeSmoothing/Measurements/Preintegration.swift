import MotionSamples
import Rotations

/// Integration of the samples between knots at the current estimate, in one pass over the recording, (6) to (11).
///
/// Source: C. Forster, L. Carlone, F. Dellaert, D. Scaramuzza, "On-manifold preintegration for real-time visual-inertial
/// odometry", IEEE Transactions on Robotics 33(1), 2017.
struct Preintegration {
  let samples: UnsafeBufferPointer<MotionSample<Double>>
  let timeline: SampleTimeline
  let rateSaturation: SaturationLevels
  let forceSaturation: SaturationLevels

  init(_ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline) {
    self.samples = samples
    self.timeline = timeline
    rateSaturation = SaturationLevels(samples, tolerance: 0.001, smallest: 1) {
      Measurement.isRate($0.angularRate) ? $0.angularRate : nil
    }
    forceSaturation = SaturationLevels(samples, tolerance: 0.002, smallest: 15) {
      Measurement.isForce($0.specificForce) ? $0.specificForce : nil
    }
  }

  /// Replaces all `intervals`. `lag` is that of the magnetometer, s.
  func integrate(_ state: SmoothingState, lag: Double, into intervals: inout [IntervalMeasurement]) {
    // Between the readings of a slow magnetometer, or over a lost one.
    let longestHole = max(0.06, 2.5 * timeline.nominalInterval)
    var walk = Walk(field: FieldCursor(samples, lag: lag, longestHole: longestHole), rate: firstRate)
    _ = walk.field.advance(by: 0)
    for index in 0..<timeline.intervalCount { intervals[index] = integrate(index, state, &walk) }
  }

  /// The state from one sample to the next.
  private struct Walk {
    var field: FieldCursor
    /// The last valid angular rate.
    var rate: Vector3<Double>
    /// The rotation vector of the sample before.
    var rotationVector = Vector3<Double>.zero
  }

  /// The first valid angular rate; zero without one.
  var firstRate: Vector3<Double> {
    samples.first { Measurement.isRate($0.angularRate) }?.angularRate ?? .zero
  }

  @inline(__always)
  private func integrate(_ index: Int, _ state: SmoothingState, _ walk: inout Walk) -> IntervalMeasurement {
    var result = IntervalMeasurement()
    var levelFromBody = state.levelFromBody[index]
    let bias = state.biases[index]
    let correction = Matrix3.identity - state.gyroscopeMatrix
    for position in timeline.samples(of: index) {
      let sample = samples[position]
      let interval = SampleTimeline.interval(sample)
      let isRate = Measurement.isRate(sample.angularRate)
      if isRate { walk.rate = sample.angularRate }
      if !isRate {
        result.missingRateDuration += interval
      } else if interval > timeline.longestInterval {
        result.missingRateDuration += interval - timeline.nominalInterval
      }
      if rateSaturation.contain(walk.rate), isRate { result.saturatedRateDuration += interval }

      let unbiased = walk.rate - bias
      let rate = correction * unbiased  // (6)
      Self.turn(&levelFromBody, rate * interval, &walk.rotationVector)
      let rotation = levelFromBody.matrix
      result.addRate(rotation, unbiased, rate, interval)
      addForce(position, state, rotation, rate, &result)
      if let field = walk.field.advance(by: interval) { result.addField(field, rotation, rate) }
    }
    result.finish()
    result.attitudeResidual = (state.levelFromBody[index + 1] * levelFromBody.inverse).rotationVector  // (11)
    return result
  }

  /// One step of strapdown integration with the two-sample coning term (7). Sources: J. Bortz, "A new mathematical
  /// formulation for strapdown inertial navigation", 1971; R. Miller, "A new strapdown attitude algorithm", 1983.
  @inline(__always)
  static func turn(
    _ levelFromBody: inout Rotation<Double>, _ rotationVector: Vector3<Double>, _ previous: inout Vector3<Double>
  ) {
    let coning = previous.cross(rotationVector) * (1.0 / 12.0)
    levelFromBody = (levelFromBody * Rotation(rotationVector: rotationVector + coning)).renormalized
    previous = rotationVector
  }

  @inline(__always)
  private func addForce(
    _ position: Int, _ state: SmoothingState, _ rotation: Matrix3<Double>, _ rate: Vector3<Double>,
    _ result: inout IntervalMeasurement
  ) {
    let force = samples[position].specificForce
    guard Measurement.isForce(force) else { return }
    // The specific force of a reading after a gap holds for one nominal interval.
    let interval = SampleTimeline.interval(samples[position])
    let covered = interval > timeline.longestInterval ? timeline.nominalInterval : interval
    let gain = Vector3(repeating: 1.0) - state.accelerometerScale
    let corrected =
      force.timesElementwise(gain) - state.accelerometerBias + forceSlope(position) * state.accelerometerLag  // (6)
    result.addForce(force, corrected: corrected, rotation, rate, covered)
    let jump = (force - samples[position - 1].specificForce).squaredLength * (covered * covered)
    if jump.isFinite { result.squaredJumps += jump }  // (9)
    if forceSaturation.contain(force) { result.saturatedForceDuration += covered }
  }

  /// The rate of change of the specific force at a sample, m/s³; zero at the first and the last sample, beside a missing
  /// reading and beside a gap (6).
  @inline(__always)
  private func forceSlope(_ position: Int) -> Vector3<Double> {
    guard position > 0, position + 1 < samples.count else { return .zero }
    let (before, after) = (samples[position - 1].specificForce, samples[position + 1].specificForce)
    let longest = timeline.longestInterval
    let (own, next) = (SampleTimeline.interval(samples[position]), SampleTimeline.interval(samples[position + 1]))
    guard own <= longest, next <= longest, own + next > 0, Measurement.isForce(before), Measurement.isForce(after)
    else {
      return .zero
    }
    return (after - before) * (1 / (own + next))
  }

  /// G at every knot, 1/s: the velocity of the sensor per metre of lever arm (27), from the mean rate of the knot's sample and
  /// its neighbours. Zero at a knot without angular rate.
  func leverEffects(_ state: SmoothingState) -> [Matrix3<Double>] {
    timeline.knots.indices.map { knot in
      let sample = timeline.knots[knot]
      guard Measurement.isRate(samples[sample].angularRate) else { return .zero }
      var (sum, count) = (Vector3<Double>.zero, 0.0)
      for neighbour in sample - 1...sample + 1 {
        let rate = samples[min(max(neighbour, 0), samples.count - 1)].angularRate
        guard Measurement.isRate(rate) else { continue }
        sum += rate
        count += 1
      }
      let rate = state.corrected(sum / count, knot)
      return state.levelFromBody[knot].matrix * Matrix3(crossProductBy: rate)
    }
  }
}

/// The magnetic field at each sample's time plus a lag, interpolated linearly between the readings before and after; this
/// also brings a slower magnetometer to the rate of the other sensors.
struct FieldCursor {
  private let samples: UnsafeBufferPointer<MotionSample<Double>>
  private let lag: Double
  private let longestHole: Double
  // The readings on both sides, and their times from the first sample.
  private var (beforeTime, afterTime) = (-Double.infinity, -Double.infinity)
  private var before = Vector3<Double>.absent
  private var after = Vector3<Double>.absent
  // The next sample to read, and the time of the sample read last.
  private var next = 0
  private var nextTime = 0.0
  private var time = 0.0

  /// A cursor at the first sample. Readings more than `longestHole` seconds apart are not interpolated.
  init(_ samples: UnsafeBufferPointer<MotionSample<Double>>, lag: Double, longestHole: Double) {
    self.samples = samples
    self.lag = lag
    self.longestHole = longestHole
  }

  /// Advances by `interval` seconds to the next sample and returns the field there; nil without a reading.
  @inline(__always)
  mutating func advance(by interval: Double) -> Vector3<Double>? {
    time += interval
    let target = time + lag
    while afterTime <= target, next < samples.count { readNext() }
    let hole = afterTime - beforeTime
    guard target >= beforeTime, target <= afterTime, hole <= longestHole else { return nil }
    // Of two readings with one timestamp, the later.
    return hole > 0 ? before + (after - before) * ((target - beforeTime) / hole) : after
  }

  @inline(__always)
  private mutating func readNext() {
    if next > 0 { nextTime += SampleTimeline.interval(samples[next]) }
    let field = samples[next].magneticField
    if Measurement.isField(field) {
      (before, beforeTime) = (after, afterTime)
      (after, afterTime) = (field, nextTime)
    }
    next += 1
  }
}
