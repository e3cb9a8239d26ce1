import CLAPACKE

/// The real eigenvalues and eigenvectors of a pair of square matrices, A v = λ B v (LAPACK: dggev).
public struct GeneralizedEigen: Sendable {
  /// One real solution; its eigenvalue is `numerator` / `denominator`, infinite where the denominator is zero.
  public struct Pair: Sendable {
    /// The numerator of the eigenvalue.
    public let numerator: Double
    /// The denominator of the eigenvalue.
    public let denominator: Double
    /// The eigenvector; its largest entry has the magnitude 1.
    public let vector: [Double]
  }

  /// The real solutions; pairs of complex ones are left out.
  public let pairs: [Pair]

  /// Decomposes a pair of square matrices of one size; either may be singular.
  public init(_ left: DenseMatrix, _ right: DenseMatrix) throws(LinearAlgebraError) {
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
      LAPACK_ROW_MAJOR, CChar(UInt8(ascii: "N")), CChar(UInt8(ascii: "V")), size, &left.entries, size, &right.entries,
      size, &real, &imaginary, &denominators, nil, size, &vectors.entries, size)
    guard info == 0 else { throw .notConverged(missing: Int(info)) }
    pairs = (0..<count).filter { imaginary[$0] == 0 }.map { place in
      Pair(
        numerator: real[place], denominator: denominators[place],
        vector: (0..<count).map { vectors[$0, place] })
    }
  }
}
