import Rotations

/// A sample with the moment at which it was taken.
@frozen
public struct StampedSample<Scalar: RealLanes>: Sendable {
  /// The moment of the gyroscope's reading, which ends the interval of the sample.
  public var timestamp: Timestamp
  /// The readings; `interval` is 0 until a `SampleClock` has given it.
  public var sample: MotionSample<Scalar>
  /// The gyroscope's temperature in degrees Celsius; not-a-number where it is not known.
  public var temperature: Double

  /// A sample with its stamp, and with the gyroscope's temperature where that is known.
  @inlinable
  public init(timestamp: Timestamp, sample: MotionSample<Scalar>, temperature: Double = .nan) {
    self.timestamp = timestamp
    self.sample = sample
    self.temperature = temperature
  }
}
