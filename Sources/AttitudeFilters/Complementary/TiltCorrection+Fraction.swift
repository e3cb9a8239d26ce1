import Rotations

extension TiltCorrection {
  /// A part of the shortest rotation that turns half of `twiceUp`, a unit vector, into +z, in the lanes of `mask`; in the
  /// others the vector is zero and there is none. Not of unit length: whoever applies it scales last, so that nothing else
  /// waits for the root and the quotient.
  ///
  /// Times 2 cos(half the angle) the whole rotation is (1 + up.z, up.y, -up.x), since half the angle between two unit
  /// vectors is that between one of them and their sum. The part is a straight line from no rotation, brought back to unit
  /// length (Valenti, equation 50), as long as cos(half the angle) exceeds 0.9; beyond, the general form.
  @inlinable @inline(__always)
  init(unscaledPart share: Scalar, bringing twiceUp: Vector3<Scalar>, where mask: Scalar.Mask) {
    let sum = 2.0 + twiceUp.z
    let whole = sum.squareRoot()
    let half = 0.5 * share
    (real, x, y) = (whole + (half * sum - share * whole), half * twiceUp.y, -(half * twiceUp.x))
    let isFar = mask .& (twiceUp.z .<= 1.24)
    if isFar.isTrueInAnyLane { replace(with: Self(farPart: share, bringing: twiceUp), where: isFar) }
  }

  @inlinable @inline(never)
  init(farPart share: Scalar, bringing up: Vector3<Scalar>) {
    let part = Rotation(shortestToUnitZ: up.replacing(with: .unitZ, where: .!(up.squaredLength .> 0.0)))
      .fraction(share).quaternion
    (real, x, y) = (part.w, part.x, part.y)
  }

  /// The square of the length, one for a rotation.
  @inlinable @inline(__always)
  var squaredNorm: Scalar { Scalar.multiplyAdd(real, real, Scalar.multiplyAdd(x, x, y * y)) }

  /// The rotation after this correction, which need not be of unit length.
  @inlinable @inline(__always)
  func scaledAndApplied(to rotation: Rotation<Scalar>) -> Rotation<Scalar> {
    Rotation(
      unchecked: product(rotation.quaternion) * (Scalar.inverseSquareRoot(of: squaredNorm) * rotation.normCorrection))
  }

  /// The horizontal part of a vector after this correction, times `squaredNorm`.
  @inlinable @inline(__always)
  func rotateLevel(_ vector: Vector3<Scalar>) -> (x: Scalar, y: Scalar) {
    let factor = 2.0 * Scalar.multiplyAdd(real, vector.z, Scalar.subtractProduct(y, vector.x, from: x * vector.y))
    return (
      Scalar.multiplyAdd(y, factor, squaredNorm * vector.x),
      Scalar.subtractProduct(x, factor, from: squaredNorm * vector.y)
    )
  }
}
