import Rotations

/// The smallest rotation that brings a vector upright, about a level axis: (real, x, y, 0) (VQF, section 3.3).
///
/// Goals, in order: the same rotation to rounding for every vector that has a direction, opposite to up included; speed
/// for the small corrections of a steady stream, which need one division and no square root.
@frozen @usableFromInline
struct TiltCorrection<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var real: Scalar
  @usableFromInline var x: Scalar
  @usableFromInline var y: Scalar

  @export(implementation) @inline(__always)
  init(real: Scalar, x: Scalar, y: Scalar) { (self.real, self.x, self.y) = (real, x, y) }

  /// The rotation that turns the direction of `up` into +z; the identity if it is shorter than 1e-6.
  ///
  /// With t the tangent of the tilt, cosine and sine of half of it are series in t²: below t² = 1e-4 (0.57 degrees) four
  /// terms leave out less than 1e-17 (coefficients of (1 + t²)^(-1/2) put into the half-angle formulas).
  @export(implementation) @inline(__always)
  init(bringing up: Vector3<Scalar>) {
    let squaredSide = Scalar.multiplyAdd(up.x, up.x, up.y * up.y)
    let isSmall = (up.z .> 1e-3) .& (squaredSide .< 1e-4 * up.z * up.z)
    let inverse = 1.0 / up.z.replacing(with: 1.0, where: .!isSmall)
    let square = squaredSide * inverse * inverse
    let cosine = Self.series(square, 1.0, -0.125, 0.0859375, -0.0673828125)
    let halfSine = inverse * Self.series(square, 0.5, -0.1875, 0.12109375, -0.09130859375)
    (real, x, y) = (cosine, up.y * halfSine, -up.x * halfSine)
    modify(where: .!isSmall) { $0 = Self(bringingAny: up) }
  }

  @export(implementation)
  init(bringingAny up: Vector3<Scalar>) {
    let rotation = Rotation(shortestToUnitZ: up.replacing(with: .unitZ, where: .!(up.squaredLength .> 1e-12)))
    (real, x, y) = (rotation.quaternion.w, rotation.quaternion.x, rotation.quaternion.y)
  }

  @export(implementation) @inline(__always)
  static func series(_ x: Scalar, _ c0: Scalar, _ c1: Scalar, _ c2: Scalar, _ c3: Scalar) -> Scalar {
    Scalar.multiplyAdd(Scalar.multiplyAdd(c3, x, c2), x * x, Scalar.multiplyAdd(c1, x, c0))
  }

  /// The sine of the tilt, about the level axes.
  @export(implementation) @inline(__always)
  var sines: (x: Scalar, y: Scalar) { (2.0 * real * x, 2.0 * real * y) }

  /// The rotation after this correction.
  @export(implementation) @inline(__always)
  func applied(to rotation: Rotation<Scalar>) -> Rotation<Scalar> {
    Rotation(unchecked: product(rotation.renormalized.quaternion))
  }

  /// (real, x, y, 0) times a quaternion.
  @export(implementation) @inline(__always)
  func product(_ q: Quaternion<Scalar>) -> Quaternion<Scalar> {
    Quaternion(
      w: real * q.w - x * q.x - y * q.y, x: real * q.x + x * q.w + y * q.z, y: real * q.y - x * q.z + y * q.w,
      z: real * q.z + x * q.y - y * q.x)
  }

  @export(implementation) @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    real.replace(with: other.real, where: mask)
    x.replace(with: other.x, where: mask)
    y.replace(with: other.y, where: mask)
  }
}
