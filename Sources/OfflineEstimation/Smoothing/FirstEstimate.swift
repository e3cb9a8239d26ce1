import AttitudeFilters
import MotionSamples
import Rotations

/// The first linearisation point: the causal default filter over the recording.
struct FirstEstimate {
  /// The estimate at the knots.
  let state: SmoothingState
  /// The filter before the sample that was asked for, to start the next window from.
  let continuation: DefaultFilter<Double>

  /// Runs `filter` over the samples.
  ///
  /// Where the angular rate is missing for more than 0.1 s, the filter is told of one long interval, so that its logic
  /// for gaps takes over.
  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline,
    from filter: DefaultFilter<Double>,
    continueAt continuationSample: Int
  ) {
    var filter = filter
    var continuation = filter
    var attitudes: [Rotation<Double>] = []
    attitudes.reserveCapacity(timeline.knots.count)
    var biasSum = Vector3<Double>.zero
    var biasCount = 0.0
    var missing = 0.0
    for (index, original) in samples.enumerated() {
      var sample = original
      if index == continuationSample { continuation = filter }
      sample.interval = SampleTimeline.interval(original) + missing
      if !Measurement.isRate(original.angularRate), Self.isLongHole(samples, from: index, after: missing) {
        missing = sample.interval
      } else {
        missing = 0
        filter.update(sample)
      }
      if index == timeline.knots[attitudes.count] {
        attitudes.append(filter.enuFromBody)
        if 2 * index >= samples.count {
          biasSum += filter.gyroscopeBias
          biasCount += 1
        }
      }
    }
    let bias = biasCount > 0 ? biasSum / biasCount : filter.gyroscopeBias
    var state = SmoothingState(
      attitudes: attitudes, velocities: Array(repeating: .zero, count: attitudes.count),
      biases: Array(repeating: bias, count: attitudes.count))
    state.gyroscopeMatrix = Matrix3(diagonal: filter.gyroscopeScaleError)
    self.state = state
    self.continuation = continuation
  }

  /// Whether the angular rate, missing at a sample and `missing` seconds before it, is missing for more than 0.1 s.
  private static func isLongHole(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, from start: Int, after missing: Double
  ) -> Bool {
    var hole = missing
    var index = start
    while index < samples.count, !Measurement.isRate(samples[index].angularRate) {
      hole += SampleTimeline.interval(samples[index])
      if hole > 0.1 { return true }
      index += 1
    }
    return false
  }
}
