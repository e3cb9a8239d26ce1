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
    let length = self.length
    let hasDirection = length .> 0.0
    let unit = self * (1.0 / length.replacing(with: 1.0, where: .!hasDirection))
    return Vector3.zero.replacing(with: unit, where: hasDirection)
  }
}
