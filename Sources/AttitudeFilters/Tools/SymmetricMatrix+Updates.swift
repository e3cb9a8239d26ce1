import Rotations

extension SymmetricMatrix where n == 3 {
  /// The matrix applied to a vector.
  @inlinable @inline(__always)
  static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    matrix.block(0, 0) * vector
  }

  /// Takes away the square of a vector, scaled: P - v vᵀ factor.
  @inlinable @inline(__always)
  mutating func subtractSquare(of vector: Vector3<Scalar>, times factor: Scalar) {
    let scaled = vector * factor
    for row in 0..<3 {
      for column in row..<3 { self[row, column] -= scaled[row] * vector[column] }
    }
  }
}
