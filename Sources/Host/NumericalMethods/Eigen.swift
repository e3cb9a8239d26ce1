import CLAPACKE

/// The eigenvalues and eigenvectors of a symmetric matrix (LAPACK: dsyev).
package struct SymmetricEigen: Sendable {
  /// The eigenvalues, from the smallest to the largest.
  package let values: [Double]
  /// The unit eigenvectors, one per column, in the order of `values`.
  package let vectors: DenseMatrix

  /// Decomposes a square matrix; only its upper triangle is read.
  package init(_ matrix: DenseMatrix) throws(LinearAlgebraError) {
    precondition(matrix.rowCount == matrix.columnCount, "only square matrices have eigenvalues")
    try matrix.requireFinite()
    let size = Int32(matrix.rowCount)
    var vectors = matrix
    var values = [Double](repeating: 0, count: matrix.rowCount)
    let info = LAPACKE_dsyev(
      LAPACK_ROW_MAJOR, LAPACKCode.vectors, LAPACKCode.upper, size, &vectors.storage, size, &values)
    guard info == 0 else { throw .notConverged(missing: Int(info)) }
    self.values = values
    self.vectors = vectors
  }

  /// The eigenvector of `values[place]`.
  package func vector(_ place: Int) -> [Double] { (0..<vectors.rowCount).map { vectors[$0, place] } }
}

/// The real eigenvalues and eigenvectors of a pair of square matrices, A v = λ B v (LAPACK: dggev).
package struct GeneralizedEigen: Sendable {
  /// One real solution; its eigenvalue is `numerator` / `denominator`, infinite if the denominator is zero.
  package struct Pair: Sendable {
    /// The numerator of the eigenvalue.
    package let numerator: Double
    /// The denominator of the eigenvalue.
    package let denominator: Double
    /// The eigenvector; its largest entry has the magnitude 1.
    package let vector: [Double]
  }

  /// The real solutions; complex ones are omitted.
  package let pairs: [Pair]

  /// Decomposes two square matrices of equal size; either may be singular.
  package init(_ left: DenseMatrix, _ right: DenseMatrix) throws(LinearAlgebraError) {
    precondition(left.rowCount == left.columnCount, "only square matrices have eigenvalues")
    precondition(left.rowCount == right.rowCount && right.rowCount == right.columnCount, "sizes must be equal")
    try left.requireFinite()
    try right.requireFinite()
    let count = left.rowCount
    let size = Int32(count)
    var (left, right) = (left, right)
    var (real, imaginary, denominators) = (
      [Double](repeating: 0, count: count), [Double](repeating: 0, count: count), [Double](repeating: 0, count: count)
    )
    var vectors = DenseMatrix(rowCount: count, columnCount: count)
    let info = LAPACKE_dggev(
      LAPACK_ROW_MAJOR, LAPACKCode.noVectors, LAPACKCode.vectors, size, &left.storage, size, &right.storage,
      size, &real, &imaginary, &denominators, nil, size, &vectors.storage, size)
    guard info == 0 else { throw .notConverged(missing: Int(info)) }
    pairs = (0..<count).filter { imaginary[$0] == 0 }.map { place in
      Pair(
        numerator: real[place], denominator: denominators[place],
        vector: (0..<count).map { vectors[$0, place] })
    }
  }
}
