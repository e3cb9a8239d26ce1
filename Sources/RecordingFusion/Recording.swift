import MotionSamples
import Rotations

/// A recording in memory and the places for its results; all of them the caller's, who keeps them alive and uninitialised
/// results out of reach until the run is over.
@frozen
public struct Recording<Scalar: LaneElement>: @unchecked Sendable {
  /// The samples in their order; the interval of each is the time since the one before.
  public let samples: UnsafeBufferPointer<MotionSample<Scalar>>
  /// Takes the attitude after each sample; as many places, not yet initialised.
  public let results: UnsafeMutablePointer<FusedSample<Scalar>>
  /// Takes the details after each sample, as many places, not yet initialised; nil where they are not wanted, which is
  /// faster.
  public let details: UnsafeMutablePointer<FusedDetails<Scalar>>?

  /// A recording and the places for its results.
  @inlinable
  public init(
    samples: UnsafeBufferPointer<MotionSample<Scalar>>, results: UnsafeMutablePointer<FusedSample<Scalar>>,
    details: UnsafeMutablePointer<FusedDetails<Scalar>>? = nil
  ) {
    self.samples = samples
    self.results = results
    self.details = details
  }

  /// The whole of it.
  @inlinable
  public var segment: RecordingSegment<Scalar> {
    RecordingSegment(samples: samples, results: results, details: details, isFirst: true)
  }
}
