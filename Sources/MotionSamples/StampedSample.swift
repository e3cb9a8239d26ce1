import Rotations

/// A sample with the moment at which it was taken.
@frozen
public struct StampedSample<Scalar: RealLanes>: Sendable {
  /// The moment of the gyroscope's reading, which ends the interval of the sample.
  public var timestamp: Timestamp
  /// The readings; `interval` is 0 until a `SampleClock` has given it.
  public var sample: MotionSample<Scalar>

  /// A sample with its stamp.
  @inlinable
  public init(timestamp: Timestamp, sample: MotionSample<Scalar>) {
    self.timestamp = timestamp
    self.sample = sample
  }
}
