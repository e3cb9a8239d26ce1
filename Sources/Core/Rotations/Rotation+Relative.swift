// One attitude relative to another, in body axes or in the axes of the place: two different rotations.

extension Rotation {
  /// This attitude as seen from another attitude's body: with `enuFromNow.relative(to: enuFromThen)` the
  /// result is `thenFromNow`, which turns coordinates in the body now into coordinates in the body then.
  ///
  /// It is enuFromThen⁻¹ · enuFromNow. Its axis is in body axes: a body that was tilted and then turned
  /// about its own z axis has turned about z.
  @export(implementation) @inline(__always)
  public func relative(to earlier: Self) -> Self { earlier.inverse * self }

  /// The same as `relative(to:)`, in place. The meaning is that of Core Motion's method of this name, with both
  /// attitudes turning device coordinates into the same frame.
  @export(implementation) @inline(__always)
  public mutating func multiply(byInverseOf earlier: Self) { self = relative(to: earlier) }

  /// The turn from another attitude to this one in the axes that both refer to: `enuFromNow = change * enuFromThen`.
  ///
  /// It is enuFromNow · enuFromThen⁻¹. Its axis is in ENU: a body that was tilted and then
  /// turned about the vertical has turned about the vertical.
  @export(implementation) @inline(__always)
  public func changeInReference(from earlier: Self) -> Self { self * earlier.inverse }
}

extension Rotation {
  /// The rotation part of the way to `other`, turning at a constant rate about a fixed axis by the shorter way
  /// (spherical linear interpolation).
  ///
  /// `fraction` is 0 at this rotation and 1 at `other`; values outside extrapolate. Two rotations half a turn apart have
  /// two shortest ways: the one taken is that of `relative(to:)`'s rotation vector, always the same for the same
  /// quaternions. Written as q (q⁻¹ p)^t (Solà, the section on SLERP), it needs no special case where the classical form
  /// divides by the sine of the angle, neither at 0 nor at pi.
  @export(implementation)
  public func slerp(to other: Self, fraction: Scalar) -> Self {
    (self * Self(rotationVector: other.relative(to: self).rotationVector * fraction)).renormalized
  }
}
