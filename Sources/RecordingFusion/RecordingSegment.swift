import AttitudeFilters
import MotionSamples
import Rotations

/// A stretch of a recording in memory and the places for what comes of it; all of them the caller's, who keeps them alive
/// until the lane asks for the next segment. A recording of unknown length comes segment by segment, each in the same
/// memory if need be.
@frozen
public struct RecordingSegment<Scalar: LaneElement> {
  /// The samples in their order; the interval of each is the time since the one before.
  public let samples: UnsafeBufferPointer<MotionSample<Scalar>>
  /// Takes the attitude after each sample (see `AttitudeFilter.enuFromBody`); as many places, not yet initialised.
  public let attitudes: UnsafeMutablePointer<Rotation<Scalar>>
  /// Takes what was made of each sample, as many places, not yet initialised; nil where that is not wanted, which is faster.
  public let flags: UnsafeMutablePointer<OutcomeFlags>?
  /// Takes the bias after each sample, as many places, not yet initialised; nil where it is not wanted, which is faster.
  public let biases: UnsafeMutablePointer<FusedBias<Scalar>>?
  /// Takes the rate at each sample, as many places, not yet initialised; nil where it is not wanted, which is faster.
  public let rates: UnsafeMutablePointer<FusedRate<Scalar>>?
  /// Memory that will be read, row by row, when the next segment is made: it is fetched meanwhile. It costs nothing to be
  /// wrong about it.
  public let upcoming: UpcomingRows?
  /// Whether a recording begins here, for a filter that knows nothing; else the one of the segment before goes on.
  public let isFirst: Bool

  /// A segment and the places for its results.
  @inlinable
  public init(
    samples: UnsafeBufferPointer<MotionSample<Scalar>>, attitudes: UnsafeMutablePointer<Rotation<Scalar>>,
    flags: UnsafeMutablePointer<OutcomeFlags>? = nil, biases: UnsafeMutablePointer<FusedBias<Scalar>>? = nil,
    rates: UnsafeMutablePointer<FusedRate<Scalar>>? = nil, upcoming: UpcomingRows? = nil, isFirst: Bool
  ) {
    self.samples = samples
    self.attitudes = attitudes
    self.flags = flags
    self.biases = biases
    self.rates = rates
    self.upcoming = upcoming
    self.isFirst = isFirst
  }
}
