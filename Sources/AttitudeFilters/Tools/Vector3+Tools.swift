import Rotations

extension Vector3 {
  /// Every coordinate brought into -largest ... largest.
  @inlinable @inline(__always)
  func clamped(to largest: Scalar) -> Self {
    Self(x: x.clamped(-largest, largest), y: y.clamped(-largest, largest), z: z.clamped(-largest, largest))
  }

  /// The unit vector of the same direction; zero where the vector is too short to have one.
  @inlinable @inline(__always)
  var directionOrZero: Self {
    let square = squaredLength
    let inverse = 1.0 / square.squareRoot()
    return self * Scalar.zero.replacing(with: inverse, where: square .> 0.0)
  }
}
