import AttitudeFilters
import Rotations

/// What else a filter knows after one sample of a recording.
@frozen
public struct FusedDetails<Scalar: LaneElement>: Sendable {
  /// The angular rate without the gyroscope's estimated errors, rad/s.
  public var correctedAngularRate: Vector3<Scalar>
  /// The estimated bias of the gyroscope, rad/s; zero where the filter has no such estimate.
  public var gyroscopeBias: Vector3<Scalar>
  /// One standard deviation of the direction of up, rad; not-a-number where the filter has none.
  public var tiltStandardDeviation: Scalar
  /// One standard deviation of the heading, rad; not-a-number where the filter has none.
  public var headingStandardDeviation: Scalar

  /// Details from their parts.
  @inlinable @inline(__always)
  public init(
    correctedAngularRate: Vector3<Scalar>, gyroscopeBias: Vector3<Scalar>, tiltStandardDeviation: Scalar,
    headingStandardDeviation: Scalar
  ) {
    self.correctedAngularRate = correctedAngularRate
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
    self.headingStandardDeviation = headingStandardDeviation
  }
}
