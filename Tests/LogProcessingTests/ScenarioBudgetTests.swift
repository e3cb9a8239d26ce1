import AttitudeEvaluation
import AttitudeFilters
import MotionSamples
import MotionSimulation
import Testing

/// What the default filter achieves on ten seeds of each carrier that `cardan simulate` knows, beside VQF, with budgets.
@Suite struct ScenarioBudgetTests {
  /// The limits of the mean errors over the seeds with a magnetometer, degrees, and of their share of VQF's total error.
  struct Budget: Sendable, CustomTestStringConvertible {
    var scenario: String
    var inclination: Double
    var total: Double
    var shareOfVQF: Double
    var testDescription: String { scenario }
  }

  /// Measured, inclination and total: 0.37 and 1.38, 1.71 and 3.73, 0.67 and 1.41, 5.64 and 12.2, 2.66 and 5.02, 6.29 and 11.6, 4.72
  /// and 9.09, 2.48 and 5.48, 6.50 and 12.6, 6.55 and 12.5, 3.44 and 6.50. VQF has less in total for trains, 8.99, and in a hand, 1.376
  /// to 1.383; its inclination is nowhere smaller.
  @Test(
    arguments: [
      Budget(scenario: "hand-held", inclination: 0.39, total: 1.45, shareOfVQF: 1.03),
      Budget(scenario: "quadrotor", inclination: 1.8, total: 3.9, shareOfVQF: 0.82),
      Budget(scenario: "walking", inclination: 0.71, total: 1.48, shareOfVQF: 0.77),
      Budget(scenario: "hover", inclination: 5.95, total: 13.1, shareOfVQF: 0.26),
      Budget(scenario: "city", inclination: 2.85, total: 5.4, shareOfVQF: 0.51),
      Budget(scenario: "motorway", inclination: 6.6, total: 12.2, shareOfVQF: 0.97),
      Budget(scenario: "train", inclination: 4.95, total: 9.5, shareOfVQF: 1.06),
      Budget(scenario: "boat", inclination: 2.6, total: 5.75, shareOfVQF: 0.58),
      Budget(scenario: "fixed-wing", inclination: 6.8, total: 12.9, shareOfVQF: 0.32),
      Budget(scenario: "motorcycle", inclination: 6.8, total: 13.1, shareOfVQF: 0.59),
      Budget(scenario: "tram", inclination: 3.65, total: 7, shareOfVQF: 0.71),
    ])
  func meansOfTenSeeds(_ budget: Budget) throws {
    var (inclination, total, totalOfVQF) = (0.0, 0.0, 0.0)
    for seed in UInt64(1)...10 {
      let scenario = try #require(SimulationScenario.named(budget.scenario, seed: seed))
      var (filter, vqf) = (DefaultFilter<Double>(), VQFFilter<Double>())
      var (errors, errorsOfVQF) = (AttitudeErrorAccumulator(), AttitudeErrorAccumulator())
      for sample in scenario.recording() {
        let reading = sample.motionSample()
        filter.update(reading)
        vqf.update(reading)
        guard sample.isMoving else { continue }
        errors.add(estimate: filter.enuFromBody, truth: sample.trueENUFromBody)
        errorsOfVQF.add(estimate: vqf.enuFromBody, truth: sample.trueENUFromBody)
      }
      inclination += errors.rootMeanSquare.inclination * 18 / .pi
      total += errors.rootMeanSquare.total * 18 / .pi
      totalOfVQF += errorsOfVQF.rootMeanSquare.total * 18 / .pi
    }
    let share = total / totalOfVQF
    #expect(
      inclination < budget.inclination && total < budget.total && share < budget.shareOfVQF,
      "\(inclination) \(total) \(share)")
  }
}
