import Rotations

extension Rotation {
  /// The factor that brings the norm back to 1, by one Newton step: see `renormalized`. In a product it may go to the
  /// other factor, which does not have to wait for it: the norm is then behind by the rounding of one step.
  @inlinable @inline(__always)
  var normCorrection: Scalar { 1.5 - 0.5 * quaternion.squaredNorm }

  /// First `turn`, of unit norm, then this rotation, its norm corrected.
  @inlinable @inline(__always)
  func turned(by turn: Quaternion<Scalar>) -> Self {
    Self(unchecked: quaternion * (turn * normCorrection))
  }
}
