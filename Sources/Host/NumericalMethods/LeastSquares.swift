import CLAPACKE

/// Linear least squares by orthogonal transformation; all rows are held in memory (LAPACK: dgels).
package enum LeastSquares {
  /// The x that minimises |`rows` x - `right`|.
  ///
  /// Needs at least as many rows as columns. Throws `singular` if a column depends on the others to within rounding.
  package static func solve(_ rows: DenseMatrix, _ right: [Double]) throws(LinearAlgebraError) -> [Double] {
    precondition(rows.rowCount == right.count, "each row has one right side")
    precondition(rows.rowCount >= rows.columnCount, "least squares needs as many rows as unknowns")
    try rows.requireFinite()
    guard right.allSatisfy(\.isFinite) else { throw .notFinite }
    var factor = rows
    var solution = right
    let columns = Int32(rows.columnCount)
    let info = LAPACKE_dgels(
      LAPACK_ROW_MAJOR, LAPACKCode.plain, Int32(rows.rowCount), columns, 1, &factor.storage, columns,
      &solution, 1)
    guard info == 0 else { throw .singular(pivot: Int(info)) }
    // dgels reports a dependent column only if its pivot is exactly zero, which rounding seldom leaves.
    let pivots = factor.diagonal.map(\.magnitude)
    let largest = pivots.max() ?? 0
    if let lost = pivots.firstIndex(where: { $0 <= 1e-13 * largest }) { throw .singular(pivot: lost + 1) }
    return Array(solution.prefix(rows.columnCount))
  }
}

/// Linear least squares by normal equations: any number of rows in the memory of n² numbers (LAPACK: dposv, dpotrf,
/// dpotri).
///
/// They square the condition number: use them for unknowns of similar scale that the rows determine well.
package struct NormalEquations: Sendable {
  /// The sum of weight · row · rowᵀ, on and below the diagonal; zero above it.
  private var matrix: DenseMatrix
  /// The sum of weight · row · right side.
  package private(set) var vector: [Double]
  /// The number of unknowns.
  package var unknownCount: Int { vector.count }

  /// Equations of `unknownCount` unknowns, without rows.
  package init(unknownCount: Int) {
    matrix = DenseMatrix(rowCount: unknownCount, columnCount: unknownCount)
    vector = [Double](repeating: 0, count: unknownCount)
  }

  /// Adds the equation row · x = right with a weight.
  package mutating func add(row: ArraySlice<Double>, right: Double, weight: Double = 1) {
    let first = row.startIndex
    for i in 0..<unknownCount {
      let scaled = weight * row[first + i]
      if scaled == 0 { continue }
      vector[i] += scaled * right
      for j in 0...i { matrix.storage[i * unknownCount + j] += scaled * row[first + j] }
    }
  }

  /// Equations from a symmetric matrix, of which the lower triangle is read, and a zero right side.
  package init(matrix: DenseMatrix) {
    self.matrix = matrix
    vector = [Double](repeating: 0, count: matrix.rowCount)
  }

  /// The sum of weight · row · rowᵀ.
  package var symmetricMatrix: DenseMatrix {
    var result = matrix
    for i in 0..<unknownCount {
      for j in 0..<i { result[j, i] = result[i, j] }
    }
    return result
  }

  /// The solution after each diagonal entry is enlarged by the fraction `damping` (Marquardt). Throws if the rows do not
  /// determine the unknowns.
  package func solution(damping: Double = 0) throws(LinearAlgebraError) -> [Double] {
    try matrix.requireFinite()
    var factor = matrix
    for i in 0..<unknownCount { factor[i, i] *= 1 + damping }
    var solution = vector
    let size = Int32(unknownCount)
    let info = LAPACKE_dposv(LAPACK_ROW_MAJOR, LAPACKCode.lower, size, 1, &factor.storage, size, &solution, 1)
    guard info == 0 else { throw .notPositiveDefinite(order: Int(info)) }
    try requirePivots(of: factor)
    return solution
  }

  /// The inverse of the matrix: the covariance of the solution if the weights are inverse variances. Throws if the rows
  /// do not determine the unknowns.
  package func inverse() throws(LinearAlgebraError) -> DenseMatrix {
    try matrix.requireFinite()
    var inverse = matrix
    let size = Int32(unknownCount)
    var info = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, LAPACKCode.lower, size, &inverse.storage, size)
    guard info == 0 else { throw .notPositiveDefinite(order: Int(info)) }
    try requirePivots(of: inverse)
    info = LAPACKE_dpotri(LAPACK_ROW_MAJOR, LAPACKCode.lower, size, &inverse.storage, size)
    guard info == 0 else { throw .singular(pivot: Int(info)) }
    return NormalEquations(matrix: inverse).symmetricMatrix
  }

  /// Throws if a pivot is rounding error alone: at most 1e-14 of its column.
  private func requirePivots(of factor: DenseMatrix) throws(LinearAlgebraError) {
    for i in 0..<unknownCount where factor[i, i] * factor[i, i] <= 1e-14 * matrix[i, i] {
      throw .notPositiveDefinite(order: i + 1)
    }
  }
}
