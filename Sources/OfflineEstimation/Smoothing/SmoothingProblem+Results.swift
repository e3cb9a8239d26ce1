import AttitudeFilters
import MotionSamples
import Rotations

// What comes out of a window once its iterations have ended.

extension SmoothingProblem {
  /// One sample after the other, at the full rate: the gyroscope leads from knot to knot, and what it misses of the next
  /// knot is spread evenly over the interval. `body` takes the place of a sample and what is said of it.
  func forEachSample(
    _ variances: [ArrowCovariance.Attitude], _ body: (_ index: Int, _ sample: SmoothedSample) -> Void
  ) {
    let samples = preintegration.samples
    let site = parameters.field.siteDeviation * parameters.field.siteDeviation
    var rate = preintegration.firstRate
    var rotationVector = Vector3<Double>.zero
    var path: [Rotation<Double>] = []
    let intervalCount = preintegration.timeline.intervalCount
    for knot in state.attitudes.indices {
      let interval = min(knot, max(intervalCount - 1, 0))
      let range = knot < intervalCount ? preintegration.timeline.samples(of: knot) : samples.count..<samples.count
      let missed = follow(range, from: knot, &rate, &rotationVector, &path)
      // The knot's own sample comes first, then those up to the next knot.
      let first = preintegration.timeline.knots[knot]
      for index in first..<max(range.upperBound - 1, first + 1) {
        let share = range.isEmpty ? 0 : Double(index - first) / Double(range.count)
        let attitude = index == first ? state.attitudes[knot] : path[index - first - 1]
        let (here, next) = (variances[knot], variances[min(knot + 1, variances.count - 1)])
        let tilt = Double(here.tilt) + share * Double(next.tilt - here.tilt)
        let heading = Double(here.heading) + share * Double(next.heading - here.heading) + site
        let sample = samples[index]
        let isRate = Measurement.isRate(sample.angularRate)
        let corrected = correctedRate(isRate ? sample.angularRate : rate, knot)
        body(
          index,
          SmoothedSample(
            enuFromBody: (Rotation(rotationVector: missed * share) * attitude).renormalized,
            gyroscopeBias: state.biases[knot], angularRate: corrected, tiltStandardDeviation: tilt.squareRoot(),
            headingStandardDeviation: hasHeading ? heading.squareRoot() : .nan,
            flags: flags(of: index, between: interval)))
      }
    }
  }

  /// Integrates the gyroscope over the samples after a knot into `path`; gives by how much it misses the next knot.
  private func follow(
    _ range: Range<Int>, from knot: Int, _ rate: inout Vector3<Double>, _ rotationVector: inout Vector3<Double>,
    _ path: inout [Rotation<Double>]
  ) -> Vector3<Double> {
    path.removeAll(keepingCapacity: true)
    var attitude = state.attitudes[knot]
    for index in range {
      let sample = preintegration.samples[index]
      if Measurement.isRate(sample.angularRate) { rate = sample.angularRate }
      let turned = correctedRate(rate, knot) * SampleTimeline.interval(sample)
      Preintegration.turn(&attitude, turned, &rotationVector)
      path.append(attitude)
    }
    return range.isEmpty ? .zero : (state.attitudes[knot + 1] * attitude.inverse).rotationVector
  }

  private func correctedRate(_ rate: Vector3<Double>, _ knot: Int) -> Vector3<Double> {
    let unbiased = rate - state.biases[knot]
    return unbiased - state.gyroscopeMatrix * unbiased
  }

  /// What was made of a sample, by the names of causal filters.
  private func flags(of index: Int, between knot: Int) -> OutcomeFlags {
    let sample = preintegration.samples[index]
    let interval = SampleTimeline.interval(sample)
    let isRate = Measurement.isRate(sample.angularRate)
    let isForce = Measurement.isForce(sample.specificForce)
    let isSaturated =
      isRate && preintegration.rateSaturation.contain(sample.angularRate)
      || isForce && preintegration.forceSaturation.contain(sample.specificForce)
    var flags = OutcomeFlags(rawValue: 0)
    flags.set(.angularRateRejected, when: !isRate)
    flags.set(.specificForceRejected, when: !isForce)
    flags.set(.magneticFieldRejected, when: !Measurement.isField(sample.magneticField))
    flags.set(.intervalRejected, when: index > 0 && interval == 0)
    flags.set(.discontinuity, when: interval > preintegration.timeline.longestInterval)
    flags.set(.afterGap, when: interval > SampleGuard<Double>.longestInterval)
    flags.set(.atRest, when: isAtRest[index])
    flags.set(.saturated, when: isSaturated)
    if hasHeading, !observer.squaredAnomalies.isEmpty {
      flags.set(.fieldDisturbed, when: observer.squaredAnomalies[knot] > 0.04)
    }
    return flags
  }
}
