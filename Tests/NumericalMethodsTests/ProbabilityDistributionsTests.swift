import Testing

@testable import NumericalMethods

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

@Suite struct StudentDistributionTests {
  /// Values of SciPy 1.x: `t.ppf(0.5 + probability / 2, degrees)`.
  @Test(arguments: [
    (1.0, 0.99, 63.656741162871526), (2.5, 0.95, 3.5746548420036817), (7, 0.6827, 1.0767385673224845),
    (40, 0.95, 2.021075390306273), (100_000, 0.95, 1.9599877075346095),
  ])
  func reach(degreesOfFreedom: Double, probability: Double, expected: Double) {
    let reach = StudentDistribution(degreesOfFreedom: degreesOfFreedom).reach(probability: probability)
    #expect(abs(reach / expected - 1) < 1e-9)
  }

  /// Values of SciPy 1.x: `2 * t.sf(value, degrees)`.
  @Test(arguments: [
    (1.0, 1.0, 0.5), (3.7, 2.2, 0.09815039439052221), (30, 5, 2.32966854670078e-05), (1000, 0.1, 0.9203643690236041),
  ])
  func tails(degreesOfFreedom: Double, value: Double, expected: Double) {
    let distribution = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
    #expect(abs(distribution.tails(beyond: value) / expected - 1) < 1e-10)
    #expect(distribution.tails(beyond: -value) == distribution.tails(beyond: value))
  }

  /// Of infinitely many squares it is the normal distribution: 1.959963984540054 for 95 %.
  @Test func theNormalDistributionIsItsLimit() {
    let distribution = StudentDistribution(degreesOfFreedom: .infinity)
    #expect(abs(distribution.reach(probability: 0.95) - 1.959963984540054) < 1e-10)
    #expect(distribution.tails(beyond: 0) == 1 && distribution.reach(probability: 0) < 1e-12)
  }
}
