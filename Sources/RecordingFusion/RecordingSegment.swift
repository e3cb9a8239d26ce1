import MotionSamples
import Rotations

/// A stretch of a recording in memory and the places for its results; all of them the caller's, who keeps them alive until
/// the lane asks for the next segment.
@frozen
public struct RecordingSegment<Scalar: LaneElement> {
  /// The samples in their order; the interval of each is the time since the one before.
  public let samples: UnsafeBufferPointer<MotionSample<Scalar>>
  /// Takes the attitude after each sample; as many places, not yet initialised.
  public let results: UnsafeMutablePointer<FusedSample<Scalar>>
  /// Takes the details after each sample, as many places, not yet initialised; nil where they are not wanted, which is
  /// faster.
  public let details: UnsafeMutablePointer<FusedDetails<Scalar>>?
  /// Whether a recording begins here, for a filter that knows nothing; else the one of the segment before goes on.
  public let isFirst: Bool

  /// A segment and the places for its results.
  @inlinable
  public init(
    samples: UnsafeBufferPointer<MotionSample<Scalar>>, results: UnsafeMutablePointer<FusedSample<Scalar>>,
    details: UnsafeMutablePointer<FusedDetails<Scalar>>? = nil, isFirst: Bool
  ) {
    self.samples = samples
    self.results = results
    self.details = details
    self.isFirst = isFirst
  }
}
