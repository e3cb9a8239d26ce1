import AttitudeFilters
import MotionSamples
import Rotations

/// A recording in memory and the memory for its results.
///
/// The caller owns all memory, keeps it alive and does not access uninitialised results until the run ends. See
/// `RecordingSegment` for the layout.
@frozen
public struct Recording<Scalar: LaneElement>: @unchecked Sendable {
  /// The samples in order; the interval of each is the time since the previous one.
  public let samples: UnsafeBufferPointer<MotionSample<Scalar>>
  /// Receives the attitude after each sample.
  public let attitudes: UnsafeMutablePointer<Rotation<Scalar>>
  /// Receives the outcome of each sample; nil to omit.
  public let flags: UnsafeMutablePointer<OutcomeFlags>?
  /// Receives the bias after each sample; nil to omit.
  public let biases: UnsafeMutablePointer<FusedBias<Scalar>>?
  /// Receives the rate at each sample; nil to omit.
  public let rates: UnsafeMutablePointer<FusedRate<Scalar>>?

  /// A recording and the memory for its results.
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

  /// The whole recording as one segment.
  @inlinable
  public var segment: RecordingSegment<Scalar> {
    RecordingSegment(
      samples: samples, attitudes: attitudes, flags: flags, biases: biases, rates: rates, isFirst: true)
  }
}
