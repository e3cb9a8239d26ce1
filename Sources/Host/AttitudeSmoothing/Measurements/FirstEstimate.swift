import AttitudeFilters
import MotionSamples
import Rotations

/// The first linearisation point: the causal default filter over the recording (3).
struct FirstEstimate {
  /// The estimate at the knots.
  let state: SmoothingState
  /// The filter in its state before a given sample, to continue with in the next window.
  let continuation: DefaultFilter<Double>
  /// The intervals of each place where the gyroscope seems to have missed a rotation (50).
  let suspects: [Range<Int>]
  /// Whether the heading in ENU is known: by the field or by courses.
  let isHeadingKnown: Bool
  /// One standard deviation of tilt and of heading at the knots, as the filter knew them, rad.
  let deviations: [(tilt: Double, heading: Double)]
  /// What the filter last found of the velocities over ground; nil without.
  let velocitySetup: VelocitySetup?

  /// Runs `filter` over the samples and keeps its state before `continuationSample`. `inspect` is called with every sample's
  /// place, and with the filter and its outcome after it.
  ///
  /// Samples whose angular rate is missing for more than `longestHole` reach the filter as one long interval, so that it
  /// handles them as a gap.
  init(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, _ timeline: SampleTimeline, _ velocities: [ObservedVelocity],
    from filter: DefaultFilter<Double>, continueAt continuationSample: Int,
    inspect: ((Int, borrowing DefaultFilter<Double>, UpdateOutcome<Double>) -> Void)? = nil
  ) {
    var filter = filter
    var continuation = filter
    var levelFromBody: [Rotation<Double>] = []
    levelFromBody.reserveCapacity(timeline.knots.count)
    var offsets: [Double] = []
    var biasSum = Vector3<Double>.zero
    var biasCount = 0.0
    var missing = 0.0
    var search = MissedRotationSearch()
    var (nextVelocity, hasField) = (0, false)
    var outcome = UpdateOutcome<Double>()
    var deviations: [(tilt: Double, heading: Double)] = []
    var setup: VelocitySetup?
    for (index, original) in samples.enumerated() {
      var sample = original
      if index == continuationSample { continuation = filter }
      sample.interval = SampleTimeline.interval(original) + missing
      if !Measurement.isRate(original.angularRate), Self.isLongHole(samples, from: index, after: missing) {
        missing = sample.interval
      } else {
        missing = 0
        while nextVelocity < velocities.count, velocities[nextVelocity].sample <= index {
          if let velocity = velocities[nextVelocity].overGround { filter.observe(velocity) }
          if let speed = velocities[nextVelocity].speed { filter.observe(speed) }
          nextVelocity += 1
        }
        outcome = filter.update(sample)
        hasField = hasField || Measurement.isField(original.magneticField)
        search.examine(outcome, hasMissedRotation: filter.hasMissedRotation, after: sample.interval)
      }
      inspect?(index, filter, outcome)
      if index == timeline.knots[levelFromBody.count] {
        let heading = outcome.isHeadingUnknown ? nil : filter.headingStandardDeviation
        if !velocities.isEmpty { setup = filter.velocitySetup ?? setup }
        deviations.append((filter.tiltStandardDeviation ?? .nan, heading ?? .nan))
        levelFromBody.append(filter.levelFromBody)
        offsets.append(filter.headingOffset)
        search.addKnot()
        if 2 * index >= samples.count {
          biasSum += filter.gyroscopeBias
          biasCount += 1
        }
      }
    }
    if continuationSample >= samples.count { continuation = filter }
    // Courses find the heading late, and it holds from the start.
    let latest = offsets.last ?? 0
    for knot in levelFromBody.indices {
      levelFromBody[knot] = Rotation(aboutZ: hasField ? offsets[knot] : latest) * levelFromBody[knot]
    }
    isHeadingKnown = !outcome.isHeadingUnknown
    self.deviations = deviations
    velocitySetup = setup
    let bias = biasCount > 0 ? biasSum / biasCount : filter.gyroscopeBias
    var state = SmoothingState(
      levelFromBody: levelFromBody, velocities: Array(repeating: .zero, count: levelFromBody.count),
      biases: Array(repeating: bias, count: levelFromBody.count))
    state.gyroscopeMatrix = Matrix3(diagonal: filter.gyroscopeScaleError)
    self.state = state
    self.continuation = continuation
    suspects = search.suspects
  }

  /// Without angular rate for longer, s, the filter sees a gap.
  private static let longestHole = 0.1

  /// Whether the angular rate, missing at a sample and for `missing` seconds before it, is missing beyond `longestHole`.
  private static func isLongHole(
    _ samples: UnsafeBufferPointer<MotionSample<Double>>, from start: Int, after missing: Double
  ) -> Bool {
    var hole = missing
    var index = start
    while index < samples.count, !Measurement.isRate(samples[index].angularRate) {
      hole += SampleTimeline.interval(samples[index])
      if hole > longestHole { return true }
      index += 1
    }
    return false
  }
}
