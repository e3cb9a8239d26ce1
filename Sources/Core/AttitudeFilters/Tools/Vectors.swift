import Rotations

/// Two level coordinates.
@frozen @usableFromInline
struct Vector2<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var x: Scalar
  @usableFromInline var y: Scalar

  @export(implementation) @inline(__always)
  init(x: Scalar, y: Scalar) { (self.x, self.y) = (x, y) }

  /// The level part of a vector.
  @export(implementation) @inline(__always)
  init(levelPartOf vector: Vector3<Scalar>) { self.init(x: vector.x, y: vector.y) }

  @export(implementation) static var zero: Self { Self(x: 0.0, y: 0.0) }

  @export(implementation) @inline(__always)
  var squaredLength: Scalar { x.squared + y.squared }

  @export(implementation) @inline(__always)
  func dot(_ other: Self) -> Scalar { x * other.x + y * other.y }
  /// The vector turned by a quarter turn about up.
  @export(implementation) @inline(__always)
  var quarterTurn: Self { Self(x: -y, y: x) }

  @export(implementation) @inline(__always)
  static func + (left: Self, right: Self) -> Self { Self(x: left.x + right.x, y: left.y + right.y) }
  @export(implementation) @inline(__always)
  static prefix func - (vector: Self) -> Self { Self(x: -vector.x, y: -vector.y) }
  @export(implementation) @inline(__always)
  static func - (left: Self, right: Self) -> Self { Self(x: left.x - right.x, y: left.y - right.y) }
  @export(implementation) @inline(__always)
  static func * (factor: Scalar, vector: Self) -> Self { Self(x: factor * vector.x, y: factor * vector.y) }
  @export(implementation) @inline(__always)
  static func += (left: inout Self, right: Self) { left = Self(x: left.x + right.x, y: left.y + right.y) }

  @export(implementation) @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    x.replace(with: other.x, where: mask)
    y.replace(with: other.y, where: mask)
  }
}

extension StateVisitor {
  @export(implementation) @inline(__always)
  mutating func visit(_ vector: inout Vector2<Scalar>, with other: Vector2<Scalar>) {
    visit(&vector.x, with: other.x)
    visit(&vector.y, with: other.y)
  }
}

extension Vector3 {
  /// A vector with a level part and nothing along up.
  @export(implementation) @inline(__always)
  init(level part: Vector2<Scalar>) { self.init(x: part.x, y: part.y, z: 0.0) }

  /// Every coordinate brought into -largest ... largest.
  @export(implementation) @inline(__always)
  func clamped(to largest: Scalar) -> Self {
    Self(x: x.clamped(-largest, largest), y: y.clamped(-largest, largest), z: z.clamped(-largest, largest))
  }

  /// The unit vector of the same direction; zero if the vector is too short to have one.
  @export(implementation) @inline(__always)
  var directionOrZero: Self {
    let square = squaredLength
    let inverse = 1.0 / square.squareRoot()
    return self * Scalar.zero.replacing(with: inverse, where: square .> 0.0)
  }

  /// Each coordinate's square root: standard deviations from variances.
  @export(implementation) @inline(__always)
  var elementwiseSquareRoot: Self { Self(x: x.squareRoot(), y: y.squareRoot(), z: z.squareRoot()) }
}
