// Rotation vectors: axis times angle, in radians.
//
// Goals, in order: full accuracy at and near zero, at and near half a turn and a whole turn; one code path for lanes.

extension Rotation {
  /// The exponential map: the rotation about the direction of `rotationVector` by its length in radians (Solà, eq. 101).
  @export(implementation) @inline(__always)
  public init(rotationVector: Vector3<Scalar>) {
    let squaredAngle = rotationVector.squaredLength.optimizationBarrier
    // Below 0.3 rad (0.02 for the half angle squared) the series is exact to rounding; it needs no square root.
    var (cosine, factor) = Self.halfAngleSeries(squaredAngle)
    let isLarge = .!(squaredAngle .< 0.09)
    if isLarge.isTrueInAnyLaneUnlikely {
      let angle = squaredAngle.squareRoot()
      let (sineOfHalf, cosineOfHalf) = Scalar.sineAndCosine(angle * 0.5)
      cosine.replace(with: cosineOfHalf, where: isLarge)
      factor.replace(with: sineOfHalf / angle, where: isLarge)
    }
    self.init(unchecked: Quaternion(real: cosine, vector: rotationVector * factor))
  }

  /// cos(a/2) and sin(a/2)/a from a², for a <= 0.3: Taylor, first term left out below 1e-17, in single precision below 3e-9.
  /// Terms in pairs, so that the next attitude does not wait for a long chain.
  @export(implementation) @inline(__always)
  static func halfAngleSeries(_ squaredAngle: Scalar) -> (cosine: Scalar, sineOverAngle: Scalar) {
    let square = squaredAngle * squaredAngle
    var cosine = Scalar.multiplyAdd(squaredAngle, -1.0 / 46080.0, 1.0 / 384.0)
    var sine: Scalar = 1.0 / 3840.0
    if !Scalar.isSinglePrecision {
      let cosineTail = Scalar.multiplyAdd(
        square, 1.0 / 1_961_990_553_600.0,
        Scalar.multiplyAdd(squaredAngle, -1.0 / 3_715_891_200.0, 1.0 / 10_321_920.0))
      let sineTail = Scalar.multiplyAdd(squaredAngle, -1.0 / 81_749_606_400.0, 1.0 / 185_794_560.0)
      cosine = Scalar.multiplyAdd(square, cosineTail, cosine)
      sine = Scalar.multiplyAdd(square, sineTail, Scalar.multiplyAdd(squaredAngle, -1.0 / 645_120.0, sine))
    }
    return (
      Scalar.multiplyAdd(square, cosine.optimizationBarrier, Scalar.multiplyAdd(squaredAngle, -0.125, 1.0))
        .optimizationBarrier,
      Scalar.multiplyAdd(square, sine, Scalar.multiplyAdd(squaredAngle, -1.0 / 48.0, 0.5)).optimizationBarrier
    )
  }

  /// The logarithm: the rotation vector of the same rotation, of length at most pi (Solà, eq. 105).
  @export(implementation)
  public var rotationVector: Vector3<Scalar> {
    let isInverted = quaternion.w .< 0.0
    let real = quaternion.w.absoluteValue
    let vector = quaternion.vector.replacing(with: -quaternion.vector, where: isInverted)
    let sine = vector.length
    let isTiny = sine .< (Scalar.isSinglePrecision ? 1e-4 : 1e-8)
    let angle = 2.0 * Scalar.arcTangent(y: sine, x: real)
    // For a tiny angle atan2(s, w) = s / w (1 - (s/w)^2 / 3 ...), and s / w is its first term.
    let factor = (angle / sine.replacing(with: 1.0, where: isTiny)).replacing(with: 2.0 / real, where: isTiny)
    return vector * factor
  }

  /// The angle of the rotation, in [0, pi].
  @export(implementation)
  public var angle: Scalar {
    2.0 * Scalar.arcTangent(y: quaternion.vector.length, x: quaternion.w.absoluteValue)
  }

  /// The angle of the rotation that leads from one rotation to the other, in [0, pi].
  @export(implementation)
  public func angle(to other: Self) -> Scalar { (inverse * other).angle }
}
