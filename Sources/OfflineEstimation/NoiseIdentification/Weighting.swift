/// Least squares with the weights that belong to a covariance of the rows.
struct Weighting {
  private let weights: DenseMatrix

  /// The weights for rows of given standard deviations and correlations; nil where these are no covariance.
  init?(_ deviations: [Double], _ correlation: DenseMatrix) {
    var covariance = correlation
    for row in deviations.indices {
      for column in deviations.indices { covariance[row, column] *= deviations[row] * deviations[column] }
    }
    guard let inverse = try? NormalEquations(matrix: covariance).inverse() else { return nil }
    weights = inverse
  }

  /// The x for which the sum of x times the columns is nearest to the right side, the standard deviations of x, and the
  /// weighted sum of the squared residuals; nil where the columns do not determine it.
  func solve(
    _ columns: [[Double]], _ right: [Double]
  ) -> (solution: [Double], deviations: [Double], residual: Double)? {
    let weighted = columns.map { Self.product(weights, $0) }
    // Columns are scaled to a unit diagonal: coefficients differ by many powers of ten.
    let scales = zip(columns, weighted).map { 1 / Self.dot($0, $1).squareRoot() }
    var matrix = DenseMatrix(rowCount: columns.count, columnCount: columns.count)
    for row in columns.indices {
      for column in columns.indices {
        matrix[row, column] = Self.dot(columns[row], weighted[column]) * scales[row] * scales[column]
      }
    }
    guard let inverse = try? NormalEquations(matrix: matrix).inverse() else { return nil }
    let projections = zip(weighted, scales).map { Self.dot($0, right) * $1 }
    let solution = zip(Self.product(inverse, projections), scales).map { $0 * $1 }
    var residuals = right
    for (column, value) in zip(columns, solution) {
      for row in residuals.indices { residuals[row] -= column[row] * value }
    }
    let deviations = zip(inverse.diagonal, scales).map { $0.squareRoot() * $1 }
    return (solution, deviations, Self.dot(residuals, Self.product(weights, residuals)))
  }

  private static func dot(_ left: [Double], _ right: [Double]) -> Double {
    var sum = 0.0
    for index in left.indices { sum += left[index] * right[index] }
    return sum
  }

  private static func product(_ matrix: DenseMatrix, _ vector: [Double]) -> [Double] {
    (0..<matrix.rowCount).map { row in
      var sum = 0.0
      for column in vector.indices { sum += matrix[row, column] * vector[column] }
      return sum
    }
  }
}
