import MotionSamples
import Rotations

/// Madgwick's gradient descent filter, with magnetometer (MARG) and without (IMU), sample by sample as they come.
///
/// One step down the gradient of the misfit of up and north corrects the integrated rate. The field's inclination is
/// taken from the field itself, so that its error reaches the heading only in the mean ("magnetic distortion
/// compensation"). The report's earth frame has x north and z up (north, west, up); the state is kept in it and turned
/// into ENU once, in `referenceFromBody`. Its quaternion "of the earth relative to the sensor", S_E q, turns body
/// coordinates into earth coordinates.
///
/// What differs from the report, on purpose:
/// - A turn by more than 0.1 rad from sample to sample is integrated exactly, so that slow sampling does not shrink it.
/// - The step ends at an eighth of the gradient, which is at most the distance to the minimum: the report's step has a
///   fixed length, for which a zero gradient has no direction, and at 10 Hz it trembles by 2 degrees.
/// - The first sample sets the attitude, as does the first after a gap. The exact antipode is left by a nudge.
///
/// Source: S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", internal
/// report, 2010.
@frozen
public struct MadgwickFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: MadgwickParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var earthFromBody = Rotation<Scalar>(aboutZ: Scalar(-Double.pi / 2))
  @usableFromInline var bias: Vector3<Scalar> = .zero

  /// A filter before its first sample.
  @inlinable
  public init(parameters: MadgwickParameters<Scalar> = MadgwickParameters()) { self.parameters = parameters }

  @inlinable
  public mutating func reset() { self = Self(parameters: parameters) }

  @inlinable
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    start.forget(where: admitted.outcome.isAfterGap)
    let isStarting = findStart(admitted)
    let (angularRate, interval) = (admitted.angularRate, admitted.interval)
    let (specificForce, magneticField) = (admitted.specificForce, admitted.magneticField)
    modify(where: admitted.hasInterval .& .!isStarting) {
      $0.advance(angularRate, specificForce, magneticField, interval)
    }

    var outcome = admitted.outcome
    outcome.isInitializing = isStarting .| .!start.hasTilt
    return outcome
  }

  /// The first attitude is found in ENU.
  @inlinable @inline(__always)
  mutating func findStart(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    if start.isComplete { return Scalar.Mask(repeating: false) }
    let isStarting = start.canFind(admitted)
    if isStarting.isTrueInAnyLane {
      var attitude = referenceFromBody
      _ = start.find(&attitude, admitted)
      earthFromBody.replace(with: Rotation(aboutZ: Scalar(-Double.pi / 2)) * attitude, where: isStarting)
    }
    return isStarting
  }

  @inlinable @inline(__always)
  mutating func advance(
    _ angularRate: Vector3<Scalar>, _ specificForce: Vector3<Scalar>, _ magneticField: Vector3<Scalar>,
    _ interval: Scalar
  ) {
    let measuredUp = specificForce.directionOrZero
    let matrix = earthFromBody.leaveOpposite(of: measuredUp)
    let gradient = gradientOfUp(measuredUp, matrix) + gradientOfField(magneticField.directionOrZero, matrix)
    let norm = gradient.squaredNorm.squareRoot()
    let step = parameters.gain * interval
    if (parameters.biasGain .!= 0.0).isTrueInAnyLane {
      learnBias(boundedDirection(of: gradient, norm, step), interval)
    }
    let turn = Quaternion(stepBy: (angularRate - bias) * interval)
    descend(
      earthFromBody.quaternion * turn, gradient, (step / norm).replacing(with: 0.125, where: norm * 0.125 .<= step))
  }

  /// One step, and the norm back to 1 (equations 42 to 44). The norm is known before the difference is taken.
  @inlinable @inline(__always)
  mutating func descend(_ integrated: Quaternion<Scalar>, _ gradient: Quaternion<Scalar>, _ scale: Scalar) {
    let cross = scale * (scale * gradient.squaredNorm - 2.0 * gradient.dot(integrated))
    let correction = Scalar.inverseSquareRoot(onePlus: integrated.squaredNorm - 1.0 + cross)
    earthFromBody = Rotation(unchecked: integrated * correction - gradient * (scale * correction))
  }

  /// The unit vector of the gradient, or less where that times `step` would exceed an eighth of the gradient.
  @inlinable @inline(__always)
  func boundedDirection(of gradient: Quaternion<Scalar>, _ norm: Scalar, _ step: Scalar) -> Quaternion<Scalar> {
    let inverse = 1.0 / norm.replacing(with: 1.0, where: norm .== 0.0)
    let isNear = norm * 0.125 .< step
    return gradient * inverse.replacing(with: 0.125 / step, where: isNear)
  }

  /// The rate that the descent stands for, added up, is the bias (equations 47 to 49).
  @inlinable @inline(__always)
  mutating func learnBias(_ direction: Quaternion<Scalar>, _ interval: Scalar) {
    let rateError = (earthFromBody.quaternion.conjugate * direction).vector * 2.0
    bias = (bias + rateError * (parameters.biasGain * interval)).clamped(to: parameters.biasLimit)
  }

  /// The gradient Jᵀ f of half the squared misfit of up (equations 25 and 26): f is the predicted up in the body less the
  /// measured one. A zero vector has no part in it.
  @inlinable @inline(__always)
  func gradientOfUp(_ up: Vector3<Scalar>, _ matrix: Matrix3<Scalar>) -> Quaternion<Scalar> {
    let q = earthFromBody.quaternion
    let hasUp = up.squaredLength .> 0.0
    let doubled = (matrix.row2 - up) * Scalar.zero.replacing(with: 2.0, where: hasUp)
    let twiceZ = 2.0 * doubled.z
    return Quaternion(
      w: q.x * doubled.y - q.y * doubled.x,
      x: q.z * doubled.x + q.w * doubled.y - q.x * twiceZ,
      y: q.z * doubled.y - q.w * doubled.x - q.y * twiceZ,
      z: q.x * doubled.x + q.y * doubled.y)
  }

  /// The same of the field (equations 29, 30, 45 and 46): the reference b has the inclination of the measured field and
  /// lies in the plane of x and z. Of a zero vector it is zero.
  @inlinable @inline(__always)
  func gradientOfField(_ field: Vector3<Scalar>, _ matrix: Matrix3<Scalar>) -> Quaternion<Scalar> {
    let q = earthFromBody.quaternion
    let earthField = matrix * field
    let bx = Scalar.multiplyAdd(earthField.x, earthField.x, earthField.y * earthField.y).squareRoot()
    let bz = earthField.z
    let predicted = matrix.row0 * bx + matrix.row2 * bz
    let f = (predicted - field) * 2.0

    let (bxw, bxx, bxy, bxz) = (bx * q.w, bx * q.x, bx * q.y, bx * q.z)
    let (bzw, bzx, bzy, bzz) = (bz * q.w, bz * q.x, bz * q.y, bz * q.z)
    let w = bxy * f.z - bzy * f.x + (bzx - bxz) * f.y
    let x = bzz * f.x + (bxy + bzw) * f.y + (bxz - 2.0 * bzx) * f.z
    let y = (bxx + bzz) * f.y - (2.0 * bxy + bzw) * f.x + (bxw - 2.0 * bzy) * f.z
    let z = (bzx - 2.0 * bxz) * f.x + (bzy - bxw) * f.y + bxx * f.z
    return Quaternion(w: w, x: x, y: y, z: z)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    sampleGuard.replace(with: other.sampleGuard, where: mask)
    start.replace(with: other.start, where: mask)
    earthFromBody.replace(with: other.earthFromBody, where: mask)
    bias.replace(with: other.bias, where: mask)
  }
}

extension MadgwickFilter {
  /// The attitude in ENU, a quarter turn about up from the report's frame; without magnetometer with free heading.
  @inlinable @inline(__always)
  public var referenceFromBody: Rotation<Scalar> {
    let q = earthFromBody.quaternion
    let half = Scalar(0.5.squareRoot())
    return Rotation(
      unchecked: Quaternion(
        w: (q.w - q.z) * half, x: (q.x - q.y) * half, y: (q.x + q.y) * half, z: (q.w + q.z) * half))
  }

  @inlinable @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @inlinable @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}
