// One attitude relative to another. There are two answers, and mistaking one for the other is a classic of this field.

extension Rotation {
  /// This attitude as seen from another attitude's body: with `referenceFromNow.relative(to: referenceFromThen)` the
  /// result is `thenFromNow`, which turns coordinates in the body now into coordinates in the body then.
  ///
  /// It is referenceFromThen⁻¹ · referenceFromNow. Its axis is told in body axes: a body that was tilted and then turned
  /// about its own z axis has turned about z.
  @inlinable @inline(__always)
  public func relative(to earlier: Self) -> Self { earlier.inverse * self }

  /// The same as `relative(to:)`, in place. The meaning is that of Core Motion's method of this name, with both
  /// attitudes turning device coordinates into reference coordinates.
  @inlinable @inline(__always)
  public mutating func multiply(byInverseOf earlier: Self) { self = relative(to: earlier) }

  /// The turn from another attitude to this one as seen from the reference frame:
  /// `referenceFromNow = change * referenceFromThen`.
  ///
  /// It is referenceFromNow · referenceFromThen⁻¹. Its axis is told in reference axes: a body that was tilted and then
  /// turned about the vertical has turned about the vertical.
  @inlinable @inline(__always)
  public func changeInReference(from earlier: Self) -> Self { self * earlier.inverse }
}
