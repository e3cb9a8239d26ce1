import MotionSamples
import Rotations

/// Madgwick's gradient descent filter, with magnetometer (MARG) and without (IMU), sample by sample as they come.
///
/// One step down the gradient of the misfit of up and north corrects the integrated rate. The field's inclination is
/// taken from the field itself, so that its error reaches the heading only in the mean ("magnetic distortion
/// compensation"). The report works in a frame with x north and z up (NWU); the state is kept in it and turned into ENU
/// in `enuFromBody`. The report's quaternion S_E q turns body coordinates into NWU coordinates.
///
/// Differences from the report:
/// - A turn by more than 0.1 rad between samples is integrated exactly, so that slow sampling does not shorten it.
/// - The step ends at an eighth of the gradient, which is at most the distance to the minimum. The report's step has a
///   fixed length, for which a zero gradient has no direction, and at 10 Hz it oscillates by 2 degrees.
/// - The first sample sets the attitude, as does the first after a gap. An attitude exactly opposite to the measurement, where
///   the gradient vanishes, is tilted first.
///
/// Source: S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", internal
/// report, 2010.
/// The report's own form, against which this one is tested, is in Tests/AttitudeFiltersTests/Published/Transcriptions.swift.
@frozen
public struct MadgwickFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: MadgwickParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var nwuFromBody = Rotation<Scalar>(aboutZ: Scalar(-Double.pi / 2))
  @usableFromInline var bias: Vector3<Scalar> = .zero

  /// A filter before its first sample.
  @export(implementation)
  public init(parameters: MadgwickParameters<Scalar> = MadgwickParameters()) { self.parameters = parameters }

  @export(implementation) @inline(__always)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    start.forget(where: admitted.outcome.isAfterGap)
    let isStarting = findStart(admitted)
    advance(admitted, where: admitted.hasInterval .& .!isStarting)

    return start.outcome(of: admitted, isStarting: isStarting)
  }

  /// The first attitude is found in ENU.
  @export(implementation) @inline(__always)
  mutating func findStart(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    if start.isComplete { return Scalar.Mask(repeating: false) }
    let isStarting = start.canFind(admitted)
    if isStarting.isTrueInAnyLaneUnlikely {
      var enuFromBody = enuFromBody
      _ = start.find(&enuFromBody, admitted)
      nwuFromBody.replace(with: Rotation(aboutZ: Scalar(-Double.pi / 2)) * enuFromBody, where: isStarting)
    }
    return isStarting
  }

  @export(implementation) @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample, where mask: Scalar.Mask) {
    let measuredUp = admitted.measuredUp
    let step = parameters.gain * admitted.interval
    let before = nwuFromBody.optimizationBarrier
    let matrix = before.matrix
    let gradient = halfGradient(measuredUp, admitted, matrix)
    let squaredNorm = gradient.squaredNorm
    let norm = squaredNorm.squareRoot()
    if (parameters.biasGain .!= 0.0).isTrueInAnyLane {
      learnBias(gradient.vector, norm, step, admitted.interval, where: mask)
    }
    let halfTurn = (admitted.angularRate - bias) * (0.5 * admitted.interval)
    // step / norm, in which the division does not wait for the root; a quarter where the norm is zero.
    let divisor = Scalar.maximum(squaredNorm, Self.leastSquare)
    let scale = Scalar.minimum(norm * (step / divisor), 0.25)
    let squaredDescent = Scalar.minimum(step.squared, squaredNorm * 0.0625)
    let after = before.turned(byTwice: halfTurn, descending: gradient, scale, squaredDescent)
      .leavingOpposite(cosine: matrix.row2.dot(measuredUp))
    nwuFromBody.replace(with: after, where: mask)
  }

  /// The least square of a gradient by which a step is divided: below it, the gradient is rounding.
  @export(implementation) static var leastSquare: Scalar { 1e-30 }

  /// The bias is the integral of the rate of the descent (equations 47 to 49).
  @export(implementation) @inline(__always)
  mutating func learnBias(
    _ gradient: Vector3<Scalar>, _ norm: Scalar, _ step: Scalar, _ interval: Scalar, where mask: Scalar.Mask
  ) {
    let rateError = gradient * (2.0 / Scalar.maximum(norm, 4.0 * step))
    let learnt = (bias + rateError * (parameters.biasGain * interval)).clamped(to: parameters.biasLimit)
    bias.replace(with: learnt, where: mask)
  }

  /// The gradient Jᵀ f of half the squared misfit f, predicted less measured, of up and of the field (equations 25, 26, 29,
  /// 30, 45 and 46). Missing readings, which are zero, add nothing.
  ///
  /// In body axes, as q* ⊗ Jᵀ f / 2, it is short: the vector part is predicted × measured, the real part f · (predicted -
  /// reference), since the entries of the rotation's matrix are of second degree in q except for the ones on the diagonal.
  /// The references are (0, 0, 1) and (bx, 0, bz) with the inclination of the measured field, a unit vector: bx² = 1 - bz².
  /// The real part is multiplied out; one product waits for the root.
  @export(implementation) @inline(__always)
  func halfGradient(
    _ measuredUp: Vector3<Scalar>, _ admitted: SampleGuard<Scalar>.AdmittedSample, _ matrix: Matrix3<Scalar>
  ) -> Quaternion<Scalar> {
    let (north, up) = (matrix.row0, matrix.row2)
    let cosine = up.dot(measuredUp)
    let hasForce = Scalar.zero.replacing(with: 1.0, where: admitted.hasSpecificForce)
    guard admitted.hasMagneticField.isTrueInAnyLane else {
      let real = (1.0 - up.z) * hasForce + (measuredUp.z - cosine)
      return Quaternion(real: real, vector: up.cross(measuredUp)).optimizationBarrier
    }
    let field = admitted.measuredFieldDirection
    let hasField = Scalar.zero.replacing(with: 1.0, where: admitted.hasMagneticField)
    let bz = up.dot(field)
    let squaredBz = bz * bz
    let squaredBx = Scalar.maximum(hasField - squaredBz, 0.0)
    let bx = squaredBx.squareRoot()
    let perBx = field.x - north.dot(field) - bz * (up.x + north.z)
    // The measured up, and the field's vertical part along the field.
    let vertical = measuredUp.adding(field, times: bz).optimizationBarrier
    let weight = hasForce + squaredBz
    let constant = (1.0 - up.z) * weight + (1.0 - north.x) * squaredBx + (vertical.z - (cosine + squaredBz))
    return Quaternion(
      real: Scalar.multiplyAdd(bx, perBx, constant), vector: up.cross(vertical).adding(north.cross(field), times: bx)
    ).optimizationBarrier
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&start, with: other.start)
    visitor.visit(&nwuFromBody, with: other.nwuFromBody)
    visitor.visit(&bias, with: other.bias)
  }
}

