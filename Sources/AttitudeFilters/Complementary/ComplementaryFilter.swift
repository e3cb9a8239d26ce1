import MotionSamples
import Rotations

/// Valenti's quaternion complementary filter, with adaptive gain and bias at rest.
///
/// The rate is integrated; a part of the rotation that makes the specific force point up corrects the tilt, then a part
/// of the turn about up that makes the field point north corrects the heading. So the magnetometer never reaches the
/// tilt. The paper's quaternion leads from earth to body and its earth has x north; here both steps are written for
/// body to ENU, and the attitude is kept as a level part and a turn about up: a turn about up carries the tilt correction
/// along unchanged, so the next sample's tilt need not wait for this one's heading. The parts have no singular direction, and a zero reading corrects nothing. The first sample sets the
/// attitude, as does the first after a gap.
///
/// Source: R. Valenti, I. Dryanovski, J. Xiao, "Keeping a good attitude: a quaternion-based orientation filter for IMUs
/// and MARGs", Sensors 15(8), 2015, 19302-19330, section 5.
@frozen
public struct ComplementaryFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: ComplementaryParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  public var levelFromBody: Rotation<Scalar> = .identity
  @usableFromInline var heading = HeadingTurn<Scalar>()
  @usableFromInline var bias: Vector3<Scalar> = .zero
  @usableFromInline var previousRate: Vector3<Scalar> = .zero
  @usableFromInline var isAtRest = Scalar.Mask(repeating: false)
  @usableFromInline var shares = CorrectionShares<Scalar>()
  /// The deviation of the specific force from which on there is no tilt correction, m/s², and how fast it fades up to there.
  @usableFromInline let zeroGainDeviation: Scalar
  @usableFromInline let gainSlope: Scalar

  /// A filter before its first sample.
  @inlinable
  public init(parameters: ComplementaryParameters<Scalar> = ComplementaryParameters()) {
    self.parameters = parameters
    zeroGainDeviation = parameters.zeroGainDeviation * parameters.gravity
    gainSlope = 1.0 / (zeroGainDeviation - parameters.fullGainDeviation * parameters.gravity)
  }

  @inlinable
  public mutating func reset() { self = Self(parameters: parameters) }

  @inlinable @inline(__always)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample.optimizationBarrier)
    start.forget(where: admitted.outcome.isAfterGap)
    let isStarting = findStart(admitted)
    advance(admitted, where: admitted.hasInterval .& .!isStarting)

    var outcome = admitted.outcome
    outcome.isInitializing = isStarting .| .!start.hasTilt
    outcome.isAtRest = isAtRest
    return outcome
  }

  /// What is found is the whole attitude.
  @inlinable @inline(__always)
  mutating func findStart(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    if start.isComplete { return Scalar.Mask(repeating: false) }
    let isStarting = start.canFind(admitted)
    if isStarting.isTrueInAnyLaneUnlikely {
      var attitude = enuFromBody.optimizationBarrier
      _ = start.find(&attitude, admitted)
      levelFromBody.replace(with: attitude.optimizationBarrier, where: isStarting)
      heading.replace(with: HeadingTurn(), where: isStarting)
    }
    return isStarting
  }

  @inlinable @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample, where mask: Scalar.Mask) {
    let interval = admitted.interval
    shares.set(interval, parameters)
    let forceLength = admitted.squaredSpecificForce.squareRoot()
    let deviation = (forceLength - parameters.gravity).absoluteValue
    let rate = unbiasedRate(admitted, deviation, where: mask)
    let turn = Rotation(rotationVector: (rate * interval).optimizationBarrier)
    let predicted = (levelFromBody.optimizationBarrier * turn).optimizationBarrier
    let levelFromBodyBefore = predicted.matrix

    let twiceUp = (levelFromBodyBefore * (admitted.specificForce * (2.0 / forceLength)).optimizationBarrier).optimizationBarrier
    let share = Scalar.zero.replacing(with: tiltShare(deviation), where: admitted.hasSpecificForce)
    let tilt = PartialTilt(share.optimizationBarrier, bringing: twiceUp)
    levelFromBody.replace(with: tilt.applied(to: predicted).optimizationBarrier, where: mask)

    guard admitted.hasMagneticField.isTrueInAnyLane else { return }
    let field = tilt.rotateLevel((levelFromBodyBefore * admitted.magneticField).optimizationBarrier)
    let turned = heading.optimizationBarrier.turned(part: shares.heading, bringingToNorth: field).optimizationBarrier
    heading.replace(with: turned, where: mask .& admitted.hasMagneticField)
  }

  /// Section 5.3: at rest, the rate is low-passed into the bias. The rate without the bias is what is integrated.
  @inlinable @inline(__always)
  mutating func unbiasedRate(
    _ admitted: SampleGuard<Scalar>.AdmittedSample, _ deviation: Scalar, where mask: Scalar.Mask
  ) -> Vector3<Scalar> {
    let angularRate = admitted.angularRate
    var rate = (angularRate - bias).optimizationBarrier
    guard parameters.estimatesBias else { return rate }
    let isQuiet =
      admitted.hasSpecificForce .& (deviation .<= parameters.restForceThreshold)
      .& ((angularRate - previousRate).optimizationBarrier.largestMagnitude .<= parameters.restRateChangeThreshold)
      .& (rate.largestMagnitude .<= parameters.restRateThreshold)
    previousRate.replace(with: angularRate, where: mask)
    isAtRest.replace(with: isQuiet, where: mask)
    if (isQuiet .& mask).isTrueInAnyLane {
      bias.replace(with: bias.adding(rate, times: shares.bias), where: isQuiet .& mask)
      rate = (angularRate - bias).optimizationBarrier
    }
    return rate
  }

  /// Sections 5.2.1 and 5.2.2: how much of the shortest rotation that makes the specific force point up is taken.
  @inlinable @inline(__always)
  func tiltShare(_ deviation: Scalar) -> Scalar {
    parameters.adaptsGain ? shares.tilt * gainFactor(deviation) : shares.tilt
  }

  /// Section 5.2.3: 1 for a specific force as long as gravity, falling in a straight line to 0 between two thresholds.
  @inlinable @inline(__always)
  func gainFactor(_ deviation: Scalar) -> Scalar {
    ((zeroGainDeviation - deviation) * gainSlope).clamped(0.0, 1.0)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    sampleGuard.replace(with: other.sampleGuard, where: mask)
    start.replace(with: other.start, where: mask)
    levelFromBody.replace(with: other.levelFromBody, where: mask)
    heading.replace(with: other.heading, where: mask)
    bias.replace(with: other.bias, where: mask)
    previousRate.replace(with: other.previousRate, where: mask)
    isAtRest.replace(with: other.isAtRest, where: mask)
    shares.replace(with: other.shares, where: mask)
  }
}

extension ComplementaryFilter {
  @inlinable @inline(__always)
  public var enuFromBody: Rotation<Scalar> { heading.optimizationBarrier.applied(to: levelFromBody.optimizationBarrier) }
  @inlinable
  public var headingOffset: Scalar { 2.0 * Scalar.arcTangent(y: heading.halfSine, x: heading.halfCosine) }
  @inlinable @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @inlinable @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}
