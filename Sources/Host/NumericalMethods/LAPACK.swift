import CLAPACKE

/// LAPACKE, which solves the linear systems of this module. It is opened at first use; if it is missing, that use ends the
/// process with status 127. Check `problem` before opening files.
package enum LinearAlgebraLibrary {
  /// The dynamic loader's message if LAPACKE cannot be loaded, nil if it can. Loads it.
  package static var problem: String? { cardan_lapacke_missing().map { String(cString: $0) } }
}

/// Why a system of equations has no solution.
public enum LinearAlgebraError: Error, Equatable, Sendable {
  /// The matrix is not positive definite: the leading minor of this order (from 1) is not.
  case notPositiveDefinite(order: Int)
  /// The matrix is singular: this pivot (from 1) is zero.
  case singular(pivot: Int)
  /// An iteration did not converge for this number of values.
  case notConverged(missing: Int)
  /// An entry is not finite.
  case notFinite
}

/// LAPACK's option letters and return codes.
enum LAPACKCode {
  /// The lower triangle of a symmetric matrix, or a lower triangular matrix.
  static let lower = CChar(UInt8(ascii: "L"))
  /// The upper triangle of a symmetric matrix.
  static let upper = CChar(UInt8(ascii: "U"))
  /// The matrix itself, not its transpose.
  static let plain = CChar(UInt8(ascii: "N"))
  /// A triangular matrix with its diagonal stored.
  static let nonUnit = CChar(UInt8(ascii: "N"))
  /// Compute eigenvectors.
  static let vectors = CChar(UInt8(ascii: "V"))
  /// Compute no eigenvectors.
  static let noVectors = CChar(UInt8(ascii: "N"))

  /// Throws if a Cholesky factorisation failed.
  static func checkFactored(_ code: Int32) throws(LinearAlgebraError) {
    if code > 0 { throw .notPositiveDefinite(order: Int(code)) }
    precondition(code == 0, "invalid argument \(-code) of a factorisation")
  }

  /// Throws if a triangular system was singular.
  static func checkSolved(_ code: Int32) throws(LinearAlgebraError) {
    if code > 0 { throw .singular(pivot: Int(code)) }
    precondition(code == 0, "invalid argument \(-code) of a triangular solution")
  }
}
