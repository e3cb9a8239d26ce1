import MotionSamples
import Rotations

/// A filter that runs in lanes: many recordings side by side, one in each lane of `Scalar`.
///
/// Some filters do cheap work at every sample and an expensive step now and then: the default filter runs its Kalman filter
/// every 50 ms. In lanes a step costs the same for one lane as for all, and recordings of different rates are due at
/// different samples. So `update` is split: `advance` takes the sample, `isStepDue` is the mask of the lanes in which
/// the step must run before the next sample, and `step` runs it. A scheduler feeds the lanes that are due with samples without
/// interval and readings, which change nothing, until all are due, then steps them together (`LaneScheduler` in
/// RecordingFusion). Results are those of `update`, bit for bit.
///
/// To process one stream, call `update`.
public protocol SteppedFilter: AttitudeFilter {
  /// Processes one sample without the step that may be due after it.
  mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar>
  /// The lanes in which a step must run before the next sample.
  var isStepDue: Scalar.Mask { get }
  /// Runs the step in the lanes of `mask`, and completes the outcome of `advance`.
  mutating func step(where mask: Scalar.Mask, completing outcome: inout UpdateOutcome<Scalar>)
}

/// Defaults for filters that do all their work at each sample.
extension SteppedFilter {
  @inlinable @inline(__always)
  public mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> { update(sample) }
  @inlinable @inline(__always)
  public var isStepDue: Scalar.Mask { Scalar.Mask(repeating: false) }
  @inlinable @inline(__always)
  public mutating func step(where mask: Scalar.Mask, completing outcome: inout UpdateOutcome<Scalar>) {}
}

extension ComplementaryFilter: SteppedFilter {}
extension MadgwickFilter: SteppedFilter {}
extension MahonyFilter: SteppedFilter {}
extension MultiplicativeKalmanFilter: SteppedFilter {}
