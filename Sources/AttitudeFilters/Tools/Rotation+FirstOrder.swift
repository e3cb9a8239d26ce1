import Rotations

extension Quaternion {
  /// The factor by which a rotation vector, in radians, turns an attitude in one step: 1 + v / 2, as the published filters
  /// take it, below 0.1 rad, where it is short by less than 0.1 %; from there on the exponential. Not of unit length.
  @inlinable @inline(__always)
  init(stepBy rotationVector: Vector3<Scalar>) {
    self.init(real: 1.0, vector: rotationVector * 0.5)
    let isLarge = rotationVector.squaredLength .> 0.01
    if isLarge.isTrueInAnyLane {
      replace(with: Rotation(rotationVector: rotationVector).quaternion, where: isLarge)
    }
  }
}

extension Rotation {
  /// The rotation of a quaternion that is not zero and whose square neither overflows nor underflows.
  @inlinable @inline(__always)
  init(scalingToUnit quaternion: Quaternion<Scalar>) {
    self.init(unchecked: quaternion * (1.0 / quaternion.squaredNorm.squareRoot()))
  }
}
