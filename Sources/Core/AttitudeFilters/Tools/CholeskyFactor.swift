import Rotations

/// The lower triangular factor L of a positive definite matrix, L Lᵀ. Its leading rows are the factor of the leading block.
@frozen @usableFromInline
struct CholeskyFactor<let n: Int, Scalar: RealLanes>: Sendable {
  /// By rows; zero above the diagonal.
  @usableFromInline var rows = InlineArray<n, InlineArray<n, Scalar>>(repeating: InlineArray(repeating: 0.0))

  /// The factor of a matrix whose pivots are at least `leastPivot`, which stands where rounding leaves less.
  @export(implementation)
  init(of matrix: SymmetricMatrix<n, Scalar>, leastPivot: Scalar) {
    for row in 0..<n {
      for column in 0...row {
        var sum = matrix[row, column]
        for inner in 0..<column { sum -= rows[row][inner] * rows[column][inner] }
        rows[row][column] =
          row == column ? Scalar.maximum(sum, leastPivot).squareRoot() : sum / rows[column][column]
      }
    }
  }

  /// y with L y = b.
  @export(implementation)
  func halfSolved(_ right: InlineArray<n, Scalar>) -> InlineArray<n, Scalar> {
    var solution = right
    for row in 0..<n {
      for column in 0..<row { solution[row] -= rows[row][column] * solution[column] }
      solution[row] /= rows[row][row]
    }
    return solution
  }

  /// x with Lᵀ x = y, of the leading `count` rows alone.
  @export(implementation)
  func backSolved(_ right: InlineArray<n, Scalar>, count: Int) -> InlineArray<n, Scalar> {
    var solution = right
    for row in (0..<count).reversed() {
      for column in row + 1..<count { solution[row] -= rows[column][row] * solution[column] }
      solution[row] /= rows[row][row]
    }
    return solution
  }
}