extension MadgwickFilter {
  /// The attitude in ENU, a quarter turn about up from NWU; without a magnetometer the heading is free.
  @export(implementation) @inline(__always)
  public var enuFromBody: Rotation<Scalar> {
    let q = nwuFromBody.quaternion.optimizationBarrier
    let half = Scalar(0.5.squareRoot())
    return Rotation(
      unchecked: Quaternion(
        w: (q.w - q.z) * half, x: (q.x - q.y) * half, y: (q.x + q.y) * half, z: (q.w + q.z) * half))
  }

  @export(implementation) @inline(__always)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @export(implementation) @inline(__always)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }
}

/// The tuning parameters of `MadgwickFilter`.
@frozen
public struct MadgwickParameters<Scalar: RealLanes>: Sendable {
  /// β: how fast the attitude is drawn towards accelerometer and magnetometer, rad/s (as a rate of the quaternion: half
  /// the angle). Default 0.1. Zero rests on the gyroscope alone; large follows every acceleration.
  public var gain: Scalar = 0.1
  /// ζ: how fast the bias of the gyroscope is learned, rad/s². Default 0: no bias is estimated. Large takes accelerations
  /// and magnetic disturbances for bias; a gyroscope that drifts by 0.2 degrees/s in a second asks for 0.003.
  public var biasGain: Scalar = 0.0
  /// The largest bias about each axis, rad/s. Default 3 degrees/s. Large lets lasting disturbances wind the estimate up.
  public var biasLimit: Scalar = .degrees(3.0)

  /// The default parameters.
  @export(implementation)
  public init() {}

  /// The same parameters in another number type, rounded to it; in lanes the same for every lane.
  @export(implementation)
  public init<Other: LaneElement>(_ other: MadgwickParameters<Other>) { self.init(converting: other) }
}

extension MadgwickParameters: NamedParameters {
  @export(implementation)
  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    visitor.number(
      "gain", "rad/s", 0...1000, &gain,
      "Beta: how fast the attitude is drawn towards accelerometer and magnetometer. 0 rests on the gyroscope alone; large follows every acceleration."
    )
    visitor.number(
      "bias_gain", "rad/s^2", .positive, &biasGain,
      "Zeta: how fast the bias of the gyroscope is learned. 0 estimates none; large takes accelerations for bias.")
    visitor.number(
      "bias_limit", "rad/s", .positive, &biasLimit,
      "The estimate of the bias is kept within plus and minus this about every axis.")
  }
}
