import Rotations

/// The work of the default filter at every sample: rest and clipping detection, strapdown integration, and the sums of the
/// next step (TheDefaultFilter.md, equations 3 to 9).
@frozen @usableFromInline
struct StrapdownIntegrator<let stateCount: Int, Scalar: RealLanes>: VisitableState, Sendable {
  /// Turns body coordinates into level coordinates.
  @usableFromInline var levelFromBody: Rotation<Scalar> = .identity
  @usableFromInline var gyroscopeErrors = GyroscopeErrors<Scalar>()
  /// The last angular rate without the gyroscope's errors, rad/s.
  @usableFromInline var lastRate: Vector3<Scalar> = .zero
  @usableFromInline var restDetector = RestDetector<Scalar>()
  @usableFromInline var isClipped = Scalar.Mask(repeating: false)
  @usableFromInline var isRateClipped = Scalar.Mask(repeating: false)
  @usableFromInline var increment = MotionIncrement<Scalar>()

  @usableFromInline var clippingDetector = ClippingDetector<Scalar>()
  @usableFromInline var rateClippingDetector = ClippingDetector<Scalar>()
  @usableFromInline var previousRotationVector: Vector3<Scalar> = .zero

  /// The smallest readings that can be clipped, m/s² and rad/s (equation 5).
  @inlinable static var leastClippedForce: Scalar { 1.5 * Scalar.nominalGravity }
  @inlinable static var leastClippedRate: Scalar { .degrees(240.0) }

  /// Level, at the start of an increment.
  @inlinable
  init() {}

  /// Adds one sample to the attitude and to the increment.
  @inlinable @inline(__always)
  mutating func advance(_ admitted: SampleGuard<Scalar>.AdmittedSample, _ rest: RestDetectorParameters<Scalar>) {
    restDetector.update(
      angularRate: admitted.angularRate, specificForce: admitted.specificForce,
      hasSpecificForce: admitted.hasSpecificForce, interval: admitted.interval, parameters: rest)
    isClipped = clippingDetector.update(
      admitted.specificForce, least: Self.leastClippedForce, isPresent: admitted.hasSpecificForce)
    isRateClipped = rateClippingDetector.update(
      admitted.angularRate, least: Self.leastClippedRate, isPresent: admitted.hasInterval)

    lastRate =
      stateCount > 11
      ? gyroscopeErrors.correctingAll(of: admitted.angularRate)
      : gyroscopeErrors.correctingBiasAndScale(of: admitted.angularRate)
    let rotationVector = lastRate * admitted.interval
    integrate(rotationVector)
    let rotation = levelFromBody.matrix
    increment.add(
      levelFromBody: rotation, rotationVector: rotationVector, interval: admitted.interval,
      specificForce: admitted.specificForce, hasSpecificForce: admitted.hasSpecificForce, isClipped: isClipped,
      isRateClipped: isRateClipped, magneticField: admitted.magneticField, hasMagneticField: admitted.hasMagneticField)
    if (admitted.silence .> 0.0).isTrueInAnyLaneUnlikely {
      restDetector.interrupt(where: admitted.silence .> SampleGuard<Scalar>.longestExtrapolation)
      increment.squaredSilence += 2.0 * admitted.silence * admitted.interval
    }
    if stateCount > 11 { increment.addCrossAxis(levelFromBody: rotation, rotationVector: rotationVector) }
  }

  /// Strapdown integration with the two-sample coning term (equation 7; P. Savage, "Strapdown inertial navigation
  /// integration algorithm design", 1998).
  @inlinable @inline(__always)
  mutating func integrate(_ rotationVector: Vector3<Scalar>) {
    let coning = previousRotationVector.cross(rotationVector) * (1.0 / 12.0)
    levelFromBody = (levelFromBody * Rotation(rotationVector: rotationVector + coning)).renormalized
    previousRotationVector = rotationVector
  }

  /// Selects the sign of the quaternion for which the attitude in another frame has a positive real part.
  @inlinable
  mutating func makeRealPartPositive(in outerFromLevel: Rotation<Scalar>, where mask: Scalar.Mask) {
    let isNegative = (outerFromLevel * levelFromBody).quaternion.w .< 0.0
    levelFromBody.replace(with: Rotation(unchecked: -levelFromBody.quaternion), where: mask .& isNegative)
  }

  /// Turns the attitude in level axes; the increment stays.
  @inlinable @inline(__always)
  mutating func turn(by correction: Rotation<Scalar>) { levelFromBody = (correction * levelFromBody).renormalized }

  /// Adds the correction of a step to the gyroscope's errors (equation 52).
  @inlinable @inline(__always)
  mutating func correctGyroscope(
    by errors: ErrorState<stateCount, Scalar>, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    gyroscopeErrors.bias = (gyroscopeErrors.bias + errors.biasCorrection).clamped(to: parameters.biasLimit)
    gyroscopeErrors.scale = bounded(
      gyroscopeErrors.scale + errors.scaleCorrection, parameters.scaleDeviation, parameters)
    if stateCount > 11 {
      gyroscopeErrors.crossAxis = bounded(
        gyroscopeErrors.crossAxis + errors.crossAxisCorrection, parameters.crossAxisDeviation, parameters)
    }
  }

