import MotionSimulation
import Testing

@testable import OfflineEstimation

/// The arrow solver against a dense solution of the same factors.
@Suite struct SmoothingSolverTests {
  private static let knotCount = 4
  private static let size = 9 * knotCount + 15

  /// Random factors between neighbours and constant errors, enough to fix every unknown.
  private static func factors(seed: UInt64) -> [LinearFactor] {
    var random = RandomSource(seed: seed)
    var factors: [LinearFactor] = []
    for knot in 0..<knotCount {
      for unknown in 0..<9 {
        var prior = LinearFactor(residual: random.nextNormal(), weight: 0.5 + random.nextUniform())
        prior.add(9 * knot + unknown, 1)
        factors.append(prior)
        guard knot + 1 < knotCount else { continue }
        var factor = LinearFactor(residual: random.nextNormal(), weight: 0.1 + random.nextUniform())
        factor.add(9 * knot + unknown, random.nextNormal())
        factor.add(9 * knot + 9, random.nextNormal())
        factor.add(9 * knot + 17, random.nextNormal())
        factor.startGlobals(at: unknown < 4 ? 0 : 9)
        for _ in 0..<(unknown < 4 ? 3 : 2) {
          factor.addGlobals((random.nextNormal(), random.nextNormal(), random.nextNormal()))
        }
        factors.append(factor)
      }
    }
    return factors
  }

  /// The dense normal equations.
  private static func dense(_ factors: [LinearFactor]) -> (matrix: [Double], right: [Double], cost: Double) {
    var matrix = [Double](repeating: 0, count: size * size)
    var right = [Double](repeating: 0, count: size)
    var cost = 0.0
    for index in 9 * knotCount..<size { matrix[index * (size + 1)] = 2 }
    for factor in factors {
      var row = [Double](repeating: 0, count: size)
      for index in 0..<factor.knotCount { row[factor.knotColumns[index]] = factor.knotEntries[index] }
      for index in 0..<factor.globalCount {
        row[9 * knotCount + factor.firstGlobal + index] = factor.globalEntries[index]
      }
      cost += factor.weight * factor.residual * factor.residual
      for i in 0..<size {
        right[i] -= factor.weight * row[i] * factor.residual
        for j in 0..<size { matrix[i + size * j] += factor.weight * row[i] * row[j] }
      }
    }
    return (matrix, right, cost)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func solutionIsTheDenseOne(seed: UInt64) throws {
    let factors = Self.factors(seed: seed)
    let (matrix, right, cost) = Self.dense(factors)
    let cholesky = try DenseCholesky(matrix, order: Self.size)
    let expected = try cholesky.solve(right)
    var system = ArrowSystem(knotCount: Self.knotCount)
    // Twice, so that what is left from the first time would show.
    for _ in 0..<2 {
      system.clear()
      for factor in factors { system.add(factor) }
      for index in 0..<15 { system.addPrior(global: index, value: 0, weight: 2) }
      let assembledCost = system.cost
      let solution = try system.solve()
      for (value, other) in zip(solution.knots + solution.globals, expected) { #expect(abs(value - other) < 1e-10) }
      #expect(abs(assembledCost - cost) < 1e-10)
      #expect(abs(solution.logDeterminant - cholesky.logDeterminant) < 1e-9)
      let decrease = zip(right, expected).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(solution.decrease - decrease) < 1e-9)

      let variances = try cholesky.inverseDiagonal()
      let globals = try solution.complement.inverseDiagonal()
      for index in 0..<15 { #expect(abs(globals[index] - variances[9 * Self.knotCount + index]) < 1e-10) }
      for (knot, attitude) in try ArrowCovariance.attitudes(of: system, solution).enumerated() {
        #expect(abs(attitude.tilt - 0.5 * (variances[9 * knot] + variances[9 * knot + 1])) < 1e-10)
        #expect(abs(attitude.heading - variances[9 * knot + 2]) < 1e-10)
      }
    }
  }

  @Test func errorsNameTheEquation() {
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 2)) { try DenseCholesky([1, 0, 0, -1], order: 2) }
    #expect(throws: LinearAlgebraError.notFinite) { try DenseCholesky([.nan], order: 1) }
    var system = ArrowSystem(knotCount: 2)
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 1)) { try system.solve() }
  }

  @Test func handComputedCholesky() throws {
    // ((4, 2), (2, 3)) has the factor ((2, 0), (1, √2)), the determinant 8 and the inverse ((3, -2), (-2, 4)) / 8.
    let cholesky = try DenseCholesky([4, 2, 2, 3], order: 2)
    #expect(abs(cholesky.logDeterminant - Double(8).logarithm) < 1e-14)
    #expect(abs(try cholesky.inverseDiagonal()[0] - 0.375) < 1e-15)
    #expect(abs(try cholesky.inverseDiagonal()[1] - 0.5) < 1e-15)
    #expect(abs(try cholesky.solve([2, 5])[0] + 0.5) < 1e-15)
  }
}
