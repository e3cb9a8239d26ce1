import MotionSamples
import Rotations

/// Valenti's quaternion complementary filter, with adaptive gain and bias at rest.
///
/// The rate is integrated. Part of the rotation that makes the specific force point up corrects the tilt, then part
/// of the turn about up that makes the field point north corrects the heading, so the magnetometer never changes the tilt.
/// The paper's quaternion leads to the body from a frame with x north; here both steps lead from body to ENU. The
/// attitude is kept as a level part and a turn about up: the tilt correction does not depend on the heading, so the next
/// sample's tilt need not wait for this one's heading. The first sample sets the attitude, as does the first after a gap.
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
  /// The deviation of the specific force at which the tilt correction ends, m/s², and its slope up to there, s²/m.
  @usableFromInline let zeroGainDeviation: Scalar
  @usableFromInline let gainSlope: Scalar

  /// A filter before its first sample.
  @export(implementation)
  public init(parameters: ComplementaryParameters<Scalar> = ComplementaryParameters()) {
    self.parameters = parameters
    zeroGainDeviation = parameters.zeroGainDeviation * parameters.gravity
    gainSlope = 1.0 / (zeroGainDeviation - parameters.fullGainDeviation * parameters.gravity)
  }

  @export(implementation) @inline(__always)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    start.forget(where: admitted.outcome.isAfterGap)
    let isStarting = findStart(admitted)
    advance(admitted, where: admitted.hasInterval .& .!isStarting)

    var outcome = start.outcome(of: admitted, isStarting: isStarting)
    outcome.isAtRest = isAtRest
    return outcome
  }

  /// Sets the whole attitude.
  @export(implementation) @inline(__always)
  mutating func findStart(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    if start.isComplete { return Scalar.Mask(repeating: false) }
    let isStarting = start.canFind(admitted)
    if isStarting.isTrueInAnyLaneUnlikely {
      var enuFromBody = enuFromBody
      _ = start.find(&enuFromBody, admitted)
      levelFromBody.replace(with: enuFromBody.optimizationBarrier, where: isStarting)
      heading.replace(with: HeadingTurn(), where: isStarting)
    }
    return isStarting
  }

  @export(implementation) @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample, where mask: Scalar.Mask) {
    let interval = admitted.interval
    shares.set(interval, parameters)
    let forceLength = admitted.squaredSpecificForce.squareRoot()
    let deviation = (forceLength - parameters.gravity).absoluteValue
    let rate = unbiasedRate(admitted, deviation, where: mask)
    let predicted = levelFromBody.turned(at: rate, over: interval)
    let levelFromBodyBefore = predicted.matrix

    let twiceUp = levelFromBodyBefore.rotate(admitted.specificForce * (2.0 / forceLength))
    let share = Scalar.zero.replacing(with: tiltShare(deviation), where: admitted.hasSpecificForce)
    let tilt = PartialTilt(share, bringing: twiceUp)
    levelFromBody.replace(with: tilt.applied(to: predicted), where: mask)

    guard admitted.hasMagneticField.isTrueInAnyLane else { return }
    let field = tilt.rotateLevel(levelFromBodyBefore.rotate(admitted.magneticField))
    let turned = heading.turned(part: shares.heading, bringingToNorth: field)
    heading.replace(with: turned, where: mask .& admitted.hasMagneticField)
  }

  /// The rate without the bias, rad/s. At rest it is low-passed into the bias (section 5.3).
  @export(implementation) @inline(__always)
  mutating func unbiasedRate(
    _ admitted: SampleGuard<Scalar>.AdmittedSample, _ deviation: Scalar, where mask: Scalar.Mask
  ) -> Vector3<Scalar> {
    let angularRate = admitted.angularRate
    var rate = Self.difference(angularRate, bias)
    guard parameters.estimatesBias else { return rate }
    let isQuiet =
      admitted.hasSpecificForce .& (deviation .<= parameters.restForceThreshold)
      .& (Self.difference(angularRate, previousRate).largestMagnitude .<= parameters.restRateChangeThreshold)
      .& (rate.largestMagnitude .<= parameters.restRateThreshold)
    previousRate.replace(with: angularRate, where: mask)
    isAtRest.replace(with: isQuiet, where: mask)
    if (isQuiet .& mask).isTrueInAnyLane {
      bias.replace(with: bias.adding(rate, times: shares.bias), where: isQuiet .& mask)
      rate = Self.difference(angularRate, bias)
    }
    return rate
  }

  /// The difference of two rates behind an optimization barrier, without which it costs 1 % more instructions.
  @export(implementation) @inline(__always)
  static func difference(_ left: Vector3<Scalar>, _ right: Vector3<Scalar>) -> Vector3<Scalar> {
    (left - right).optimizationBarrier
  }

  /// The share of the shortest rotation that makes the specific force point up (sections 5.2.1 and 5.2.2).
  @export(implementation) @inline(__always)
  func tiltShare(_ deviation: Scalar) -> Scalar {
    parameters.adaptsGain ? shares.tilt * gainFactor(deviation) : shares.tilt
  }

  /// 1 for a specific force as long as gravity, falling linearly to 0 between two thresholds (section 5.2.3).
  @export(implementation) @inline(__always)
  func gainFactor(_ deviation: Scalar) -> Scalar {
    ((zeroGainDeviation - deviation) * gainSlope).clamped(0.0, 1.0)
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&start, with: other.start)
    visitor.visit(&levelFromBody, with: other.levelFromBody)
    visitor.visit(&heading, with: other.heading)
    visitor.visit(&bias, with: other.bias)
    visitor.visit(&previousRate, with: other.previousRate)
    visitor.visit(&isAtRest, with: other.isAtRest)
    visitor.visit(&shares, with: other.shares)
  }
}

extension ComplementaryFilter {
  @export(implementation) @inline(__always)
  public var enuFromBody: Rotation<Scalar> { heading.applied(to: levelFromBody) }
  @export(implementation) @inline(__always)
  public var hasFiniteAttitude: Scalar.Mask {
    (levelFromBody.quaternion.sum + heading.halfSine + heading.halfCosine).isFiniteInLane
  }
  @export(implementation)
  public var headingOffset: Scalar { 2.0 * Scalar.arcTangent(y: heading.halfSine, x: heading.halfCosine) }
  @export(implementation) @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @export(implementation) @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}

/// The share of each correction in an interval: t / (T + t) for the time constant T. Recomputed only when the interval
/// changes, which saves three divisions.
@frozen @usableFromInline
struct CorrectionShares<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var interval: Scalar = 0.0
  @usableFromInline var tilt: Scalar = 0.0
  @usableFromInline var heading: Scalar = 0.0
  @usableFromInline var bias: Scalar = 0.0

  @export(implementation) @inline(__always)
  init() {}

  @export(implementation) @inline(__always)
  mutating func set(_ newInterval: Scalar, _ parameters: ComplementaryParameters<Scalar>) {
    guard (newInterval .!= interval).isTrueInAnyLane else { return }
    interval = newInterval
    tilt = newInterval / (parameters.accelerometerTime + newInterval)
    heading = newInterval / (parameters.magnetometerTime + newInterval)
    bias = newInterval / (parameters.biasTime + newInterval)
  }

  @export(implementation) @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&interval, with: other.interval, .nonnegative)
    visitor.visit(&tilt, with: other.tilt, .nonnegative)
    visitor.visit(&heading, with: other.heading, .nonnegative)
    visitor.visit(&bias, with: other.bias, .nonnegative)
    visitor.check((tilt .<= 1.0) .& (heading .<= 1.0) .& (bias .<= 1.0))
  }
}
