import Rotations

/// What the default filter does at every sample (TheDefaultFilter.md, section 2): the attitude is carried along with the
/// gyroscope, and what the sensors did is added up for the next step.
@frozen
public struct StrapdownIntegrator<let stateCount: Int, Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// Turns body coordinates into those of a level frame with free heading.
  @usableFromInline var attitude: Rotation<Scalar> = .identity
  @usableFromInline var gyroscopeErrors = GyroscopeErrors<Scalar>()
  /// The last angular rate without the gyroscope's errors, rad/s.
  @usableFromInline var lastRate: Vector3<Scalar> = .zero
  @usableFromInline var restDetector = RestDetector<Scalar>()
  @usableFromInline var isClipped = Scalar.Mask(repeating: false)
  @usableFromInline var increment = MotionIncrement<Scalar>()

  @usableFromInline var clippingDetector = ClippingDetector<Scalar>()
  @usableFromInline var previousRotationVector: Vector3<Scalar> = .zero

  /// Level, at the start of an increment.
  @inlinable
  init() {}

  /// Takes one sample into the attitude and into the increment of the next step.
  @inlinable @inline(__always)
  mutating func advance(
    _ admitted: SampleGuard<Scalar>.AdmittedSample, _ rest: RestDetectorParameters<Scalar>, gravity: Scalar
  ) {
    restDetector.update(
      angularRate: admitted.angularRate, specificForce: admitted.specificForce,
      hasSpecificForce: admitted.hasSpecificForce, interval: admitted.interval, parameters: rest)
    isClipped = clippingDetector.update(
      admitted.specificForce, isThere: admitted.hasSpecificForce, gravity: gravity)

    lastRate =
      stateCount > 11
      ? gyroscopeErrors.correctingAll(of: admitted.angularRate)
      : gyroscopeErrors.correctingBiasAndScale(of: admitted.angularRate)
    let rotationVector = lastRate * admitted.interval
    integrate(rotationVector)
    let rotation = attitude.matrix
    increment.add(
      levelFromBody: rotation, rotationVector: rotationVector, interval: admitted.interval,
      specificForce: admitted.specificForce, hasSpecificForce: admitted.hasSpecificForce, isClipped: isClipped,
      magneticField: admitted.magneticField, hasMagneticField: admitted.hasMagneticField)
    if stateCount > 11 { increment.addCrossAxis(levelFromBody: rotation, rotationVector: rotationVector) }
  }

  /// Strapdown integration with the two-sample coning term (P. Savage, "Strapdown inertial navigation integration
  /// algorithm design", 1998).
  @inlinable @inline(__always)
  mutating func integrate(_ rotationVector: Vector3<Scalar>) {
    let coning = previousRotationVector.cross(rotationVector) * (1.0 / 12.0)
    attitude = (attitude * Rotation(rotationVector: rotationVector + coning)).renormalized
    previousRotationVector = rotationVector
  }

  /// Turns the attitude, and nothing that was added up.
  @inlinable @inline(__always)
  mutating func turn(by correction: Rotation<Scalar>) { attitude = (correction * attitude).renormalized }

  /// Takes the correction of a step into the errors of the gyroscope.
  @inlinable @inline(__always)
  mutating func correctGyroscope(
    by correction: InlineArray<stateCount, Scalar>, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    gyroscopeErrors.bias = gyroscopeErrors.bias.adding(
      correction[3], correction[4], correction[5], within: parameters.biasLimit)
    gyroscopeErrors.scale = gyroscopeErrors.scale.adding(
      correction[6], correction[7], correction[8], within: parameters.scaleLimit)
    if stateCount > 11 {
      gyroscopeErrors.crossAxis = gyroscopeErrors.crossAxis.adding(
        correction[11], correction[12], correction[13], within: parameters.scaleLimit)
    }
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    attitude.replace(with: other.attitude, where: mask)
    gyroscopeErrors.replace(with: other.gyroscopeErrors, where: mask)
    lastRate.replace(with: other.lastRate, where: mask)
    restDetector.replace(with: other.restDetector, where: mask)
    isClipped.replace(with: other.isClipped, where: mask)
    increment.replace(with: other.increment, where: mask)
    clippingDetector.replace(with: other.clippingDetector, where: mask)
    previousRotationVector.replace(with: other.previousRotationVector, where: mask)
  }
}
