import CLAPACKE

/// Linear least squares by its normal equations, which take any number of rows in the memory of n² numbers (LAPACK:
/// dposv, dpotrf, dpotri).
///
/// They square the condition of the problem: for unknowns that are scaled alike and well told apart.
public struct NormalEquations: Sendable {
  /// The sum of weight · row · rowᵀ, on and below the diagonal; zero above it.
  private var matrix: DenseMatrix
  /// The sum of weight · row · right side.
  public private(set) var vector: [Double]
  /// The number of unknowns.
  public var unknownCount: Int { vector.count }

  /// Equations for so many unknowns, without rows yet.
  public init(unknownCount: Int) {
    matrix = DenseMatrix(rowCount: unknownCount, columnCount: unknownCount)
    vector = [Double](repeating: 0, count: unknownCount)
  }

  /// Adds the row row · x = right, which counts with its weight.
  public mutating func add(row: ArraySlice<Double>, right: Double, weight: Double = 1) {
    let first = row.startIndex
    for i in 0..<unknownCount {
      let scaled = weight * row[first + i]
      if scaled == 0 { continue }
      vector[i] += scaled * right
      for j in 0...i { matrix.entries[i * unknownCount + j] += scaled * row[first + j] }
    }
  }

  /// Equations from a symmetric matrix, of which the part on and below the diagonal counts, and a zero right side.
  public init(matrix: DenseMatrix) {
    self.matrix = matrix
    vector = [Double](repeating: 0, count: matrix.rowCount)
  }

  /// The sum of weight · row · rowᵀ.
  public var symmetricMatrix: DenseMatrix {
    var result = matrix
    for i in 0..<unknownCount {
      for j in 0..<i { result[j, i] = result[i, j] }
    }
    return result
  }

  /// The solution, where each diagonal entry is first enlarged by the fraction `damping` (Marquardt). Throws where the
  /// rows do not determine the unknowns.
  public func solution(damping: Double = 0) throws(LinearAlgebraError) -> [Double] {
    try matrix.requireFinite()
    var factor = matrix
    for i in 0..<unknownCount { factor[i, i] *= 1 + damping }
    var solution = vector
    let size = Int32(unknownCount)
    let info = LAPACKE_dposv(LAPACK_ROW_MAJOR, Self.lower, size, 1, &factor.entries, size, &solution, 1)
    guard info == 0 else { throw .notPositiveDefinite(order: Int(info)) }
    try requirePivots(of: factor)
    return solution
  }

  /// The inverse of the matrix: the covariance of the solution where the weights are inverse variances. Throws where
  /// the rows do not determine the unknowns.
  public func inverse() throws(LinearAlgebraError) -> DenseMatrix {
    try matrix.requireFinite()
    var inverse = matrix
    let size = Int32(unknownCount)
    var info = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, Self.lower, size, &inverse.entries, size)
    guard info == 0 else { throw .notPositiveDefinite(order: Int(info)) }
    try requirePivots(of: inverse)
    info = LAPACKE_dpotri(LAPACK_ROW_MAJOR, Self.lower, size, &inverse.entries, size)
    guard info == 0 else { throw .singular(pivot: Int(info)) }
    return NormalEquations(matrix: inverse).symmetricMatrix
  }

  /// Throws where rounding alone left a pivot: what is left of a column beside those before it, as a share of it.
  private func requirePivots(of factor: DenseMatrix) throws(LinearAlgebraError) {
    for i in 0..<unknownCount where factor[i, i] * factor[i, i] <= 1e-14 * matrix[i, i] {
      throw .notPositiveDefinite(order: i + 1)
    }
  }

  private static let lower = CChar(UInt8(ascii: "L"))
}
