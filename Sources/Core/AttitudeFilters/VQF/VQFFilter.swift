import MotionSamples
import Rotations

/// VQF: a filter with low-passed specific force, estimation of the gyroscope's bias and magnetic disturbance rejection.
///
/// The gyroscope alone defines the paper's almost inertial frame I, named `inertial` here: it starts as the body and drifts with
/// the bias. In it the specific force is low-passed, which removes accelerations but not gravity, and the result is
/// brought upright: `levelFromBody`, the attitude without magnetometer (the paper's 6D). One angle about up, corrected by
/// the magnetometer while its field is undisturbed, completes `enuFromBody` (9D).
///
/// With a constant interval the results are those of the published algorithm. Coefficients are recomputed when an interval
/// differs by more than 10 % from theirs, so jitter costs little. Each sensor has its own interval, since it may be
/// missing in some samples. After a gap tilt and heading are found again; the bias is kept.
///
/// Source: D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic
/// disturbance rejection", Information Fusion 91, 2023, 187-204, doi:10.1016/j.inffus.2022.10.014.
@frozen
public struct VQFFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: VQFParameters<Scalar>

  @usableFromInline var sampleGuard: SampleGuard<Scalar>
  @usableFromInline var inertialFromBody: Rotation<Scalar>
  @usableFromInline var levelFromInertial: Rotation<Scalar>
  /// The product of both, `levelFromBody`.
  @usableFromInline var levelFromBodyEstimate: Rotation<Scalar>
  @usableFromInline var lowPass: ButterworthLowPass<Scalar>
  @usableFromInline var forceMemory: LowPassMemory<Vector3<Scalar>>
  @usableFromInline var rest: VQFRestDetector<Scalar>
  @usableFromInline var biasEstimator: VQFBiasEstimator<Scalar>
  @usableFromInline var headingCorrection: VQFHeadingCorrection<Scalar>
  /// Time since the last specific force, in seconds.
  @usableFromInline var forceInterval: Scalar
  /// Time since the last magnetic field, in seconds.
  @usableFromInline var fieldInterval: Scalar

  /// A filter before its first sample.
  @export(implementation)
  public init(parameters: VQFParameters<Scalar> = VQFParameters()) {
    self.parameters = parameters
    sampleGuard = SampleGuard()
    inertialFromBody = .identity
    levelFromInertial = .identity
    levelFromBodyEstimate = .identity
    lowPass = ButterworthLowPass(timeConstant: parameters.accelerometerTimeConstant)
    forceMemory = LowPassMemory(zero: .zero)
    rest = VQFRestDetector(parameters: parameters)
    biasEstimator = VQFBiasEstimator(parameters: parameters)
    headingCorrection = VQFHeadingCorrection(parameters: parameters)
    forceInterval = 0.0
    fieldInterval = 0.0
  }

  @export(implementation)
  public mutating func setParameters(_ parameters: VQFParameters<Scalar>) {
    var changed = Self(parameters: parameters)
    changed.replace(with: self, where: Scalar.Mask(repeating: true))
    changed.lowPass.set(timeConstant: parameters.accelerometerTimeConstant)
    changed.rest.rateLowPass.set(timeConstant: parameters.restFilterTimeConstant)
    changed.rest.forceLowPass.set(timeConstant: parameters.restFilterTimeConstant)
    changed.headingCorrection.lowPass.set(timeConstant: parameters.fieldTimeConstant)
    changed.headingCorrection.gainInterval = 0.0
    self = changed
  }

  @export(implementation)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> { advance(sample) }

  /// Strapdown integration (section 3.2).
  @export(implementation) @inline(__always)
  mutating func integrate(_ angularRate: Vector3<Scalar>, _ interval: Scalar) {
    forceInterval += interval
    fieldInterval += interval
    rest.observe(angularRate: angularRate, interval: interval)
    let turn = Rotation(rotationVector: (angularRate - biasEstimator.bias) * interval)
    inertialFromBody = inertialFromBody.turned(by: turn.quaternion)
  }

  /// Tilt correction (section 3.3), and what it says of the bias (section 3.4).
  @export(implementation) @inline(__always)
  mutating func level(_ specificForce: Vector3<Scalar>) {
    let interval = Scalar.minimum(forceInterval, Self.longestInterval)
    forceInterval = 0.0
    rest.observe(specificForce: specificForce, interval: interval)

    lowPass.advance(by: interval)
    let lowPassed = lowPass.filter(inertialFromBody.rotate(specificForce), &forceMemory)
    let correction = TiltCorrection(bringing: levelFromInertial.rotate(lowPassed))
    levelFromInertial = correction.applied(to: levelFromInertial)
    levelFromBodyEstimate = levelFromInertial * inertialFromBody
    biasEstimator.update(
      tiltCorrection: correction.sines, levelFromBody: levelFromBodyEstimate.matrix, lowPass: lowPass,
      interval: interval,
      lowPassedRate: rest.lowPassedRate, isAtRest: rest.isAtRest)
  }

  /// Heading correction (section 3.6).
  @export(implementation) @inline(__always)
  mutating func turnToNorth(_ magneticField: Vector3<Scalar>) {
    let interval = Scalar.minimum(fieldInterval, Self.longestInterval)
    fieldInterval = 0.0
    headingCorrection.update(
      levelField: levelFromBodyEstimate.rotate(magneticField), interval: interval,
      squaredRate: rest.lowPassedRate.squaredLength)
  }

  /// The longest interval of a sensor that was missing, s.
  @export(implementation) static var longestInterval: Scalar { 1.0 }

  /// Restarts tilt and heading after a gap; bias and reference field are kept.
  @export(implementation)
  mutating func restart(after gap: Scalar) {
    lowPass.restart()
    rest.restart()
    biasEstimator.widen(for: gap)
    headingCorrection.restart()
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&inertialFromBody, with: other.inertialFromBody)
    visitor.visit(&levelFromInertial, with: other.levelFromInertial)
    visitor.visit(&levelFromBodyEstimate, with: other.levelFromBodyEstimate)
    visitor.visit(&lowPass, with: other.lowPass)
    visitor.visit(&forceMemory, with: other.forceMemory)
    visitor.visit(&rest, with: other.rest)
    visitor.visit(&biasEstimator, with: other.biasEstimator)
    visitor.visit(&headingCorrection, with: other.headingCorrection)
    visitor.visit(&forceInterval, with: other.forceInterval, .nonnegative)
    visitor.visit(&fieldInterval, with: other.fieldInterval, .nonnegative)
  }
}

