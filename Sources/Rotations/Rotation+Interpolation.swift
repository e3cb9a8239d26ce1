// Between two rotations.

extension Rotation {
  /// The rotation part of the way to `other`, turning at a constant rate about a fixed axis by the shorter way
  /// (spherical linear interpolation).
  ///
  /// `fraction` is 0 at this rotation and 1 at `other`; values outside extrapolate. Two rotations half a turn apart have
  /// two shortest ways: the one taken is that of `relative(to:)`'s rotation vector, always the same for the same
  /// quaternions. Written as q (q⁻¹ p)^t (Solà, the section on SLERP), it needs no special case where the classical form divides by the
  /// sine of the angle, neither at 0 nor at pi.
  @inlinable
  public func slerp(to other: Self, fraction: Scalar) -> Self {
    (self * Self(rotationVector: other.relative(to: self).rotationVector * fraction)).renormalized
  }
}
