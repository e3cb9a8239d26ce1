/// Three numbers in a right-handed Cartesian frame; the frame and the unit are in the name of the variable.
@frozen
public struct Vector3<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The first coordinate.
  public var x: Scalar
  /// The second coordinate.
  public var y: Scalar
  /// The third coordinate.
  public var z: Scalar

  /// A vector from its coordinates.
  @export(implementation) @inline(__always)
  public init(x: Scalar, y: Scalar, z: Scalar) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The same number in every coordinate.
  @export(implementation) @inline(__always)
  public init(repeating value: Scalar) { self.init(x: value, y: value, z: value) }

  /// The origin.
  @export(implementation) public static var zero: Self { Self(repeating: 0.0) }
  /// The first axis.
  @export(implementation) public static var unitX: Self { Self(x: 1.0, y: 0.0, z: 0.0) }
  /// The second axis.
  @export(implementation) public static var unitY: Self { Self(x: 0.0, y: 1.0, z: 0.0) }
  /// The third axis.
  @export(implementation) public static var unitZ: Self { Self(x: 0.0, y: 0.0, z: 1.0) }

  /// A coordinate by number: 0, 1, 2 for x, y, z.
  @export(implementation)
  public subscript(index: Int) -> Scalar {
    @inline(__always) get { index == 0 ? x : index == 1 ? y : z }
    @inline(__always) set { if index == 0 { x = newValue } else if index == 1 { y = newValue } else { z = newValue } }
  }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    x.replace(with: other.x, where: mask)
    y.replace(with: other.y, where: mask)
    z.replace(with: other.z, where: mask)
  }
}

extension Vector3: Equatable where Scalar: Equatable {}

extension Vector3 {
  /// The vector with every coordinate negated.
  @export(implementation) @inline(__always)
  public static prefix func - (vector: Self) -> Self { Self(x: -vector.x, y: -vector.y, z: -vector.z) }
  /// The sum.
  @export(implementation) @inline(__always)
  public static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }
  /// The difference.
  @export(implementation) @inline(__always)
  public static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }
  /// The vector scaled by a number.
  @export(implementation) @inline(__always)
  public static func * (vector: Self, factor: Scalar) -> Self {
    Self(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }
  /// The vector scaled by a number.
  @export(implementation) @inline(__always)
  public static func * (factor: Scalar, vector: Self) -> Self { vector * factor }
  /// The vector divided by a number.
  @export(implementation) @inline(__always)
  public static func / (vector: Self, divisor: Scalar) -> Self { vector * (1.0 / divisor) }
  /// Adds a vector.
  @export(implementation) @inline(__always)
  public static func += (left: inout Self, right: Self) { left = left + right }
  /// Subtracts a vector.
  @export(implementation) @inline(__always)
  public static func -= (left: inout Self, right: Self) { left = left - right }
  /// Scales the vector.
  @export(implementation) @inline(__always)
  public static func *= (vector: inout Self, factor: Scalar) { vector = vector * factor }

  /// The scalar product.
  @export(implementation) @inline(__always)
  public func dot(_ other: Self) -> Scalar {
    Scalar.multiplyAdd(z, other.z, Scalar.multiplyAdd(y, other.y, x * other.x))
  }
  /// The vector product, right-handed: x cross y is z.
  @export(implementation) @inline(__always)
  public func cross(_ other: Self) -> Self {
    Self(
      x: Scalar.subtractProduct(z, other.y, from: y * other.z),
      y: Scalar.subtractProduct(x, other.z, from: z * other.x),
      z: Scalar.subtractProduct(y, other.x, from: x * other.y))
  }
  /// The vector plus another one scaled by a number.
  @export(implementation) @inline(__always)
  public func adding(_ other: Self, times factor: Scalar) -> Self {
    Self(
      x: Scalar.multiplyAdd(other.x, factor, x), y: Scalar.multiplyAdd(other.y, factor, y),
      z: Scalar.multiplyAdd(other.z, factor, z))
  }
  /// The vector plus the products of two others, coordinate by coordinate.
  @export(implementation) @inline(__always)
  public func addingElementwise(_ left: Self, _ right: Self) -> Self {
    Self(
      x: Scalar.multiplyAdd(left.x, right.x, x), y: Scalar.multiplyAdd(left.y, right.y, y),
      z: Scalar.multiplyAdd(left.z, right.z, z))
  }
  /// The products coordinate by coordinate.
  @export(implementation) @inline(__always)
  public func timesElementwise(_ other: Self) -> Self { Self(x: x * other.x, y: y * other.y, z: z * other.z) }

  /// The same vector, each coordinate behind a barrier: see `RealLanes.optimizationBarrier`.
  @export(implementation) @inline(__always)
  public var optimizationBarrier: Self {
    Self(x: x.optimizationBarrier, y: y.optimizationBarrier, z: z.optimizationBarrier)
  }

  /// The scalar product of the vector with itself.
  @export(implementation) @inline(__always)
  public var squaredLength: Scalar { dot(self) }
  /// The Euclidean length.
  @export(implementation) @inline(__always)
  public var length: Scalar { squaredLength.squareRoot() }
  /// The largest coordinate by magnitude.
  @export(implementation) @inline(__always)
  public var largestMagnitude: Scalar {
    Scalar.maximum(Scalar.maximum(x.absoluteValue, y.absoluteValue), z.absoluteValue)
  }
  /// Whether all three coordinates are finite.
  @export(implementation) @inline(__always)
  public var isFiniteInLane: Scalar.Mask { x.isFiniteInLane .& y.isFiniteInLane .& z.isFiniteInLane }
}

extension Vector3 where Scalar: LaneElement {
  /// The unit vector of the same direction; nil for a zero vector and where a coordinate is not finite.
  @export(implementation)
  public var normalized: Self? {
    let largest = largestMagnitude
    guard largest > 0, isFiniteInLane else { return nil }
    // Scaled first: the squares of very large or very small coordinates would overflow or vanish.
    let scaled = Self(x: x / largest, y: y / largest, z: z / largest)
    return scaled * (1 / scaled.length)
  }
}
