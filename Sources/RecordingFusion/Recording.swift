import AttitudeFilters
import MotionSamples
import Rotations

/// A recording in memory and the places for its results; all of them the caller's, who keeps them alive and uninitialised
/// results out of reach until the run is over. See `RecordingSegment` for what they take.
@frozen
public struct Recording<Scalar: LaneElement>: @unchecked Sendable {
  /// The samples in their order; the interval of each is the time since the one before.
  public let samples: UnsafeBufferPointer<MotionSample<Scalar>>
  /// Takes the attitude after each sample.
  public let attitudes: UnsafeMutablePointer<Rotation<Scalar>>
  /// Takes what was made of each sample; nil where that is not wanted.
  public let flags: UnsafeMutablePointer<OutcomeFlags>?
  /// Takes the details after each sample; nil where they are not wanted.
  public let details: UnsafeMutablePointer<FusedDetails<Scalar>>?

  /// A recording and the places for its results.
  @inlinable
  public init(
    samples: UnsafeBufferPointer<MotionSample<Scalar>>, attitudes: UnsafeMutablePointer<Rotation<Scalar>>,
    flags: UnsafeMutablePointer<OutcomeFlags>? = nil, details: UnsafeMutablePointer<FusedDetails<Scalar>>? = nil
  ) {
    self.samples = samples
    self.attitudes = attitudes
    self.flags = flags
    self.details = details
  }

  /// The whole of it.
  @inlinable
  public var segment: RecordingSegment<Scalar> {
    RecordingSegment(samples: samples, attitudes: attitudes, flags: flags, details: details, isFirst: true)
  }
}
