import AttitudeFilters
import Rotations

/// The attitude after one sample of a recording.
@frozen
public struct FusedSample<Scalar: LaneElement>: Sendable {
  /// Turns body coordinates into those of the filter's reference frame; see `AttitudeFilter.referenceFromBody`.
  public var referenceFromBody: Rotation<Scalar>
  /// What was made of the sample.
  public var flags: OutcomeFlags

  /// An attitude with its flags.
  @inlinable @inline(__always)
  public init(referenceFromBody: Rotation<Scalar>, flags: OutcomeFlags) {
    self.referenceFromBody = referenceFromBody
    self.flags = flags
  }
}
