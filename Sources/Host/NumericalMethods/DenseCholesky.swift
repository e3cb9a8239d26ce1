import CLAPACKE
import SystemLibrary

/// The Cholesky factor L of a small symmetric positive definite matrix A = L Lᵀ, stored column by column.
package struct DenseCholesky {
  /// The number of rows and columns.
  let order: Int
  /// L in the lower triangle; the entries above are meaningless.
  private(set) var factor: [Double]

  /// Factors a matrix of `order` columns, of which only the lower triangle is read (`dpotrf`).
  package init(_ matrix: [Double], order: Int) throws(LinearAlgebraError) {
    precondition(matrix.count == order * order)
    guard matrix.allSatisfy(\.isFinite) else { throw .notFinite }
    self.order = order
    factor = matrix
    let code = LAPACKE_dpotrf_work(
      LAPACK_COL_MAJOR, LAPACKCode.lower, Int32(order), &factor, Int32(order))
    try LAPACKCode.checkFactored(code)
  }

  /// The solution of A x = `right` (`dpotrs`).
  package func solve(_ right: [Double]) throws(LinearAlgebraError) -> [Double] {
    precondition(right.count == order)
    var solution = right
    let code = LAPACKE_dpotrs_work(
      LAPACK_COL_MAJOR, LAPACKCode.lower, Int32(order), 1, factor, Int32(order), &solution,
      Int32(order))
    try LAPACKCode.checkSolved(code)
    return solution
  }

  /// L⁻¹, lower triangular, column by column (`dtrtrs`): A⁻¹ = L⁻ᵀ L⁻¹.
  package func inverseFactor() throws(LinearAlgebraError) -> [Double] {
    var inverse = [Double](repeating: 0, count: order * order)
    for index in 0..<order { inverse[index * (order + 1)] = 1 }
    let code = LAPACKE_dtrtrs_work(
      LAPACK_COL_MAJOR, LAPACKCode.lower, LAPACKCode.plain, LAPACKCode.nonUnit, Int32(order), Int32(order),
      factor, Int32(order), &inverse, Int32(order))
    try LAPACKCode.checkSolved(code)
    return inverse
  }

  /// The diagonal of A⁻¹: the variances if A is an information matrix.
  package func inverseDiagonal() throws(LinearAlgebraError) -> [Double] {
    let inverse = try inverseFactor()
    return (0..<order).map { column in
      (column..<order).reduce(0) { $0 + inverse[column * order + $1] * inverse[column * order + $1] }
    }
  }

  /// The logarithm of the determinant of A.
  package var logDeterminant: Double {
    (0..<order).reduce(0) { $0 + 2 * factor[$1 * (order + 1)].logarithm }
  }
}

extension Double {
  /// The natural logarithm.
  @inlinable package var logarithm: Double { log(self) }
}
