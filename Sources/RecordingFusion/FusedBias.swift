import AttitudeFilters
import Rotations

/// What a filter knows of its own errors after one sample of a recording.
@frozen
public struct FusedBias<Scalar: LaneElement>: Sendable {
  /// The estimated bias of the gyroscope, rad/s; zero where the filter has no such estimate.
  public var gyroscopeBias: Vector3<Scalar>
  /// One standard deviation of the direction of up, rad; not-a-number where the filter has none.
  public var tiltStandardDeviation: Scalar

  /// Both of them.
  @inlinable @inline(__always)
  public init(gyroscopeBias: Vector3<Scalar>, tiltStandardDeviation: Scalar) {
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
  }
}
