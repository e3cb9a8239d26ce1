import Rotations

/// One step of a second-order low-pass of two trapezoidal integrators, as five coefficients.
@frozen @usableFromInline
struct LowPassStep<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var slopeGain: Scalar
  @usableFromInline var differenceGain: Scalar
  @usableFromInline var outputGain: Scalar
  @usableFromInline var levelGain: Scalar
  /// One, or zero to forget the slope.
  @usableFromInline var memoryGain: Scalar

  /// The low-pass of Butterworth, for g = tan(pi · corner frequency · interval) and the share 1 / (1 + g (g + sqrt(2))).
  @inlinable
  init(tangent: Scalar, share: Scalar) {
    slopeGain = share
    differenceGain = tangent * share
    outputGain = tangent
    levelGain = 2.0 * tangent
    memoryGain = 1.0
  }

  /// A step that goes a part of the way to the input: 1 passes it, 1/n for the nth input gives the mean.
  @inlinable
  init(approaching share: Scalar) {
    slopeGain = 0.0
    differenceGain = 1.0
    outputGain = share
    levelGain = share
    memoryGain = 0.0
  }

  @inlinable @inline(__always)
  func filter(_ input: Scalar, _ level: inout Scalar, _ slope: inout Scalar) -> Scalar {
    let newSlope = Scalar.multiplyAdd(slopeGain, slope, differenceGain * (input - level))
    let output = Scalar.multiplyAdd(outputGain, newSlope, level)
    level = Scalar.multiplyAdd(levelGain, newSlope, level)
    slope = memoryGain * (newSlope + newSlope - slope)
    return output
  }

  @inlinable @inline(__always)
  func filter(
    _ input: Vector3<Scalar>, _ level: inout Vector3<Scalar>, _ slope: inout Vector3<Scalar>
  ) -> Vector3<Scalar> {
    Vector3(
      x: filter(input.x, &level.x, &slope.x), y: filter(input.y, &level.y, &slope.y),
      z: filter(input.z, &level.z, &slope.z))
  }

  @inlinable
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    slopeGain.replace(with: other.slopeGain, where: mask)
    differenceGain.replace(with: other.differenceGain, where: mask)
    outputGain.replace(with: other.outputGain, where: mask)
    levelGain.replace(with: other.levelGain, where: mask)
    memoryGain.replace(with: other.memoryGain, where: mask)
  }
}
