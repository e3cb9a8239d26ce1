/// All eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's method.
///
/// Goals, in order: eigenvectors orthonormal to rounding, also for equal eigenvalues; ends for every input; no heap. Each
/// plane rotation makes one off-diagonal pair zero; convergence is quadratic, and a 4 x 4 matrix takes four to six sweeps.
///
/// Source: G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th edition, section 8.5.
@frozen
public struct SymmetricEigenvectors<let n: Int, Scalar: LaneElement>: Sendable {
  /// The eigenvalues, from the largest to the smallest.
  public var values: InlineArray<n, Scalar>
  /// The unit eigenvectors, one per column, in the order of `values`.
  public var vectors: SquareMatrix<n, Scalar>

  /// Decomposes a symmetric matrix. Not finite entries give results that are not finite.
  @export(implementation)
  public init(_ matrix: SquareMatrix<n, Scalar>) {
    var remaining = matrix
    vectors = SquareMatrix()
    for index in 0..<n { vectors[index, index] = 1 }
    for _ in 0..<Self.mostSweeps {
      if Self.isDiagonal(remaining) { break }
      for row in 0..<n {
        for column in 0..<row where remaining[row, column] != 0 {
          Self.annihilate(row, column, in: &remaining, &vectors)
        }
      }
    }
    values = InlineArray(repeating: 0)
    for index in 0..<n { values[index] = remaining[index, index] }
    sortDescending()
  }

  /// Far above what any finite matrix needs.
  @export(implementation) static var mostSweeps: Int { 24 }

  /// Whether what is left beside the diagonal no longer changes an eigenvalue.
  @export(implementation)
  static func isDiagonal(_ matrix: SquareMatrix<n, Scalar>) -> Bool {
    // Sums, not maxima: a not-a-number stays visible.
    var (diagonal, rest): (Scalar, Scalar) = (0, 0)
    for row in 0..<n {
      diagonal += abs(matrix[row, row])
      for column in 0..<row { rest += abs(matrix[row, column]) }
    }
    return rest <= diagonal * Scalar.ulpOfOne * Scalar.ulpOfOne
  }

  /// One plane rotation that makes the entry at (p, q) zero.
  @export(implementation)
  static func annihilate(
    _ p: Int, _ q: Int, in matrix: inout SquareMatrix<n, Scalar>, _ vectors: inout SquareMatrix<n, Scalar>
  ) {
    let ratio = (matrix[q, q] - matrix[p, p]) / (2 * matrix[p, q])
    // The smaller root of t² + 2 ratio t - 1 = 0.
    let size = abs(ratio)
    let magnitude = 1 / (size + (size * size + 1).squareRoot())
    let tangent = ratio < 0 ? -magnitude : magnitude
    let cosine = 1 / (tangent * tangent + 1).squareRoot()
    let sine = tangent * cosine
    let change = tangent * matrix[p, q]
    matrix[p, p] -= change
    matrix[q, q] += change
    matrix[p, q] = 0
    matrix[q, p] = 0
    for other in 0..<n {
      if other != p && other != q {
        let (inP, inQ) = (matrix[other, p], matrix[other, q])
        matrix[other, p] = cosine * inP - sine * inQ
        matrix[other, q] = sine * inP + cosine * inQ
        matrix[p, other] = matrix[other, p]
        matrix[q, other] = matrix[other, q]
      }
      let (ofP, ofQ) = (vectors[other, p], vectors[other, q])
      vectors[other, p] = cosine * ofP - sine * ofQ
      vectors[other, q] = sine * ofP + cosine * ofQ
    }
  }

  @export(implementation)
  mutating func sortDescending() {
    for place in 0..<n {
      var largest = place
      for candidate in place..<n where values[candidate] > values[largest] { largest = candidate }
      let value = values[place]
      values[place] = values[largest]
      values[largest] = value
      for row in 0..<n {
        let entry = vectors[row, place]
        vectors[row, place] = vectors[row, largest]
        vectors[row, largest] = entry
      }
    }
  }
}

extension Rotation where Scalar: LaneElement {
  /// The unit quaternion q that makes qᵀ M q largest, and that value; nil where a second one is as good.
  ///
  /// The gap between the two largest eigenvalues must exceed 4096 units of rounding of `scale`, the size of the terms in
  /// M: at that gap rounding alone turns the answer by about a milliradian.
  @export(implementation)
  static func dominant(of matrix: SquareMatrix<4, Scalar>, scale: Scalar) -> (rotation: Self, value: Scalar)? {
    let decomposition = SymmetricEigenvectors(matrix)
    let (values, vectors) = (decomposition.values, decomposition.vectors)
    guard values[0] - values[1] > 4096 * Scalar.ulpOfOne * scale else { return nil }
    let vector = Quaternion(w: vectors[0, 0], x: vectors[1, 0], y: vectors[2, 0], z: vectors[3, 0])
    guard let rotation = Self(normalizing: vector) else { return nil }
    return (rotation, values[0])
  }
}

extension SquareMatrix where n == 4, Scalar: LaneElement {
  /// The symmetric matrix K for which qᵀ K q = trace(profileᵀ R(q)), parts in the order w, x, y, z (Davenport's q-method:
  /// Markley and Crassidis, "Fundamentals of Spacecraft Attitude Determination and Control", 2014, section 5.3; there
  /// for the inverse rotation, scalar last).
  @export(implementation)
  static func davenport(profile: Matrix3<Scalar>) -> Self {
    let trace = profile.trace
    let difference = Vector3(
      x: profile.row2.y - profile.row1.z, y: profile.row0.z - profile.row2.x, z: profile.row1.x - profile.row0.y)
    let sum = profile + profile.transpose
    var matrix = Self()
    matrix[0, 0] = trace
    for row in 0..<3 {
      matrix[0, row + 1] = difference[row]
      matrix[row + 1, 0] = difference[row]
      for column in 0..<3 { matrix[row + 1, column + 1] = sum[row, column] }
      matrix[row + 1, row + 1] -= trace
    }
    return matrix
  }
}
