import CLAPACKE
import Testing

@testable import NumericalMethods

/// The wrappers of LAPACK against examples computed by hand, and their errors.
@Suite struct LinearAlgebraTests {
  private static func matrix(_ rows: [[Double]]) -> DenseMatrix {
    DenseMatrix(rowCount: rows.count, columnCount: rows[0].count, entries: rows.flatMap { $0 })
  }

  @Test func lapackSolvesAPositiveDefiniteSystem() {
    var matrix = [4.0, 2.0, 2.0, 3.0]
    var right = [2.0, 5.0]
    let info = LAPACKE_dposv(LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), 2, 1, &matrix, 2, &right, 2)
    #expect(info == 0)
    #expect(abs(right[0] + 0.5) < 1e-12 && abs(right[1] - 2) < 1e-12)
  }

  @Test func symmetricEigenvalues() throws {
    // (2, 1; 1, 2) has 1 along (1, -1) and 3 along (1, 1).
    let eigen = try SymmetricEigen(Self.matrix([[2, 1], [1, 2]]))
    #expect(abs(eigen.values[0] - 1) < 1e-14 && abs(eigen.values[1] - 3) < 1e-14)
    let last = eigen.vector(1)
    #expect(abs(last[0] - last[1]) < 1e-14 && abs(last[0] * last[0] - 0.5) < 1e-14)
    #expect(throws: LinearAlgebraError.notFinite) { try SymmetricEigen(Self.matrix([[1, .nan], [.nan, 1]])) }
  }

  @Test func generalizedEigenvaluesOmitComplexOnes() throws {
    // diag(6, 2) v = λ diag(2, -1) v.
    let real = try GeneralizedEigen(Self.matrix([[6, 0], [0, 2]]), Self.matrix([[2, 0], [0, -1]])).pairs
    #expect(Set(real.map { ($0.numerator / $0.denominator).rounded() }) == [3, -2])
    // A rotation by 90 degrees has complex eigenvalues only.
    #expect(try GeneralizedEigen(Self.matrix([[0, -1], [1, 0]]), Self.matrix([[1, 0], [0, 1]])).pairs.isEmpty)
    // A singular right side has an infinite eigenvalue.
    let singular = try GeneralizedEigen(Self.matrix([[1, 0], [0, 1]]), Self.matrix([[1, 0], [0, 0]])).pairs
    #expect(singular.contains { $0.denominator == 0 })
    #expect(throws: LinearAlgebraError.notFinite) {
      try GeneralizedEigen(Self.matrix([[1, .infinity], [0, 1]]), Self.matrix([[1, 0], [0, 1]]))
    }
  }

  @Test func leastSquaresOfALine() throws {
    // y = 1 + 2 x through (0, 1), (1, 3), (2, 5), and a fourth point one too high at 3: slope 2.3, intercept 0.8.
    let rows = Self.matrix([[1, 0], [1, 1], [1, 2], [1, 3]])
    let line = try LeastSquares.solve(rows, [1, 3, 5, 8])
    #expect(abs(line[0] - 0.8) < 1e-12 && abs(line[1] - 2.3) < 1e-12)
    #expect(throws: LinearAlgebraError.singular(pivot: 2)) {
      try LeastSquares.solve(Self.matrix([[1, 2], [2, 4], [3, 6]]), [1, 2, 3])
    }
    #expect(throws: LinearAlgebraError.notFinite) { try LeastSquares.solve(rows, [1, 3, .nan, 8]) }
  }

  @Test func normalEquationsAgreeWithLeastSquares() throws {
    var equations = NormalEquations(unknownCount: 2)
    for (x, y) in [(0.0, 1.0), (1, 3), (2, 5), (3, 8)] { equations.add(row: [1, x], right: y) }
    let line = try equations.solution()
    #expect(abs(line[0] - 0.8) < 1e-12 && abs(line[1] - 2.3) < 1e-12)
    // The inverse of (4, 6; 6, 14) is (14, -6; -6, 4) / 20.
    let inverse = try equations.inverse()
    #expect(abs(inverse[0, 0] - 0.7) < 1e-12 && abs(inverse[0, 1] + 0.3) < 1e-12 && abs(inverse[1, 0] + 0.3) < 1e-12)
    // A weight of 2 is the same row twice.
    var twice = NormalEquations(unknownCount: 2)
    var weighted = twice
    for _ in 0..<2 { twice.add(row: [1, 5], right: 7) }
    weighted.add(row: [1, 5], right: 7, weight: 2)
    #expect(twice.symmetricMatrix == weighted.symmetricMatrix)
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 2)) { try weighted.solution() }
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 2)) { try weighted.inverse() }
  }

  /// The mean of numbers with one gross error: Huber's estimate stays near the others.
  @Test func oneGrossErrorHasLimitedInfluence() throws {
    let values = [0.9, 1.1, 1.0, 1.05, 0.95, 1.02, 0.98, 50]
    func linearize(_ parameters: [Double]) -> RobustLeastSquares.Linearization {
      .init(residuals: values.map { $0 - parameters[0] }, jacobian: values.map { _ in -1 })
    }
    let robust = try RobustLeastSquares().minimize(from: [20], linearize)
    #expect(abs(robust.parameters[0] - 1) < 0.05)
    var plain = RobustLeastSquares()
    plain.threshold = .infinity
    let mean = try plain.minimize(from: [20], linearize)
    #expect(abs(mean.parameters[0] - values.reduce(0, +) / 8) < 1e-9)
    // The variance of a mean: the sample variance over n.
    let variance = values.reduce(0) { $0 + ($1 - mean.parameters[0]) * ($1 - mean.parameters[0]) } / 7 / 8
    #expect(abs(mean.covariance[0, 0] / variance - 1) < 1e-9)
  }

  /// Rosenbrock's function: both residuals are zero only at (1, 1).
  @Test func rosenbrocksMinimumIsFound() throws {
    var search = RobustLeastSquares()
    search.threshold = .infinity
    let solution = try search.minimize(from: [-1.2, 1]) { p in
      .init(residuals: [10 * (p[1] - p[0] * p[0]), 1 - p[0]], jacobian: [-20 * p[0], 10, -1, 0])
    }
    #expect(abs(solution.parameters[0] - 1) < 1e-6 && abs(solution.parameters[1] - 1) < 1e-6)
  }

  @Test func theJackknifeDetectsSharedErrors() {
    // The mean of 80 numbers: alternating ones, then the same with blocks of ten sharing their sign.
    func factor(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count * (values.count - 1))
      return GroupedJackknife.varianceFactor(count: values.count, variances: [variance]) { group in
        let rest = values.leavingOut(group)
        return [rest.reduce(0, +) / Double(rest.count)]
      }
    }
    #expect(factor((0..<80).map { $0.isMultiple(of: 2) ? 1 : -1 }) == 1)
    let shared = factor((0..<80).map { ($0 / 10).isMultiple(of: 2) ? 1 : -1 })
    #expect(abs(shared - 11.29) < 0.01)
    #expect(GroupedJackknife.varianceFactor(count: 80, variances: [1]) { _ in nil } == .infinity)
  }
}
