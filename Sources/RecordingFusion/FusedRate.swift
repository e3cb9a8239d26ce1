import AttitudeFilters
import Rotations

/// How a filter sees the body turn at one sample of a recording, and how well it knows where the body points.
@frozen
public struct FusedRate<Scalar: LaneElement>: Sendable {
  /// The angular rate without the gyroscope's estimated errors, rad/s.
  public var correctedAngularRate: Vector3<Scalar>
  /// One standard deviation of the heading, rad; not-a-number where the filter has none.
  public var headingStandardDeviation: Scalar

  /// Both of them.
  @inlinable @inline(__always)
  public init(correctedAngularRate: Vector3<Scalar>, headingStandardDeviation: Scalar) {
    self.correctedAngularRate = correctedAngularRate
    self.headingStandardDeviation = headingStandardDeviation
  }
}
