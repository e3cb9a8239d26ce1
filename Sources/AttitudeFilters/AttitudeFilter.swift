import MotionSamples
import Rotations

/// A causal estimator of attitude from inertial samples.
///
/// A filter is a value: copying it takes a snapshot, assigning the copy back restores it. `update` never traps and never
/// throws on sensor data; whatever comes in, the state stays finite and the outcome says what was made of the sample.
public protocol AttitudeFilter: LaneReplaceable, Sendable where Mask == Scalar.Mask {
  /// The number type: `Double`, `Float`, or several streams in lanes.
  associatedtype Scalar: RealLanes
  /// What can be tuned.
  associatedtype Parameters: NamedParameters & Sendable

  /// A filter before its first sample.
  init(parameters: Parameters)
  /// The parameters that the filter was made with.
  var parameters: Parameters { get }

  /// Takes one sample and says what was made of it. A sample without interval and readings changes nothing.
  @discardableResult
  mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar>
  /// `update` without the step that may be due after it: several streams in lanes take it together, once it is due in all.
  mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar>
  /// Where a step must be taken before the next sample; nowhere for a filter that does all its work at each sample.
  var isStepDue: Scalar.Mask { get }
  /// Takes the step that is due, and completes what `advance` said.
  mutating func step(where mask: Scalar.Mask, completing outcome: inout UpdateOutcome<Scalar>)
  /// Forgets everything but the parameters.
  mutating func reset()

  /// The attitude: turns body coordinates into coordinates of the reference frame, which is ENU (x east, y north, z up)
  /// where the filter uses a magnetometer, and otherwise level with a heading that starts near zero and drifts.
  var enuFromBody: Rotation<Scalar> { get }
  /// The attitude with the heading that the gyroscope carries: turns body coordinates into coordinates of the level frame.
  /// That of a filter that keeps no such attitude is `enuFromBody`.
  var levelFromBody: Rotation<Scalar> { get }
  /// The heading of the level frame in ENU, rad, as far as the magnetic field has shown it; zero for a filter whose level
  /// frame is ENU.
  var headingOffset: Scalar { get }
  /// The estimated bias of the gyroscope in rad/s; zero where the filter has no such estimate.
  var gyroscopeBias: Vector3<Scalar> { get }
  /// One standard deviation of that bias in each axis, rad/s; nil where the filter has none.
  var gyroscopeBiasStandardDeviation: Vector3<Scalar>? { get }
  /// The hard iron in body axes that is taken out of the magnetic field, µT; nil where the filter estimates none.
  var magnetometerHardIron: Vector3<Scalar>? { get }
  /// The angular rate of the last sample with the bias removed, and scale errors where they are known, in rad/s.
  var correctedAngularRate: Vector3<Scalar> { get }
  /// One standard deviation of the direction of up, in radians; nil where the filter has none.
  var tiltStandardDeviation: Scalar? { get }
  /// One standard deviation of the heading, in radians; nil where the filter has none.
  var headingStandardDeviation: Scalar? { get }
}

/// A filter that does all its work at each sample.
extension AttitudeFilter {
  @inlinable @inline(__always)
  public mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> { update(sample) }
  @inlinable @inline(__always)
  public var isStepDue: Scalar.Mask { Scalar.Mask(repeating: false) }
  @inlinable @inline(__always)
  public mutating func step(where mask: Scalar.Mask, completing outcome: inout UpdateOutcome<Scalar>) {}
}

/// A filter that does not separate tilt from heading, estimates no hard iron, and has no covariance.
extension AttitudeFilter {
  @inlinable @inline(__always)
  public var levelFromBody: Rotation<Scalar> { enuFromBody }
  @inlinable @inline(__always)
  public var headingOffset: Scalar { 0.0 }
  @inlinable @inline(__always)
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? { nil }
  @inlinable @inline(__always)
  public var magnetometerHardIron: Vector3<Scalar>? { nil }
  @inlinable @inline(__always)
  public var tiltStandardDeviation: Scalar? { nil }
  @inlinable @inline(__always)
  public var headingStandardDeviation: Scalar? { nil }
}
