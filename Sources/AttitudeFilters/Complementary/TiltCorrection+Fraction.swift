import Rotations

extension TiltCorrection {
  /// A part of the shortest rotation that turns the unit vector `up` into +z, in the lanes of `mask`; in the others `up` is
  /// zero and there is none.
  ///
  /// Times 2 cos(half the angle) the whole rotation is (1 + up.z, up.y, -up.x), since half the angle between two unit
  /// vectors is that between one of them and their sum. The part is a straight line from no rotation, brought back to unit
  /// length (Valenti, equation 50), as long as cos(half the angle) exceeds 0.9; beyond, the general form.
  @inlinable @inline(__always)
  init(part share: Scalar, bringing up: Vector3<Scalar>, where mask: Scalar.Mask) {
    let sum = 1.0 + up.z
    let whole = (sum + sum).squareRoot()
    let unscaledReal = Scalar.multiplyAdd(share, sum - whole, whole)
    let (unscaledX, unscaledY) = (share * up.y, -(share * up.x))
    let squaredSide = Scalar.multiplyAdd(unscaledX, unscaledX, unscaledY * unscaledY)
    let inverse = Scalar.inverseSquareRoot(of: Scalar.multiplyAdd(unscaledReal, unscaledReal, squaredSide))
    (real, x, y) = (unscaledReal * inverse, unscaledX * inverse, unscaledY * inverse)
    let isFar = mask .& (up.z .<= 0.62)
    if isFar.isTrueInAnyLane { replace(with: Self(farPart: share, bringing: up), where: isFar) }
  }

  @inlinable @inline(never)
  init(farPart share: Scalar, bringing up: Vector3<Scalar>) {
    let part = Rotation(shortestToUnitZ: up.replacing(with: .unitZ, where: .!(up.squaredLength .> 0.0)))
      .fraction(share).quaternion
    (real, x, y) = (part.w, part.x, part.y)
  }

  /// The horizontal part of a vector after this rotation.
  @inlinable @inline(__always)
  func rotateLevel(_ vector: Vector3<Scalar>) -> (x: Scalar, y: Scalar) {
    let factor = 2.0 * Scalar.multiplyAdd(real, vector.z, Scalar.subtractProduct(y, vector.x, from: x * vector.y))
    return (Scalar.multiplyAdd(y, factor, vector.x), Scalar.subtractProduct(x, factor, from: vector.y))
  }
}
