import Testing

@testable import ProbabilityDistributions

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
