import Rotations

/// The work of the default filter at every sample: averages for the detection of rest, strapdown integration, and the sums of the
/// next step (TheDefaultFilter.md, equations 5 and 7 to 9).
@frozen @usableFromInline
struct StrapdownIntegrator<let stateCount: Int, Scalar: RealLanes>: VisitableState, Sendable {
  /// Turns body coordinates into level coordinates.
  @usableFromInline var levelFromBody: Rotation<Scalar> = .identity
  @usableFromInline var gyroscopeErrors = GyroscopeErrors<Scalar>()
  /// The last angular rate without the gyroscope's errors, rad/s.
  @usableFromInline var lastRate: Vector3<Scalar> = .zero
  @usableFromInline var restDetector = RestDetector<Scalar>()
  @usableFromInline var standstill = StandstillMonitor<Scalar>()
  @usableFromInline var increment = MotionIncrement<Scalar>()

  @usableFromInline var previousRotationVector: Vector3<Scalar> = .zero

  /// The silence of the gyroscope that ends rest, s.
  @export(implementation) static var longestSilenceOfRest: Scalar { 0.1 }

  /// Level, at the start of an increment.
  @export(implementation)
  init() {}

  /// Adds one sample to the attitude and to the increment.
  @export(implementation) @inline(__always)
  mutating func advance(
    _ admitted: SampleGuard<Scalar>.AdmittedSample, frozenTime: Scalar, isClipped: Scalar.Mask,
    isRateClipped: Scalar.Mask, _ rest: RestDetectorParameters<Scalar>
  ) {
    standstill.follow(admitted, quietTime: restDetector.quietTime)
    restDetector.update(
      angularRate: admitted.angularRate, specificForce: admitted.specificForce,
      hasSpecificForce: admitted.hasSpecificForce, interval: admitted.interval, parameters: rest)
    lastRate =
      stateCount > 11
      ? gyroscopeErrors.correctingAll(of: admitted.angularRate)
      : gyroscopeErrors.correctingBiasAndScale(of: admitted.angularRate)
    integrate(lastRate * admitted.interval)
    increment.add(
      levelFromBody: levelFromBody.matrix, angularRate: lastRate, interval: admitted.interval,
      specificForce: admitted.specificForce, hasSpecificForce: admitted.hasSpecificForce,
      isClipped: isClipped, isRateClipped: isRateClipped, magneticField: admitted.magneticField,
      hasMagneticField: admitted.hasMagneticField)
    let silence = Scalar.maximum(admitted.silence, frozenTime)
    if (silence .> 0.0).isTrueInAnyLaneUnlikely {
      restDetector.interrupt(where: silence .> Self.longestSilenceOfRest)
      increment.squaredSilence += 2.0 * silence * admitted.interval
    }
  }

  /// Strapdown integration with the two-sample coning term (equation 8; P. Savage, "Strapdown inertial navigation
  /// integration algorithm design", 1998).
  @export(implementation) @inline(__always)
  mutating func integrate(_ rotationVector: Vector3<Scalar>) {
    let coning = previousRotationVector.cross(rotationVector) * (1.0 / 12.0)
    levelFromBody = (levelFromBody * Rotation(rotationVector: rotationVector + coning)).renormalized
    previousRotationVector = rotationVector
  }

  /// Judges whether the readings stand still, in a step (equations 37 and 38).
  @export(implementation) @inline(__always)
  mutating func judgeStandstill(_ readings: ReadingChecks<Scalar>, interval: Scalar, averagingTime: Scalar) {
    let gain = interval / (averagingTime + interval)
    standstill.judge(restDetector, readings, gain: gain, duration: increment.duration)
  }

  /// Whether the readings have been quiet for the time of a rest, and stand still.
  @export(implementation) @inline(__always)
  var isStanding: Scalar.Mask { standstill.isStanding .& restDetector.isAtRest }

  /// Selects the sign of the quaternion for which the attitude in another frame has a positive real part.
  @export(implementation)
  mutating func makeRealPartPositive(in outerFromLevel: Rotation<Scalar>, where mask: Scalar.Mask) {
    let isNegative = (outerFromLevel * levelFromBody).quaternion.w .< 0.0
    levelFromBody.replace(with: Rotation(unchecked: -levelFromBody.quaternion), where: mask .& isNegative)
  }

  /// Turns the attitude in level axes; the increment stays.
  @export(implementation) @inline(__always)
  mutating func turn(by correction: Rotation<Scalar>) { levelFromBody = (correction * levelFromBody).renormalized }

  /// The largest scale error and cross-axis term (equation 49).
  @export(implementation) static var largestScale: Scalar { 0.05 }

  /// Adds the correction of a step to the gyroscope's errors (equation 49).
  @export(implementation) @inline(__always)
  mutating func correctGyroscope(by errors: ErrorState<stateCount, Scalar>, biasLimit: Scalar) {
    gyroscopeErrors.bias = (gyroscopeErrors.bias + errors.biasCorrection).clamped(to: biasLimit)
    gyroscopeErrors.scale = (gyroscopeErrors.scale + errors.scaleCorrection).clamped(to: Self.largestScale)
    if stateCount > 11 {
      gyroscopeErrors.crossAxis = (gyroscopeErrors.crossAxis + errors.crossAxisCorrection)
        .clamped(to: Self.largestScale)
    }
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&levelFromBody, with: other.levelFromBody)
    visitor.visit(&gyroscopeErrors, with: other.gyroscopeErrors)
    visitor.visit(&lastRate, with: other.lastRate)
    visitor.visit(&restDetector, with: other.restDetector)
    visitor.visit(&standstill, with: other.standstill)
    visitor.visit(&increment, with: other.increment)
    visitor.visit(&previousRotationVector, with: other.previousRotationVector)
  }
}

/// The gyroscope errors that the default filter estimates: true rate = (I - E)(measured rate - bias). E is symmetric with the
/// scale errors on its diagonal and the cross-axis terms beside it (equation 8).
@frozen @usableFromInline
struct GyroscopeErrors<Scalar: RealLanes>: VisitableState, Sendable {
  /// The bias, rad/s.
  @usableFromInline var bias: Vector3<Scalar> = .zero
  /// The relative scale errors.
  @usableFromInline var scale: Vector3<Scalar> = .zero
  /// The cross-axis terms of x with y, x with z, and y with z.
  @usableFromInline var crossAxis: Vector3<Scalar> = .zero

  @export(implementation)
  init() {}

  /// The rate without bias and scale error.
  @export(implementation) @inline(__always)
  func correctingBiasAndScale(of angularRate: Vector3<Scalar>) -> Vector3<Scalar> {
    let unbiased = angularRate - bias
    return unbiased - unbiased.timesElementwise(scale)
  }

  /// The rate without bias, scale and cross-axis error.
  @export(implementation) @inline(__always)
  func correctingAll(of angularRate: Vector3<Scalar>) -> Vector3<Scalar> {
    let unbiased = angularRate - bias
    let cross = Vector3(
      x: crossAxis.x * unbiased.y + crossAxis.y * unbiased.z,
      y: crossAxis.x * unbiased.x + crossAxis.z * unbiased.z,
      z: crossAxis.y * unbiased.x + crossAxis.z * unbiased.y)
    return unbiased - unbiased.timesElementwise(scale) - cross
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&bias, with: other.bias)
    visitor.visit(&scale, with: other.scale)
    visitor.visit(&crossAxis, with: other.crossAxis)
  }
}
