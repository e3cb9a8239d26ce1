import MotionSamples
import Rotations

/// One attitude from two to four IMUs on one body, with the health of each.
///
/// ```swift
/// var voting = VotingFilter<DefaultFilter<Double>>(count: 2)
/// var samples = InertialVote<Double>.Samples(repeating: MotionSample(interval: 0.005, angularRate: .absent))
/// samples[0].angularRate = Vector3(x: 0, y: 0, z: 0.1)
/// samples[1].angularRate = Vector3(x: 0, y: 0, z: 0.1)
/// let motion = voting.update(samples)
/// print(motion.outputFromBody, voting.health(of: 1).state)
/// ```
///
/// An `InertialVote` makes one sample, and a `MotionStream` processes it: results and flags are those of a stream of one IMU.
/// The stages of the stream, axes and calibration, follow the vote, so all IMUs have the axes of the first.
public struct VotingFilter<Filter: AttitudeFilter> where Filter.Scalar: LaneElement {
  /// The number type.
  public typealias Scalar = Filter.Scalar

  /// The vote.
  public var vote: InertialVote<Scalar>
  /// The processing of the consensus.
  public var stream: MotionStream<Filter>

  /// A filter of `count` IMUs, 1 to 4, before the first sample.
  @export(implementation)
  public init(
    count: Int, parameters: Filter.Parameters = Filter.Parameters(),
    settings: StreamSettings<Scalar> = StreamSettings()
  ) {
    vote = InertialVote(count: count)
    stream = MotionStream(parameters: parameters, settings: settings)
  }

  /// Processes simultaneous raw samples and returns the motion after them.
  ///
  /// - Parameters:
  ///   - samples: The readings of each IMU, absent ones as vectors of NaN; the interval is that of the first.
  ///   - temperature: The temperature of the gyroscopes in degrees Celsius. Default: unknown.
  @export(implementation) @discardableResult
  public mutating func update(
    _ samples: InertialVote<Scalar>.Samples, temperature: Double = .nan
  ) -> Motion<Scalar> {
    process(samples, temperature: temperature)
    return stream.motion()
  }

  /// Processes simultaneous raw samples and returns their consensus, in sensor axes.
  @export(implementation) @discardableResult
  public mutating func process(
    _ samples: InertialVote<Scalar>.Samples, temperature: Double = .nan
  ) -> MotionSample<Scalar> {
    let consensus = vote.update(samples)
    stream.process(consensus, temperature: temperature)
    if let deviation = stream.filter.gyroscopeBiasStandardDeviation {
      let sensorFromBody = stream.conditioner.axes.inverse
      vote.learn(
        gyroscopeBias: sensorFromBody.apply(to: stream.filter.gyroscopeBias),
        standardDeviation: sensorFromBody.apply(to: deviation))
    }
    return consensus
  }

  /// Processes simultaneous raw samples with the timestamp of the first and returns the motion after them. The clock replaces
  /// the interval.
  @export(implementation) @discardableResult
  public mutating func update(
    _ samples: InertialVote<Scalar>.Samples, at timestamp: Timestamp, temperature: Double = .nan
  ) -> Motion<Scalar> {
    var timed = samples
    timed[0].interval = stream.interval(to: timestamp)
    return update(timed, temperature: temperature)
  }

  /// The health of an IMU, from 0: offsets in sensor axes, the bias of the gyroscope in body axes.
  @export(implementation)
  public func health(of index: Int) -> SensorHealth<Scalar> {
    var health = vote.health(of: index)
    let offset = stream.conditioner.axes.apply(to: health.gyroscope.offset)
    health.gyroscopeBias = stream.filter.gyroscopeBias + offset
    return health
  }

  /// Forgets everything but the parameters and the settings.
  @export(implementation)
  public mutating func reset() {
    vote = InertialVote(count: vote.count)
    stream.reset()
  }
}
