import MotionSimulation
import NumericalMethods
import Testing

@testable import AttitudeSmoothing

/// The arrow solver against a dense solution of the same factors.
@Suite struct SmoothingSolverTests {
  /// More than a chunk.
  private static let knotCount = ArrowSystem.chunkLength + 3
  private static let size = 9 * knotCount + 19

  /// Random factors between neighbours and constant errors that determine every unknown.
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
        // A velocity is coupled to the next velocity only, an attitude not to the next bias.
        factor.add(9 * knot + 9, random.nextNormal())
        factor.add(9 * knot + 9 + unknown / 3 * 3 + 2, random.nextNormal())
        let groups = unknown < 4 ? 0..<3 : unknown < 7 ? 2..<4 : 4..<5
        var entries = InlineArray<3, SIMD4<Double>>(repeating: .zero)
        // There are 19 constant errors: the last group has one lane less.
        for index in 4 * groups.lowerBound..<min(4 * groups.upperBound, 19) {
          entries[index / 4 - groups.lowerBound][index % 4] = random.nextNormal()
        }
        factor.setGlobals(groups, entries)
        factors.append(factor)
      }
    }
    return factors
  }

  /// The factors, and a prior of weight 2 and value 0 for every constant error.
  private struct Terms: ArrowTerms {
    var factors: [[LinearFactor]]
    let knotCount = SmoothingSolverTests.knotCount

    init(_ factors: [LinearFactor]) {
      self.factors = Array(repeating: [], count: knotCount)
      for factor in factors { self.factors[factor.knotColumns[0] / 9].append(factor) }
    }

    func addFactors<Sum: FactorSum & ~Copyable>(of knot: Int, to sum: borrowing Sum) {
      for factor in factors[knot] { sum.add(factor) }
    }
    func addGlobalPriors(to window: borrowing ArrowWindow) {
      for index in 0..<19 { window.addPrior(global: index, value: 0, weight: 2) }
    }
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
      for group in factor.globalGroups {
        for lane in 0..<4 where 4 * group + lane < 19 {
          row[9 * knotCount + 4 * group + lane] = factor.globalEntries(group)[lane]
        }
      }
      cost += factor.weight * factor.residual * factor.residual
      let columns = row.indices.filter { row[$0] != 0 }
      for i in columns {
        right[i] -= factor.weight * row[i] * factor.residual
        for j in columns { matrix[i + size * j] += factor.weight * row[i] * row[j] }
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
    let terms = Terms(factors)
    // Twice, to detect state left from the first time.
    for _ in 0..<2 {
      let elimination = try system.eliminate(terms, keepsFactors: true)
      let knots = system.knots(elimination, terms)
      for (value, other) in zip(knots + elimination.globals, expected) { #expect(abs(value - other) < 1e-10) }
      #expect(abs(elimination.logDeterminant - cholesky.logDeterminant) < 1e-8)
      let decrease = zip(right, expected).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(elimination.remainingCost - (cost - decrease)) < 1e-8)

      let variances = try cholesky.inverseDiagonal()
      let globals = try elimination.complement.inverseDiagonal()
      for index in 0..<19 { #expect(abs(globals[index] - variances[9 * Self.knotCount + index]) < 1e-10) }
      for (knot, attitude) in try ArrowCovariance.attitudes(of: &system, elimination, terms).enumerated() {
        // The variances are stored in single precision.
        #expect(abs(Double(attitude.tilt) - 0.5 * (variances[9 * knot + 3] + variances[9 * knot + 4])) < 1e-6)
        #expect(abs(Double(attitude.heading) - variances[9 * knot + 5]) < 1e-6)
      }
    }
  }

  @Test func errorsNameTheEquation() {
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 2)) { try DenseCholesky([1, 0, 0, -1], order: 2) }
    #expect(throws: LinearAlgebraError.notFinite) { try DenseCholesky([.nan], order: 1) }
    var factors = Self.factors(seed: 1)
    var system = ArrowSystem(knotCount: Self.knotCount)
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 1)) {
      try system.eliminate(Terms([]), keepsFactors: false)
    }
    for index in factors.indices where factors[index].knotColumns[0] == 9 * 65 + 5 { factors[index].weight = -100 }
    #expect(throws: LinearAlgebraError.notPositiveDefinite(order: 9 * 65 + 6)) {
      try system.eliminate(Terms(factors), keepsFactors: true)
    }
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
