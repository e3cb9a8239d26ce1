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
    var walk = Walk(
      field: FieldCursor(samples, lag: lag, longestHole: longestHole), rate: firstRate,
      force: samples[0].specificForce)
    _ = walk.field.advance(by: 0)
    for index in 0..<timeline.intervalCount { intervals[index] = integrate(index, state, &walk) }
  }

  /// The state from one sample to the next.
  private struct Walk {
    var field: FieldCursor
    /// The last valid angular rate.
    var rate: Vector3<Double>
    /// The specific force of the sample before.
    var force: Vector3<Double>
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
    let forceGain = Vector3(repeating: 1.0) - state.accelerometerScale
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
      addForce(sample.specificForce, forceGain, state.accelerometerBias, rotation, interval, &walk, &result)
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
    _ force: Vector3<Double>, _ gain: Vector3<Double>, _ bias: Vector3<Double>, _ rotation: Matrix3<Double>,
    _ interval: Double, _ walk: inout Walk, _ result: inout IntervalMeasurement
  ) {
    if Measurement.isForce(force) {
      // The specific force of a reading after a gap holds for one nominal interval.
      let covered = interval > timeline.longestInterval ? timeline.nominalInterval : interval
      result.addForce(force, corrected: force.timesElementwise(gain) - bias, rotation, covered)  // (6)
      let jump = (force - walk.force).squaredLength * (covered * covered)
      if jump.isFinite { result.squaredJumps += jump }  // (9)
      if forceSaturation.contain(force) { result.saturatedForceDuration += covered }
    }
    walk.force = force
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
