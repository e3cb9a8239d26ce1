/// Why a system of equations has no answer. Callers turn it into an error that speaks of the user's data.
public enum LinearAlgebraError: Error, Equatable, Sendable {
  /// The matrix is not positive definite: the leading minor of this order (from 1) is not.
  case notPositiveDefinite(order: Int)
  /// The matrix is singular: this pivot (from 1) is zero.
  case singular(pivot: Int)
  /// An iteration did not converge; so many values are missing.
  case notConverged(missing: Int)
  /// An entry is not finite.
  case notFinite
}
