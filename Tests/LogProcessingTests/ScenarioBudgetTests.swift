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

  /// Measured, inclination and total: 0.36 and 1.40, 1.41 and 3.30, 0.54 and 1.28, 4.00 and 9.50, 2.48 and 4.48, 6.34 and 11.3, 5.06
  /// and 9.65, 2.09 and 4.45, 4.51 and 8.21, 4.78 and 9.21, 7.83 and 12.6. VQF has less for trains, 5.03 and 8.99, and for trams, 6.61
  /// and 9.93, whose long accelerations the gravity that is learned takes in (TheDefaultFilter.md, section 11). The hover had
  /// 3.91 and 8.02 while a field in doubt still taught a bias.
  @Test(
    arguments: [
      Budget(scenario: "hand-held", inclination: 0.39, total: 1.45, shareOfVQF: 1.03),
      Budget(scenario: "quadrotor", inclination: 1.5, total: 3.5, shareOfVQF: 0.77),
      Budget(scenario: "walking", inclination: 0.58, total: 1.35, shareOfVQF: 0.7),
      Budget(scenario: "hover", inclination: 4.2, total: 9.9, shareOfVQF: 0.195),
      Budget(scenario: "city", inclination: 2.65, total: 4.8, shareOfVQF: 0.46),
      Budget(scenario: "motorway", inclination: 6.6, total: 11.9, shareOfVQF: 0.95),
      Budget(scenario: "train", inclination: 5.3, total: 10.1, shareOfVQF: 1.12),
      Budget(scenario: "boat", inclination: 2.25, total: 4.75, shareOfVQF: 0.49),
      Budget(scenario: "fixed-wing", inclination: 4.8, total: 8.8, shareOfVQF: 0.22),
      Budget(scenario: "motorcycle", inclination: 5.1, total: 9.8, shareOfVQF: 0.45),
      Budget(scenario: "tram", inclination: 8.2, total: 13.2, shareOfVQF: 1.33),
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
