import CLAPACKE

/// The eigenvalues and eigenvectors of a symmetric matrix (LAPACK: dsyev).
struct SymmetricEigen: Sendable {
  /// The eigenvalues, from the smallest to the largest.
  let values: [Double]
  /// The unit eigenvectors, one per column, in the order of `values`.
  let vectors: DenseMatrix

  /// Decomposes a square matrix; only its upper triangle is read.
  init(_ matrix: DenseMatrix) throws(LinearAlgebraError) {
    precondition(matrix.rowCount == matrix.columnCount, "only square matrices have eigenvalues")
    try matrix.requireFinite()
    let size = Int32(matrix.rowCount)
    var vectors = matrix
    var values = [Double](repeating: 0, count: matrix.rowCount)
    let info = LAPACKE_dsyev(
      LAPACK_ROW_MAJOR, LAPACKCode.vectors, LAPACKCode.upper, size, &vectors.entries, size, &values)
    guard info == 0 else { throw .notConverged(missing: Int(info)) }
    self.values = values
    self.vectors = vectors
  }

  /// The eigenvector of `values[place]`.
  func vector(_ place: Int) -> [Double] { (0..<vectors.rowCount).map { vectors[$0, place] } }
}

/// The real eigenvalues and eigenvectors of a pair of square matrices, A v = λ B v (LAPACK: dggev).
struct GeneralizedEigen: Sendable {
  /// One real solution; its eigenvalue is `numerator` / `denominator`, infinite if the denominator is zero.
  struct Pair: Sendable {
    /// The numerator of the eigenvalue.
    let numerator: Double
    /// The denominator of the eigenvalue.
    let denominator: Double
    /// The eigenvector; its largest entry has the magnitude 1.
    let vector: [Double]
  }

  /// The real solutions; complex ones are omitted.
  let pairs: [Pair]

  /// Decomposes two square matrices of equal size; either may be singular.
  init(_ left: DenseMatrix, _ right: DenseMatrix) throws(LinearAlgebraError) {
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
      LAPACK_ROW_MAJOR, LAPACKCode.noVectors, LAPACKCode.vectors, size, &left.entries, size, &right.entries,
      size, &real, &imaginary, &denominators, nil, size, &vectors.entries, size)
    guard info == 0 else { throw .notConverged(missing: Int(info)) }
    pairs = (0..<count).filter { imaginary[$0] == 0 }.map { place in
      Pair(
        numerator: real[place], denominator: denominators[place],
        vector: (0..<count).map { vectors[$0, place] })
    }
  }
}
