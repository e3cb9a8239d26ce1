import MotionSamples
import Rotations

/// Integrates the samples between the knots at the current estimate: one pass over the recording.
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

  /// Replaces `intervals`, one for each stretch between knots. `lag` is that of the magnetometer, s.
  func integrate(_ state: SmoothingState, lag: Double, into intervals: inout [IntervalMeasurement]) {
    // The hole of a slow magnetometer, or of a lost reading.
    let longestHole = max(0.06, 2.5 * timeline.nominalInterval)
    var walk = Walk(
      field: FieldCursor(samples, lag: lag, longestHole: longestHole), rate: firstRate,
      force: samples[0].specificForce)
    _ = walk.field.advance(by: 0)
    for index in 0..<timeline.intervalCount { intervals[index] = integrate(index, state, &walk) }
  }

  /// What is carried from sample to sample.
  struct Walk {
    var field: FieldCursor
    /// The last good angular rate.
    var rate: Vector3<Double>
    /// The specific force of the sample before.
    var force: Vector3<Double>
    /// The rotation vector of the sample before.
    var rotationVector = Vector3<Double>.zero
  }

  /// The first angular rate that is a measurement; zero where there is none.
  var firstRate: Vector3<Double> {
    samples.first { Measurement.isRate($0.angularRate) }?.angularRate ?? .zero
  }

  @inline(__always)
  private func integrate(_ index: Int, _ state: SmoothingState, _ walk: inout Walk) -> IntervalMeasurement {
    var result = IntervalMeasurement()
    var attitude = state.attitudes[index]
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
      let rate = correction * unbiased
      Self.turn(&attitude, rate * interval, &walk.rotationVector)
      let rotation = attitude.matrix
      result.addRate(rotation, unbiased, rate, interval)
      addForce(sample.specificForce, forceGain, state.accelerometerBias, rotation, interval, &walk, &result)
      if let field = walk.field.advance(by: interval) { result.addField(field, rotation, rate) }
    }
    result.finish()
    result.attitudeResidual = (state.attitudes[index + 1] * attitude.inverse).rotationVector
    return result
  }

  /// One step of strapdown integration with the two-sample coning term (J. Bortz, "A new mathematical formulation for
  /// strapdown inertial navigation", 1971; R. Miller, "A new strapdown attitude algorithm", 1983).
  @inline(__always)
  static func turn(
    _ attitude: inout Rotation<Double>, _ rotationVector: Vector3<Double>, _ previous: inout Vector3<Double>
  ) {
    let coning = previous.cross(rotationVector) * (1.0 / 12.0)
    attitude = (attitude * Rotation(rotationVector: rotationVector + coning)).renormalized
    previous = rotationVector
  }

  @inline(__always)
  private func addForce(
    _ force: Vector3<Double>, _ gain: Vector3<Double>, _ bias: Vector3<Double>, _ rotation: Matrix3<Double>,
    _ interval: Double, _ walk: inout Walk, _ result: inout IntervalMeasurement
  ) {
    if Measurement.isForce(force) {
      // Over a gap the specific force says nothing.
      let covered = interval > timeline.longestInterval ? timeline.nominalInterval : interval
      result.forceDuration += covered
      result.velocity += (rotation * (force.timesElementwise(gain) - bias)) * covered
      let weighted = force * covered
      result.forceIntegral += Matrix3(
        rows: rotation.row0.timesElementwise(weighted), rotation.row1.timesElementwise(weighted),
        rotation.row2.timesElementwise(weighted))
      let jump = (force - walk.force).squaredLength * (covered * covered)
      if jump.isFinite { result.squaredJumps += jump }
      if forceSaturation.contain(force) { result.saturatedForceDuration += covered }
    }
    walk.force = force
  }
}

extension IntervalMeasurement {
  @inline(__always)
  fileprivate mutating func addRate(
    _ rotation: Matrix3<Double>, _ unbiased: Vector3<Double>, _ rate: Vector3<Double>, _ interval: Double
  ) {
    let turned = unbiased * interval
    duration += interval
    squaredRate += rate.squaredLength * interval
    rotationIntegral += rotation * interval
    rateIntegral.0 += Matrix3(outerProductOf: rotation.row0, turned)
    rateIntegral.1 += Matrix3(outerProductOf: rotation.row1, turned)
    rateIntegral.2 += Matrix3(outerProductOf: rotation.row2, turned)
  }

  @inline(__always)
  fileprivate mutating func addField(
    _ measured: Vector3<Double>, _ rotation: Matrix3<Double>, _ rate: Vector3<Double>
  ) {
    field += rotation * measured
    lagEffect += rotation * rate.cross(measured)
    fieldCount += 1
  }

  /// Turns sums into what the factors need: the velocity over the whole interval, the mean field.
  @inline(__always)
  fileprivate mutating func finish() {
    if forceDuration > 0 {
      let share = duration / forceDuration
      velocity = velocity * share
      forceIntegral = forceIntegral * share
    }
    if fieldCount > 0 {
      field = field * (1 / fieldCount)
      lagEffect = lagEffect * (1 / fieldCount)
    }
  }
}
