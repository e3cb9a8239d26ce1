import Rotations

/// A sample with its timestamp.
@frozen
public struct StampedSample<Scalar: RealLanes>: Sendable {
  /// The time of the gyroscope reading, which ends the interval of the sample.
  public var timestamp: Timestamp
  /// The readings; `interval` is 0 until a `SampleClock` sets it.
  public var sample: MotionSample<Scalar>
  /// The gyroscope's temperature in degrees Celsius; NaN if unknown.
  public var temperature: Double

  /// A sample with its timestamp and, if known, the gyroscope's temperature in degrees Celsius.
  @inlinable
  public init(timestamp: Timestamp, sample: MotionSample<Scalar>, temperature: Double = .nan) {
    self.timestamp = timestamp
    self.sample = sample
    self.temperature = temperature
  }
}