extension VQFFilter: SteppedFilter {
  @export(implementation) @inline(__always)
  public mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    let isUsed = .!admitted.outcome.isIntervalRejected
    let (angularRate, interval, gap) = (admitted.angularRate, admitted.interval, admitted.gap)
    let (specificForce, magneticField) = (admitted.specificForce, admitted.magneticField)
    modify(where: admitted.outcome.isAfterGap) { $0.restart(after: gap) }
    if admitted.hasInterval.isTrueInEveryLane {
      integrate(angularRate, interval)  // in place: a closure would be a call
    } else {
      modify(where: admitted.hasInterval) { $0.integrate(angularRate, interval) }
    }
    let levels = isUsed .& admitted.hasSpecificForce
    modify(where: levels) { $0.level(specificForce) }
    if !levels.isTrueInEveryLane { levelFromBodyEstimate = levelFromInertial * inertialFromBody }
    modify(where: isUsed .& admitted.hasMagneticField) { $0.turnToNorth(magneticField) }

    var outcome = admitted.outcome
    outcome.isAtRest = rest.isAtRest
    outcome.isInitializing = lowPass.isAveraging
    outcome.isHeadingUnknown = .!headingCorrection.hasHeading
    outcome.isFieldDisturbed = headingCorrection.isDisturbed .& admitted.hasMagneticField
    return outcome
  }
}

extension VQFFilter {
  /// The attitude in level axes, z up, from gyroscope and accelerometer: its heading starts near zero and drifts.
  @export(implementation) @inline(__always)
  public var levelFromBody: Rotation<Scalar> { levelFromBodyEstimate }

  /// The attitude in ENU; equal to `levelFromBody` before the first magnetic field.
  @export(implementation) @inline(__always)
  public var enuFromBody: Rotation<Scalar> { headingCorrection.applied(to: levelFromBody) }

  /// The angle about up that turns level into ENU, in radians; zero before the first magnetic field.
  @export(implementation)
  public var headingOffset: Scalar { headingCorrection.heading }

  @export(implementation)
  public var gyroscopeBias: Vector3<Scalar> { biasEstimator.bias }

  @export(implementation)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - biasEstimator.bias }
  /// Whether the sensor is at rest.
  @export(implementation)
  public var isAtRest: Scalar.Mask { rest.isAtRest }
}
