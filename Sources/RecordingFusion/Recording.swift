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
  /// Takes the bias after each sample; nil where it is not wanted.
  public let biases: UnsafeMutablePointer<FusedBias<Scalar>>?
  /// Takes the rate at each sample; nil where it is not wanted.
  public let rates: UnsafeMutablePointer<FusedRate<Scalar>>?

  /// A recording and the places for its results.
  @inlinable
  public init(
    samples: UnsafeBufferPointer<MotionSample<Scalar>>, attitudes: UnsafeMutablePointer<Rotation<Scalar>>,
    flags: UnsafeMutablePointer<OutcomeFlags>? = nil, biases: UnsafeMutablePointer<FusedBias<Scalar>>? = nil,
    rates: UnsafeMutablePointer<FusedRate<Scalar>>? = nil
  ) {
    self.samples = samples
    self.attitudes = attitudes
    self.flags = flags
    self.biases = biases
    self.rates = rates
  }

  /// The whole of it.
  @inlinable
  public var segment: RecordingSegment<Scalar> {
    RecordingSegment(
      samples: samples, attitudes: attitudes, flags: flags, biases: biases, rates: rates, isFirst: true)
  }
}
