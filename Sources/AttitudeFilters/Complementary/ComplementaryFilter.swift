import MotionSamples
import Rotations

/// Valenti's quaternion complementary filter, with adaptive gain and bias at rest.
///
/// The rate is integrated; a part of the rotation that makes the specific force point up corrects the tilt, then a part
/// of the turn about up that makes the field point north corrects the heading. So the magnetometer never reaches the
/// tilt. The paper's quaternion leads from earth to body and its earth has x north; here both steps are written for
/// body to ENU. The parts have no singular direction, and a zero reading corrects nothing. The first sample sets the
/// attitude, as does the first after a gap.
///
/// Source: R. Valenti, I. Dryanovski, J. Xiao, "Keeping a good attitude: a quaternion-based orientation filter for IMUs
/// and MARGs", Sensors 15(8), 2015, 19302-19330, section 5.
@frozen
public struct ComplementaryFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: ComplementaryParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var attitude: Rotation<Scalar> = .identity
  @usableFromInline var bias: Vector3<Scalar> = .zero
  @usableFromInline var previousRate: Vector3<Scalar> = .zero
  @usableFromInline var isAtRest = Scalar.Mask(repeating: false)

  /// A filter before its first sample.
  @inlinable
  public init(parameters: ComplementaryParameters<Scalar> = ComplementaryParameters()) { self.parameters = parameters }

  @inlinable
  public mutating func reset() { self = Self(parameters: parameters) }

  @inlinable
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    start.forget(where: admitted.outcome.isAfterGap)
    let found = start.find(&attitude, admitted)
    let isStarting = found.tilt .| found.heading
    let (angularRate, interval) = (admitted.angularRate, admitted.interval)
    let (specificForce, magneticField) = (admitted.specificForce, admitted.magneticField)
    modify(where: admitted.hasInterval .& .!isStarting) {
      $0.advance(angularRate, specificForce, magneticField, interval)
    }

    var outcome = admitted.outcome
    outcome.isInitializing = isStarting .| .!start.hasTilt
    outcome.isAtRest = isAtRest
    return outcome
  }

  @inlinable @inline(__always)
  mutating func advance(
    _ angularRate: Vector3<Scalar>, _ specificForce: Vector3<Scalar>, _ magneticField: Vector3<Scalar>,
    _ interval: Scalar
  ) {
    let forceLength = specificForce.length
    learnBias(angularRate, forceLength, interval)
    attitude = attitude.turned(by: Rotation(rotationVector: (angularRate - bias) * interval).quaternion)
    correctTilt(specificForce, forceLength, interval)
    correctHeading(magneticField, interval)
  }

  /// Section 5.3: at rest, the rate is low-passed into the bias.
  @inlinable @inline(__always)
  mutating func learnBias(_ angularRate: Vector3<Scalar>, _ forceLength: Scalar, _ interval: Scalar) {
    guard parameters.estimatesBias else { return }
    isAtRest =
      ((forceLength - parameters.gravity).absoluteValue .<= parameters.restForceThreshold)
      .& ((angularRate - previousRate).largestMagnitude .<= parameters.restRateChangeThreshold)
      .& ((angularRate - bias).largestMagnitude .<= parameters.restRateThreshold)
    previousRate = angularRate
    let share = interval / (parameters.biasTime + interval)
    bias.replace(with: bias + (angularRate - bias) * share, where: isAtRest)
  }

  /// Sections 5.2.1 and 5.2.2: a part of the shortest rotation that makes the specific force point up.
  @inlinable @inline(__always)
  mutating func correctTilt(_ specificForce: Vector3<Scalar>, _ length: Scalar, _ interval: Scalar) {
    let hasForce = length .> 0.0
    let correction = TiltCorrection(bringing: attitude.rotate(specificForce), length: length)
    var share = interval / (parameters.accelerometerTime + interval)
    if parameters.adaptsGain { share *= gainFactor(length) }
    attitude.replace(with: correction.fraction(share).applied(to: attitude), where: hasForce)
  }

  /// Section 5.2.3: 1 for a specific force as long as gravity, falling in a straight line to 0 between two thresholds.
  @inlinable @inline(__always)
  func gainFactor(_ length: Scalar) -> Scalar {
    let deviation = (length - parameters.gravity).absoluteValue
    let width = (parameters.zeroGainDeviation - parameters.fullGainDeviation) * parameters.gravity
    return ((parameters.zeroGainDeviation * parameters.gravity - deviation) / width).clamped(0.0, 1.0)
  }

  /// Section 5.2.4: a part of the turn about up that makes the field point north.
  @inlinable @inline(__always)
  mutating func correctHeading(_ magneticField: Vector3<Scalar>, _ interval: Scalar) {
    let field = attitude.rotate(magneticField)
    let length = (field.x * field.x + field.y * field.y).squareRoot()
    let hasHeading = length .> 0.0
    guard hasHeading.isTrueInAnyLane else { return }
    let inverse = 1.0 / length.replacing(with: 1.0, where: .!hasHeading)
    let share = interval / (parameters.magnetometerTime + interval)
    let turn = Rotation(aboutZWithSine: field.x * inverse, cosine: field.y * inverse).fraction(share)
    attitude.replace(with: turn * attitude, where: hasHeading)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    sampleGuard.replace(with: other.sampleGuard, where: mask)
    start.replace(with: other.start, where: mask)
    attitude.replace(with: other.attitude, where: mask)
    bias.replace(with: other.bias, where: mask)
    previousRate.replace(with: other.previousRate, where: mask)
    isAtRest.replace(with: other.isAtRest, where: mask)
  }
}

extension ComplementaryFilter {
  @inlinable @inline(__always)
  public var referenceFromBody: Rotation<Scalar> { attitude }
  @inlinable @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @inlinable @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}
