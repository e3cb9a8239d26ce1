/// A Hamilton quaternion w + xi + yj + zk: the algebra only. `Rotation` is the unit quaternion that turns vectors.
///
/// Built with labels, so that the order of the parts is explicit. Quaternions compare part by part; rotations have no `==`,
/// since q and -q are the same rotation.
///
/// Source: J. Solà, "Quaternion kinematics for the error-state Kalman filter", arXiv:1711.02508, section 1.
@frozen
public struct Quaternion<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The real part.
  public var w: Scalar
  /// The part of i.
  public var x: Scalar
  /// The part of j.
  public var y: Scalar
  /// The part of k.
  public var z: Scalar

  /// A quaternion from its four parts.
  @export(implementation) @inline(__always)
  public init(w: Scalar, x: Scalar, y: Scalar, z: Scalar) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// A quaternion from its real and its vector part.
  @export(implementation) @inline(__always)
  public init(real: Scalar, vector: Vector3<Scalar>) {
    self.init(w: real, x: vector.x, y: vector.y, z: vector.z)
  }

  /// The number one.
  @export(implementation) public static var one: Self { Self(w: 1.0, x: 0.0, y: 0.0, z: 0.0) }

  /// The parts x, y, z as a vector.
  @export(implementation) @inline(__always)
  public var vector: Vector3<Scalar> { Vector3(x: x, y: y, z: z) }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    w.replace(with: other.w, where: mask)
    x.replace(with: other.x, where: mask)
    y.replace(with: other.y, where: mask)
    z.replace(with: other.z, where: mask)
  }
}

extension Quaternion: Equatable where Scalar: Equatable {}

extension Quaternion {
  /// The Hamilton product (Solà, equation 12): i j = k.
  @export(implementation) @inline(__always)
  public static func * (left: Self, right: Self) -> Self {
    // The parts without `left.w` first: of a small rotation they are the small ones.
    let w = Scalar.multiplyAdd(left.x, right.x, Scalar.multiplyAdd(left.y, right.y, left.z * right.z))
    let x = Scalar.multiplyAdd(left.x, right.w, Scalar.subtractProduct(left.z, right.y, from: left.y * right.z))
    let y = Scalar.multiplyAdd(left.y, right.w, Scalar.subtractProduct(left.x, right.z, from: left.z * right.x))
    let z = Scalar.multiplyAdd(left.z, right.w, Scalar.subtractProduct(left.y, right.x, from: left.x * right.y))
    return Self(
      w: Scalar.multiplyAdd(left.w, right.w, -w), x: Scalar.multiplyAdd(left.w, right.x, x),
      y: Scalar.multiplyAdd(left.w, right.y, y), z: Scalar.multiplyAdd(left.w, right.z, z))
  }
  /// The quaternion scaled by a number.
  @export(implementation) @inline(__always)
  public static func * (quaternion: Self, factor: Scalar) -> Self {
    Self(w: quaternion.w * factor, x: quaternion.x * factor, y: quaternion.y * factor, z: quaternion.z * factor)
  }
  /// The sum.
  @export(implementation) @inline(__always)
  public static func + (left: Self, right: Self) -> Self {
    Self(w: left.w + right.w, x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }
  /// The difference.
  @export(implementation) @inline(__always)
  public static func - (left: Self, right: Self) -> Self {
    Self(w: left.w - right.w, x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }
  /// The quaternion with every part negated: another name of the same rotation.
  @export(implementation) @inline(__always)
  public static prefix func - (quaternion: Self) -> Self {
    Self(w: -quaternion.w, x: -quaternion.x, y: -quaternion.y, z: -quaternion.z)
  }
  /// The quaternion with its vector part negated.
  @export(implementation) @inline(__always)
  public var conjugate: Self { Self(w: w, x: -x, y: -y, z: -z) }
  /// The scalar product of the four parts.
  @export(implementation) @inline(__always)
  public func dot(_ other: Self) -> Scalar {
    // Two sums side by side: the second does not wait for the first.
    Scalar.multiplyAdd(x, other.x, w * other.w) + Scalar.multiplyAdd(z, other.z, y * other.y)
  }
  /// The sum of the squares of the four parts.
  @export(implementation) @inline(__always)
  public var squaredNorm: Scalar { dot(self) }
  /// The same quaternion, each part behind a barrier: see `RealLanes.optimizationBarrier`.
  @export(implementation) @inline(__always)
  public var optimizationBarrier: Self {
    Self(w: w.optimizationBarrier, x: x.optimizationBarrier, y: y.optimizationBarrier, z: z.optimizationBarrier)
  }
  /// Whether all four parts are finite.
  @export(implementation) @inline(__always)
  public var isFiniteInLane: Scalar.Mask {
    w.isFiniteInLane .& x.isFiniteInLane .& y.isFiniteInLane .& z.isFiniteInLane
  }
}
