import CLAPACKE

/// The eigenvalues and eigenvectors of a symmetric matrix (LAPACK: dsyev).
public struct SymmetricEigen: Sendable {
  /// The eigenvalues, from the smallest to the largest.
  public let values: [Double]
  /// The unit eigenvectors, one per column, in the order of `values`.
  public let vectors: DenseMatrix

  /// Decomposes a square matrix, of which the part on and above the diagonal counts.
  public init(_ matrix: DenseMatrix) throws(LinearAlgebraError) {
    precondition(matrix.rowCount == matrix.columnCount, "only square matrices have eigenvalues")
    try matrix.requireFinite()
    let size = Int32(matrix.rowCount)
    var vectors = matrix
    var values = [Double](repeating: 0, count: matrix.rowCount)
    let info = LAPACKE_dsyev(
      LAPACK_ROW_MAJOR, CChar(UInt8(ascii: "V")), CChar(UInt8(ascii: "U")), size, &vectors.entries, size, &values)
    guard info == 0 else { throw .notConverged(missing: Int(info)) }
    self.values = values
    self.vectors = vectors
  }

  /// The eigenvector of the value of that place.
  public func vector(_ place: Int) -> [Double] { (0..<vectors.rowCount).map { vectors[$0, place] } }
}
