import AttitudeFilters
import Rotations

/// The estimated gyroscope bias and the tilt uncertainty of a filter after one sample of a recording.
@frozen
public struct FusedBias<Scalar: LaneElement>: Sendable {
  /// The estimated bias of the gyroscope, rad/s; zero if the filter does not estimate it.
  public var gyroscopeBias: Vector3<Scalar>
  /// The standard deviation of the direction of up, rad; NaN if the filter has no estimate.
  public var tiltStandardDeviation: Scalar

  /// A bias from its parts.
  @inlinable @inline(__always)
  public init(gyroscopeBias: Vector3<Scalar>, tiltStandardDeviation: Scalar) {
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
  }
}
