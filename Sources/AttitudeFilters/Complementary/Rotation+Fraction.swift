import Rotations

extension Rotation {
  /// A turn about +z by the angle with the given sine and cosine. Half a turn has no sign; it is taken as +180 degrees.
  @inlinable @inline(__always)
  init(aboutZWithSine sine: Scalar, cosine: Scalar) {
    let squaredReal = (1.0 + cosine) * 0.5
    let isHalfTurn = squaredReal .< (Scalar.isSinglePrecision ? 1e-6 : 1e-10)
    let real = squaredReal.replacing(with: 1.0, where: isHalfTurn).squareRoot()
    let half = Quaternion(w: real, x: 0.0, y: 0.0, z: 0.5 * sine / real)
    self.init(unchecked: half.replacing(with: Quaternion(w: 0.0, x: 0.0, y: 0.0, z: 1.0), where: isHalfTurn))
  }

  /// A part of the way from no rotation to this one, whose real part must not be negative: in a straight line where the
  /// real part exceeds 0.9, else along the great circle (Valenti, equations 50 to 52).
  @inlinable @inline(__always)
  func fraction(_ share: Scalar) -> Self {
    let real = 1.0 + share * (quaternion.w - 1.0)
    let vector = quaternion.vector * share
    let excess = Scalar.multiplyAdd(real, real, vector.squaredLength) - 1.0
    let inverse = Scalar.inverseSquareRoot(onePlus: excess)
    var result = Self(unchecked: Quaternion(real: real * inverse, vector: vector * inverse))
    let isFar = quaternion.w .<= 0.9
    if isFar.isTrueInAnyLane {
      result.replace(with: Rotation(rotationVector: rotationVector * share), where: isFar)
    }
    return result
  }
}
