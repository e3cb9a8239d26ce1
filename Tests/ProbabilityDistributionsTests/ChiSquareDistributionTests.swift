import Testing

@testable import ProbabilityDistributions

@Suite struct ChiSquareDistributionTests {
  /// Values of SciPy 1.x (`chi2.ppf`, `chi2.cdf`), which agree with printed tables.
  @Test(arguments: [
    (1, 0.95, 3.841458820694124), (1, 0.025, 0.0009820691171752555), (3, 0.025, 0.21579528262389785),
    (3, 0.975, 9.348403604496148), (10, 0.975, 20.483177350807388), (11, 0.5, 10.340998074391827),
    (2.35, 0.975, 8.095042245859718), (0.7, 0.1587, 0.0075019535891214005),
    (300, 0.025, 253.91232260248975), (300, 0.975, 349.87446882991526), (5000, 0.975, 5197.883771923797),
  ])
  func quantile(degreesOfFreedom: Double, probability: Double, expected: Double) {
    let quantile = ChiSquareDistribution(degreesOfFreedom: degreesOfFreedom).quantile(probability)
    #expect(abs(quantile / expected - 1) < 1e-10)
  }

  @Test(arguments: [
    (1, 0.5, 0.5204998778130466), (4, 1.0, 0.09020401043104986), (11, 30.0, 0.9984154047426934),
    (600, 620.0, 0.7224887541718611),
  ])
  func cumulative(degreesOfFreedom: Double, value: Double, expected: Double) {
    let probability = ChiSquareDistribution(degreesOfFreedom: degreesOfFreedom).cumulative(value)
    #expect(abs(probability - expected) < 1e-11)
  }

  /// Far above, by the cube root: `chi2.ppf(0.025, 250000.5)`.
  @Test func manyDegreesOfFreedom() {
    let quantile = ChiSquareDistribution(degreesOfFreedom: 250_000.5).quantile(0.025)
    #expect(abs(quantile / 248616.4900672987 - 1) < 1e-8)
  }

  /// Two squares have the exponential distribution, whose quantile is -2 log(1 - p).
  @Test func twoDegreesOfFreedomAreExponential() {
    let distribution = ChiSquareDistribution(degreesOfFreedom: 2)
    #expect(abs(distribution.quantile(0.75) - 2.772588722239781) < 1e-11)  // 4 log 2
    #expect(distribution.cumulative(0) == 0)
    #expect(distribution.cumulative(-1) == 0)
    #expect(distribution.quantile(0) < 1e-300)
  }

  @Test(arguments: [
    (1, 0.5723649429247), (2, 0.0), (5, 0.2846828704729192), (100, 144.56574394634487), (101, 146.51925549072064),
    (1001, 2608.2229044109863),
  ])
  func logarithmOfGammaOfHalves(halves: Int, expected: Double) {
    let result = logarithmOfGamma(0.5 * Double(halves))
    #expect(abs(result - expected) < 1e-14 * max(1, expected))
  }
}
