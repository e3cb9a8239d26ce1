import AttitudeFilters
import MotionSamples
import Rotations

/// A segment of a recording in memory and the memory for its results.
///
/// The caller owns all memory and keeps it alive until the lane requests the next segment. A recording of unknown
/// length comes segment by segment; the segments may reuse the same memory.
@frozen
public struct RecordingSegment<Scalar: LaneElement> {
  /// The samples in order; the interval of each is the time since the previous one.
  public let samples: UnsafeBufferPointer<MotionSample<Scalar>>
  /// Receives the attitude after each sample (see `AttitudeFilter.enuFromBody`): uninitialised, one element per sample.
  public let attitudes: UnsafeMutablePointer<Rotation<Scalar>>
  /// Receives the outcome of each sample: uninitialised, one element per sample; nil to omit, which is faster.
  public let flags: UnsafeMutablePointer<OutcomeFlags>?
  /// Receives the bias after each sample: uninitialised, one element per sample; nil to omit, which is faster.
  public let biases: UnsafeMutablePointer<FusedBias<Scalar>>?
  /// Receives the rate at each sample: uninitialised, one element per sample; nil to omit, which is faster.
  public let rates: UnsafeMutablePointer<FusedRate<Scalar>>?
  /// The memory that the caller will access next, while it runs and for the next segment; it is prefetched. A wrong value
  /// costs nothing.
  public let upcoming: UpcomingRows
  /// Whether a recording begins here, with a new filter; else the recording of the previous segment continues.
  public let isFirst: Bool

  /// A segment and the memory for its results.
  @inlinable
  public init(
    samples: UnsafeBufferPointer<MotionSample<Scalar>>, attitudes: UnsafeMutablePointer<Rotation<Scalar>>,
    flags: UnsafeMutablePointer<OutcomeFlags>? = nil, biases: UnsafeMutablePointer<FusedBias<Scalar>>? = nil,
    rates: UnsafeMutablePointer<FusedRate<Scalar>>? = nil, upcoming: UpcomingRows = UpcomingRows(), isFirst: Bool
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

/// The estimated gyroscope bias and the tilt uncertainty of a filter after one sample of a recording.
@frozen
public struct FusedBias<Scalar: LaneElement>: Sendable {
  /// The estimated bias of the gyroscope, rad/s; zero if the filter does not estimate it.
  public var gyroscopeBias: Vector3<Scalar>
  /// The standard deviation of the direction of up, rad; NaN if the filter has no estimate.
  public var tiltStandardDeviation: Scalar

  /// A bias from its parts.
  @inlinable @inline(__always)
  public init(gyroscopeBias: Vector3<Scalar>, tiltStandardDeviation: Scalar) {
    self.gyroscopeBias = gyroscopeBias
    self.tiltStandardDeviation = tiltStandardDeviation
  }
}

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
