import CLAPACKE

/// The Cholesky factorisation A = L Lᵀ of a symmetric positive definite band matrix, in memory of the caller's.
///
/// Storage is LAPACK's lower band: entry (i, j) with j <= i <= j + `bandwidth` is at `(i - j) + leadingDimension * j`.
/// The factor replaces the matrix. Nothing is allocated.
struct BandedCholesky {
  /// The number of rows and columns.
  let order: Int
  /// The number of diagonals below the main one.
  let bandwidth: Int

  /// Entries per column of the storage.
  var leadingDimension: Int { bandwidth + 1 }

  /// Replaces the matrix by its factor L (`dpbtrf`).
  func factor(_ band: UnsafeMutableBufferPointer<Double>) throws(LinearAlgebraError) {
    precondition(band.count >= order * leadingDimension)
    let code = LAPACKE_dpbtrf_work(
      LAPACK_COL_MAJOR, LAPACKCode.lower, Int32(order), Int32(bandwidth), band.baseAddress,
      Int32(leadingDimension))
    try LAPACKCode.checkFactored(code)
  }

  /// Solves L X = B, or with `isTransposed` Lᵀ X = B, for `columnCount` columns of `order` numbers each, in their place
  /// (`dtbtrs`).
  func solve(
    _ factor: UnsafeMutableBufferPointer<Double>, _ right: UnsafeMutablePointer<Double>, columnCount: Int,
    isTransposed: Bool = false
  ) throws(LinearAlgebraError) {
    let code = LAPACKE_dtbtrs_work(
      LAPACK_COL_MAJOR, LAPACKCode.lower, isTransposed ? LAPACKCode.transposed : LAPACKCode.plain,
      LAPACKCode.nonUnit, Int32(order), Int32(bandwidth), Int32(columnCount), factor.baseAddress,
      Int32(leadingDimension), right, Int32(max(order, 1)))
    try LAPACKCode.checkSolved(code)
  }

  /// The logarithm of the determinant of A, from its factor.
  func logDeterminant(_ factor: UnsafeMutableBufferPointer<Double>) -> Double {
    var product = 1.0
    var sum = 0.0
    for column in 0..<order {
      product *= factor[column * leadingDimension]
      // One logarithm for many factors; each of them is far from the limits of a Double.
      if product > 1e150 || product < 1e-150 {
        sum += product.logarithm
        product = 1.0
      }
    }
    return 2 * (sum + product.logarithm)
  }
}
