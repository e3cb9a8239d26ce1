import Rotations

/// The errors of a gyroscope that the default filter estimates: true rate = (I - E)(measured rate - bias), where E has the
/// scale errors on its diagonal and the cross-axis terms, symmetric, beside it.
@frozen
public struct GyroscopeErrors<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The bias, rad/s.
  public var bias: Vector3<Scalar> = .zero
  /// The relative errors of scale.
  public var scale: Vector3<Scalar> = .zero
  /// The cross-axis terms of x with y, x with z, and y with z.
  public var crossAxis: Vector3<Scalar> = .zero

  /// No errors.
  @inlinable
  public init() {}

  /// The rate without bias and scale error.
  @inlinable @inline(__always)
  func correctingBiasAndScale(of angularRate: Vector3<Scalar>) -> Vector3<Scalar> {
    let unbiased = angularRate - bias
    return unbiased - unbiased.timesElementwise(scale)
  }

  /// The rate without bias, scale and cross-axis error.
  @inlinable @inline(__always)
  func correctingAll(of angularRate: Vector3<Scalar>) -> Vector3<Scalar> {
    let unbiased = angularRate - bias
    let cross = Vector3(
      x: crossAxis.x * unbiased.y + crossAxis.y * unbiased.z,
      y: crossAxis.x * unbiased.x + crossAxis.z * unbiased.z,
      z: crossAxis.y * unbiased.x + crossAxis.z * unbiased.y)
    return unbiased - unbiased.timesElementwise(scale) - cross
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    bias.replace(with: other.bias, where: mask)
    scale.replace(with: other.scale, where: mask)
    crossAxis.replace(with: other.crossAxis, where: mask)
  }
}

extension Vector3 {
  /// The sum, with every coordinate kept within plus and minus `limit`.
  @inlinable @inline(__always)
  func adding(_ x: Scalar, _ y: Scalar, _ z: Scalar, within limit: Scalar) -> Self {
    Self(
      x: (self.x + x).clamped(-limit, limit),
      y: (self.y + y).clamped(-limit, limit),
      z: (self.z + z).clamped(-limit, limit))
  }
}
