/// The normal equations of the smoother once the knots are eliminated: the constant errors, and what the way back needs.
struct ArrowElimination {
  /// The block row of the first knot of every chunk, as the knots before left it.
  let kept: [Double]
  /// The corrections of the constant errors.
  let globals: [Double]
  /// The factor of the Schur complement of the knots: its inverse is the covariance of the constant errors.
  let complement: DenseCholesky
  /// log det of the whole matrix.
  let logDeterminant: Double
  /// What the step leaves of Σ w (r + J x)².
  let remainingCost: Double

  /// Solves for the constant errors. `corner` is the Schur complement with its right side, row after row of 16, and in its
  /// last place what the knots leave of the cost; `logDeterminant` is that of the knots.
  init(kept: [Double], corner: UnsafePointer<Double>, logDeterminant: Double) throws(LinearAlgebraError) {
    let count = ArrowWindow.globalCount
    // Rows right of the diagonal are columns below it.
    var matrix = [Double](repeating: 0, count: count * count)
    var right = [Double](repeating: 0, count: count)
    for row in 0..<count {
      for column in row..<count { matrix[column + count * row] = corner[column + (count + 1) * row] }
      right[row] = corner[count + (count + 1) * row]
    }
    complement = try DenseCholesky(matrix, order: count)
    globals = try complement.solve(right)
    self.kept = kept
    self.logDeterminant = logDeterminant + complement.logDeterminant
    remainingCost = corner[(count + 1) * (count + 1) - 1] - zip(right, globals).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
