import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// A filter that the contract is tested on, in `Double` and in eight lanes. A new filter is one more line in `all`.
struct FilterUnderTest: CustomTestStringConvertible, Sendable {
  /// What a filter says after a sample.
  struct Answer: Sendable {
    var enuFromBody: Rotation<Double>
    var gyroscopeBias: Vector3<Double>
    var correctedAngularRate: Vector3<Double>
    var outcome: UpdateOutcome<Double>
  }

  var testDescription: String
  /// Whether the filter learns the gyroscope's bias.
  var learnsBias: Bool
  /// What a fresh filter says after every sample.
  var run: @Sendable ([MotionSample<Double>]) -> [Answer]
  /// What a filter says after a second run of the samples, once reset.
  var runAfterReset: @Sendable ([MotionSample<Double>]) -> [Answer]
  /// The attitudes after the last sample of eight streams of the same length.
  var runLanes: @Sendable ([[MotionSample<Double>]]) -> [Rotation<Double>]
  /// The attitudes after the last sample of a filter whose state was replaced, and not replaced, half-way by that of a
  /// fresh one.
  var runReplaced: @Sendable ([MotionSample<Double>]) -> (replaced: Rotation<Double>, kept: Rotation<Double>)

  static let all = [
    FilterUnderTest("default", DefaultFilter<Double>(), DefaultFilter<DoubleLanes>()),
    FilterUnderTest("VQF", VQFFilter<Double>(), VQFFilter<DoubleLanes>()),
    FilterUnderTest("Kalman", MultiplicativeKalmanFilter<Double>(), MultiplicativeKalmanFilter<DoubleLanes>()),
    FilterUnderTest("complementary", ComplementaryFilter<Double>(), ComplementaryFilter<DoubleLanes>()),
    FilterUnderTest("Madgwick", MadgwickFilter<Double>(), MadgwickFilter<DoubleLanes>(), learnsBias: false),
    FilterUnderTest(
      "Madgwick with bias", MadgwickFilter<Double>(parameters: .learningBias),
      MadgwickFilter<DoubleLanes>(parameters: .learningBias)),
    FilterUnderTest("Mahony", MahonyFilter<Double>(), MahonyFilter<DoubleLanes>(), learnsBias: false),
    FilterUnderTest(
      "Mahony with bias", MahonyFilter<Double>(parameters: .learningBias),
      MahonyFilter<DoubleLanes>(parameters: .learningBias)),
  ]

  init<Filter: AttitudeFilter, Lanes: AttitudeFilter>(
    _ name: String, _ fresh: Filter, _ lanes: Lanes, learnsBias: Bool = true
  ) where Filter.Scalar == Double, Lanes.Scalar == DoubleLanes {
    testDescription = name
    self.learnsBias = learnsBias
    run = { samples in
      var filter = fresh
      return samples.map { Self.answer(&filter, $0) }
    }
    runAfterReset = { samples in
      var filter = fresh
      for sample in samples { filter.updated(sample) }
      filter.reset()
      return samples.map { Self.answer(&filter, $0) }
    }
    runReplaced = { samples in
      var replaced = fresh
      for sample in samples.prefix(samples.count / 2) { replaced.updated(sample) }
      var kept = replaced
      replaced.replace(with: fresh, where: true)
      kept.replace(with: fresh, where: false)
      for sample in samples.suffix(samples.count / 2) {
        replaced.updated(sample)
        kept.updated(sample)
      }
      return (replaced.enuFromBody, kept.enuFromBody)
    }
    runLanes = { streams in
      var filter = lanes
      for index in streams[0].indices {
        var packed = MotionSample<DoubleLanes>(interval: 0.0, angularRate: .zero)
        for lane in 0..<8 { packed.setLane(lane, streams[lane][index]) }
        filter.updated(packed)
      }
      let q = filter.enuFromBody.quaternion
      return (0..<8).map { Rotation(unchecked: Quaternion(w: q.w[$0], x: q.x[$0], y: q.y[$0], z: q.z[$0])) }
    }
  }

  private static func answer<Filter: AttitudeFilter>(
    _ filter: inout Filter, _ sample: MotionSample<Double>
  ) -> Answer where Filter.Scalar == Double {
    let outcome = filter.updated(sample)
    return Answer(
      enuFromBody: filter.enuFromBody, gyroscopeBias: filter.gyroscopeBias,
      correctedAngularRate: filter.correctedAngularRate, outcome: outcome)
  }
}

extension MadgwickParameters {
  /// The filter with its bias switched on.
  static var learningBias: Self {
    var parameters = Self()
    parameters.biasGain = 0.003
    return parameters
  }
}

extension MahonyParameters {
  /// The filter with its bias switched on.
  static var learningBias: Self {
    var parameters = Self()
    parameters.biasGain = 0.02
    return parameters
  }
}

extension MotionSample<DoubleLanes> {
  /// Puts a scalar sample into a lane.
  mutating func setLane(_ lane: Int, _ sample: MotionSample<Double>) {
    interval[lane] = sample.interval
    for axis in 0..<3 {
      angularRate[axis][lane] = sample.angularRate[axis]
      specificForce[axis][lane] = sample.specificForce[axis]
      magneticField[axis][lane] = sample.magneticField[axis]
    }
  }
}
