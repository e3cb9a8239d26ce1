import MotionSamples
import Rotations

/// Mahony's explicit complementary filter on the group of rotations, with integral bias.
///
/// The cross products of measured and predicted directions are a rate that turns the estimate towards the measurement;
/// its integral is the bias of the gyroscope. The paper takes the directions of up and of the field as known. Up is +z;
/// of the field the inclination is taken from the field itself and its horizontal part lies to the north, +y.
///
/// A turn by more than 0.1 rad from sample to sample is integrated exactly, so that slow sampling does not shrink it. The
/// first sample sets the attitude, as does the first after a gap. The exact antipode, where a cross product shows nothing,
/// is left by a nudge.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear complementary filters on the special orthogonal group", IEEE
/// Transactions on Automatic Control 53(5), 2008, equations 32 to 34 and 48.
@frozen
public struct MahonyFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: MahonyParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var attitude: Rotation<Scalar> = .identity
  @usableFromInline var bias: Vector3<Scalar> = .zero

  /// A filter before its first sample.
  @inlinable
  public init(parameters: MahonyParameters<Scalar> = MahonyParameters()) { self.parameters = parameters }

  @inlinable
  public mutating func reset() { self = Self(parameters: parameters) }

  @inlinable
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    start.forget(where: admitted.outcome.isAfterGap)
    let found = start.find(&attitude, admitted)
    let isStarting = found.tilt .| found.heading
    modify(where: admitted.hasInterval .& .!isStarting) { $0.advance(admitted) }

    var outcome = admitted.outcome
    outcome.isInitializing = isStarting .| .!start.hasTilt
    return outcome
  }

  @inlinable @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample) {
    let measuredUp = admitted.specificForce.directionOrZero
    attitude.leaveOpposite(of: measuredUp)
    let error =
      upError(measuredUp) * parameters.accelerometerWeight
      + fieldError(admitted.magneticField.directionOrZero) * parameters.magnetometerWeight
    bias = (bias - error * (parameters.biasGain * admitted.interval)).clamped(to: parameters.biasLimit)
    let rate = admitted.angularRate - bias + error * parameters.gain
    let turn = Quaternion(stepBy: rate * admitted.interval)
    attitude = Rotation(scalingToUnit: attitude.quaternion * turn)
  }

  /// v × v̂ for up, in the body.
  @inlinable @inline(__always)
  func upError(_ measuredUp: Vector3<Scalar>) -> Vector3<Scalar> {
    measuredUp.cross(attitude.inverse.rotate(.unitZ))
  }

  /// v × v̂ for the field, in the body.
  @inlinable @inline(__always)
  func fieldError(_ measuredField: Vector3<Scalar>) -> Vector3<Scalar> {
    let field = attitude.rotate(measuredField)
    let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
    let predicted = attitude.inverse.rotate(Vector3(x: 0.0, y: horizontal, z: field.z))
    return measuredField.cross(predicted)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    sampleGuard.replace(with: other.sampleGuard, where: mask)
    start.replace(with: other.start, where: mask)
    attitude.replace(with: other.attitude, where: mask)
    bias.replace(with: other.bias, where: mask)
  }
}

extension MahonyFilter {
  @inlinable
  public var referenceFromBody: Rotation<Scalar> { attitude }
  @inlinable
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @inlinable
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}
