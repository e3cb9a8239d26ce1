import AttitudeFilters
import Rotations

/// The corrected angular rate and the heading uncertainty of a filter at one sample of a recording.
@frozen
public struct FusedRate<Scalar: LaneElement>: Sendable {
  /// The angular rate without the gyroscope's estimated errors, rad/s.
  public var correctedAngularRate: Vector3<Scalar>
  /// The standard deviation of the heading, rad; NaN if the filter has no estimate.
  public var headingStandardDeviation: Scalar

  /// A rate from its parts.
  @inlinable @inline(__always)
  public init(correctedAngularRate: Vector3<Scalar>, headingStandardDeviation: Scalar) {
    self.correctedAngularRate = correctedAngularRate
    self.headingStandardDeviation = headingStandardDeviation
  }
}
