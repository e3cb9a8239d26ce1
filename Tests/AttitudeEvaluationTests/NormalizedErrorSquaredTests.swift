import AttitudeEvaluation
import Rotations
import Testing

@Suite struct NormalizedErrorSquaredTests {
  @Test func diagonalCovarianceByHand() throws {
    var covariance = SymmetricMatrix<3, Double>()
    covariance[0, 0] = 4
    covariance[1, 1] = 1
    covariance[2, 2] = 0.25
    // 2²/4 + 3²/1 + 1²/0.25 = 1 + 9 + 4.
    let value = try #require(NormalizedErrorSquared.value(error: [2, -3, 1], covariance: covariance))
    #expect(abs(value - 14) < 1e-14)
  }

  @Test func correlatedCovarianceByHand() throws {
    // P = [2 1; 1 2], inverse [2 -1; -1 2] / 3: (1, 1) gives 2/3, (1, -1) gives 2.
    var covariance = SymmetricMatrix<2, Double>()
    covariance[0, 0] = 2
    covariance[0, 1] = 1
    covariance[1, 1] = 2
    let along = try #require(NormalizedErrorSquared.value(error: [1, 1], covariance: covariance))
    let across = try #require(NormalizedErrorSquared.value(error: [1, -1], covariance: covariance))
    #expect(abs(along - 2.0 / 3.0) < 1e-14)
    #expect(abs(across - 2) < 1e-14)
  }

  @Test func noAnswerWithoutAPositiveCovariance() {
    var covariance = SymmetricMatrix<2, Double>()
    #expect(NormalizedErrorSquared.value(error: [1, 1], covariance: covariance) == nil)
    covariance[0, 0] = 1
    covariance[1, 1] = 1
    covariance[0, 1] = 2
    #expect(NormalizedErrorSquared.value(error: [1, 1], covariance: covariance) == nil)
    covariance[0, 1] = 0
    #expect(NormalizedErrorSquared.value(error: [.nan, 1], covariance: covariance) == nil)
    covariance[1, 1] = .infinity
    #expect(NormalizedErrorSquared.value(error: [1, 1], covariance: covariance) == nil)
  }

  @Test func meanAndIntervalOfAHundredRuns() throws {
    var consistency = NormalizedErrorSquared(degreesOfFreedom: 3)
    #expect(consistency.mean.isNaN)
    #expect(consistency.interval() == nil)
    for run in 0..<100 { consistency.add(run.isMultiple(of: 2) ? 2.5 : 3.5) }
    #expect(consistency.mean == 3)
    // 300 degrees of freedom, divided by 100 runs.
    let interval = try #require(consistency.interval(probability: 0.95))
    #expect(abs(interval.lowerBound - 2.5391232260248975) < 1e-9)
    #expect(abs(interval.upperBound - 3.4987446882991526) < 1e-9)
  }
}