  /// Scale errors or cross-axis terms within their limit; what is beyond four prior standard deviations returns slowly, since
  /// it was hardly learned from sound samples (equation 52).
  @inlinable @inline(__always)
  func bounded(
    _ terms: Vector3<Scalar>, _ deviation: Scalar, _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Vector3<Scalar> {
    let limited = terms.clamped(to: parameters.scaleLimit)
    let likely = limited.clamped(to: Self.likelyDeviations * deviation)
    return limited - (limited - likely) * (increment.duration / Self.returnTime)
  }
  @inlinable static var likelyDeviations: Scalar { 4.0 }
  @inlinable static var returnTime: Scalar { 30.0 }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&levelFromBody, with: other.levelFromBody)
    visitor.visit(&gyroscopeErrors, with: other.gyroscopeErrors)
    visitor.visit(&lastRate, with: other.lastRate)
    visitor.visit(&restDetector, with: other.restDetector)
    visitor.visit(&isClipped, with: other.isClipped)
    visitor.visit(&increment, with: other.increment)
    visitor.visit(&clippingDetector, with: other.clippingDetector)
    visitor.visit(&previousRotationVector, with: other.previousRotationVector)
    visitor.visit(&isRateClipped, with: other.isRateClipped)
    visitor.visit(&rateClippingDetector, with: other.rateClippingDetector)
  }
}

/// The gyroscope errors that the default filter estimates: true rate = (I - E)(measured rate - bias). E is symmetric with the
/// scale errors on its diagonal and the cross-axis terms beside it (equation 6).
@frozen @usableFromInline
struct GyroscopeErrors<Scalar: RealLanes>: VisitableState, Sendable {
  /// The bias, rad/s.
  @usableFromInline var bias: Vector3<Scalar> = .zero
  /// The relative scale errors.
  @usableFromInline var scale: Vector3<Scalar> = .zero
  /// The cross-axis terms of x with y, x with z, and y with z.
  @usableFromInline var crossAxis: Vector3<Scalar> = .zero

  @inlinable
  init() {}

  /// The rate without bias and scale error.
  @inlinable @inline(__always)
  func correctingBiasAndScale(of angularRate: Vector3<Scalar>) -> Vector3<Scalar> {
    let unbiased = angularRate - bias
    return unbiased - unbiased.timesElementwise(scale)
  }

  /// The rate without bias, scale and cross-axis error.
  @inlinable @inline(__always)
  func correctingAll(of angularRate: Vector3<Scalar>) -> Vector3<Scalar> {
    let unbiased = angularRate - bias
    let cross = Vector3(
      x: crossAxis.x * unbiased.y + crossAxis.y * unbiased.z,
      y: crossAxis.x * unbiased.x + crossAxis.z * unbiased.z,
      z: crossAxis.y * unbiased.x + crossAxis.z * unbiased.y)
    return unbiased - unbiased.timesElementwise(scale) - cross
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&bias, with: other.bias)
    visitor.visit(&scale, with: other.scale)
    visitor.visit(&crossAxis, with: other.crossAxis)
  }
}

/// Detects a clipped sensor whose range is not known: a reading that repeats to the last bit near the largest
/// reading so far (equation 5).
@frozen @usableFromInline
struct ClippingDetector<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var largest: Scalar = 0.0
  @usableFromInline var previous: Vector3<Scalar> = .zero

  /// The share of the largest reading from which a repeated one is clipped.
  @inlinable static var shareOfLargest: Scalar { 0.95 }

  @inlinable
  init() {}

  /// Processes a reading and returns whether an axis of it is clipped; readings below `least` never are.
  @inlinable @inline(__always)
  mutating func update(_ reading: Vector3<Scalar>, least: Scalar, isPresent: Scalar.Mask) -> Scalar.Mask {
    let magnitude = reading.largestMagnitude
    largest.replace(with: Scalar.maximum(largest, magnitude), where: isPresent)
    var isClipped = Scalar.Mask(repeating: false)
    if (magnitude .>= least).isTrueInAnyLaneUnlikely {
      let top = Scalar.maximum(Self.shareOfLargest * largest, least)
      isClipped =
        isStuck(reading.x, previous.x, top) .| isStuck(reading.y, previous.y, top)
        .| isStuck(reading.z, previous.z, top)
    }
    previous.replace(with: reading, where: isPresent)
    return isClipped .& isPresent
  }

  @inlinable @inline(__always)
  func isStuck(_ value: Scalar, _ previous: Scalar, _ top: Scalar) -> Scalar.Mask {
    (value .== previous) .& (value.absoluteValue .>= top)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&largest, with: other.largest, .nonnegative)
    visitor.visit(&previous, with: other.previous)
  }
}
