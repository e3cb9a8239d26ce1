// AttitudeFilters: causal estimators of attitude, and the stages every sample passes on its way through one.
// It reads no file and no clock of the system; what looks at a whole recording is on the floor of the host.

import MotionSamples
import Rotations

/// A causal estimator of attitude from inertial samples.
///
/// A filter is a value: copying it takes a snapshot, assigning the copy back restores it. `update` never traps and never
/// throws on sensor data: bad input never corrupts the state, and the outcome reports it.
public protocol AttitudeFilter: VisitableState, Sendable {
  /// The tuning parameters.
  associatedtype Parameters: NamedParameters & Sendable

  /// A filter before its first sample.
  init(parameters: Parameters)
  /// Makes a filter before its first sample in memory that holds nothing, with less of the stack than a copy of it takes.
  static func initialize(_ filter: UnsafeMutablePointer<Self>, parameters: Parameters)
  /// The parameters in use.
  var parameters: Parameters { get }
  /// Replaces the parameters and keeps the state. Those of the start, such as an initial deviation, act at the next `reset`.
  mutating func setParameters(_ parameters: Parameters)

  /// Processes one sample. A sample without interval and readings changes nothing.
  @discardableResult
  mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar>
  /// Observes a velocity over ground, to be used with the next samples. Returns false if the filter does not take velocities.
  @discardableResult
  mutating func observe(_ velocity: GroundVelocity<Scalar>) -> Bool
  /// Observes a speed along the body's forward axis, to be used with the next samples. Returns false if the filter does not take
  /// speeds.
  @discardableResult
  mutating func observe(_ speed: ForwardSpeed<Scalar>) -> Bool
  /// Whether a velocity or speed that was observed for the last step contradicts the motion or came too late, and was not used.
  var isVelocityRejected: Scalar.Mask { get }
  /// What was found of the velocities over ground that were observed; nil without any, and if the filter does not take them.
  var velocitySetup: VelocitySetup? { get }
  /// Forgets everything but the parameters.
  mutating func reset()

  /// The attitude: turns body coordinates into ENU (x east, y north, z up). Without a magnetometer the heading starts near
  /// zero and drifts.
  var enuFromBody: Rotation<Scalar> { get }
  /// The attitude with the heading of the gyroscope: turns body coordinates into level coordinates (z up, heading free).
  /// `enuFromBody` if the filter does not keep it.
  var levelFromBody: Rotation<Scalar> { get }
  /// The angle about up that turns level into ENU, rad; zero if the filter does not keep `levelFromBody`.
  var headingOffset: Scalar { get }
  /// The estimated bias of the gyroscope in body axes, rad/s; zero if the filter does not estimate it.
  var gyroscopeBias: Vector3<Scalar> { get }
  /// One standard deviation of each component of the bias, rad/s; nil if the filter has no covariance.
  var gyroscopeBiasStandardDeviation: Vector3<Scalar>? { get }
  /// The hard iron in body axes that is removed from the magnetic field, µT; nil if the filter does not estimate it.
  var magnetometerHardIron: Vector3<Scalar>? { get }
  /// The angular rate of the last sample in body axes without the estimated gyroscope errors, rad/s.
  var correctedAngularRate: Vector3<Scalar> { get }
  /// One standard deviation of tilt about each level axis, rad; nil if the filter has no covariance.
  var tiltStandardDeviation: Scalar? { get }
  /// One standard deviation of the heading, rad; of the heading since the start while north is unknown; nil if the filter has no
  /// covariance.
  var headingStandardDeviation: Scalar? { get }
  /// The lanes in which what the attitude is made of is finite: all, unless a memory error or two threads on one filter broke the state.
  var hasFiniteAttitude: Scalar.Mask { get }
}

/// Defaults for filters that take no velocity, keep no level attitude, estimate no hard iron, and have no covariance.
extension AttitudeFilter {
  /// For small filters.
  @export(implementation)
  public static func initialize(_ filter: UnsafeMutablePointer<Self>, parameters: Parameters) {
    filter.initialize(to: Self(parameters: parameters))
  }
  /// For filters whose fields do not depend on the parameters.
  @export(implementation)
  public mutating func setParameters(_ parameters: Parameters) {
    var changed = Self(parameters: parameters)
    changed.replace(with: self, where: Mask(repeating: true))
    self = changed
  }
  @export(implementation)
  public mutating func reset() { self = Self(parameters: parameters) }
  @export(implementation) @discardableResult
  public mutating func observe(_ velocity: GroundVelocity<Scalar>) -> Bool { false }
  @export(implementation) @discardableResult
  public mutating func observe(_ speed: ForwardSpeed<Scalar>) -> Bool { false }
  @export(implementation) @inline(__always)
  public var isVelocityRejected: Scalar.Mask { Scalar.Mask(repeating: false) }
  public var velocitySetup: VelocitySetup? { nil }
  @export(implementation) @inline(__always)
  public var levelFromBody: Rotation<Scalar> { enuFromBody }
  @export(implementation) @inline(__always)
  public var headingOffset: Scalar { 0.0 }
  @export(implementation) @inline(__always)
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? { nil }
  @export(implementation) @inline(__always)
  public var magnetometerHardIron: Vector3<Scalar>? { nil }
  @export(implementation) @inline(__always)
  public var tiltStandardDeviation: Scalar? { nil }
  @export(implementation) @inline(__always)
  public var headingStandardDeviation: Scalar? { nil }
  @export(implementation) @inline(__always)
  public var hasFiniteAttitude: Scalar.Mask { (levelFromBody.quaternion.sum + headingOffset).isFiniteInLane }
}

extension Quaternion {
  /// The sum of the components: finite if all are.
  @export(implementation) @inline(__always)
  var sum: Scalar { w + x + y + z }
}

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
  @export(implementation) @inline(__always)
  public mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> { update(sample) }
  @export(implementation) @inline(__always)
  public var isStepDue: Scalar.Mask { Scalar.Mask(repeating: false) }
  @export(implementation) @inline(__always)
  public mutating func step(where mask: Scalar.Mask, completing outcome: inout UpdateOutcome<Scalar>) {}
}

extension ComplementaryFilter: SteppedFilter {}
extension MadgwickFilter: SteppedFilter {}
extension MahonyFilter: SteppedFilter {}
extension MultiplicativeKalmanFilter: SteppedFilter {}
