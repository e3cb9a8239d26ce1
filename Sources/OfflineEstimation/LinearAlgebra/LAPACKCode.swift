import CLAPACKE

/// What LAPACK takes and gives as numbers and letters, with names.
enum LAPACKCode {
  /// The lower triangle of a symmetric matrix, or a lower triangular one.
  static let lower = CChar(UInt8(ascii: "L"))
  /// The matrix as it is.
  static let plain = CChar(UInt8(ascii: "N"))
  /// The matrix with rows and columns exchanged.
  static let transposed = CChar(UInt8(ascii: "T"))
  /// A triangular matrix whose diagonal is stored.
  static let nonUnit = CChar(UInt8(ascii: "N"))

  /// Passes where a Cholesky factorisation succeeded.
  static func checkFactored(_ code: Int32) throws(LinearAlgebraError) {
    if code > 0 { throw .notPositiveDefinite(order: Int(code)) }
    precondition(code == 0, "argument \(-code) of a factorisation is wrong")
  }

  /// Passes where a triangular system was solved.
  static func checkSolved(_ code: Int32) throws(LinearAlgebraError) {
    if code > 0 { throw .singular(pivot: Int(code)) }
    precondition(code == 0, "argument \(-code) of a triangular solution is wrong")
  }
}
