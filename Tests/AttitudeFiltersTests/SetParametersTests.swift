import AttitudeFilters
import MotionSamples
import MotionSimulation
import Rotations
import Testing

/// Parameters that change while a filter runs.
@Suite struct SetParametersTests {
  private static let recording =
    SimulationScenario.named("hand-held", seed: 3, duration: 60, rate: 100).map { Array($0.recording()) } ?? []

  private static func sample(_ row: Int) -> MotionSample<Double> {
    MotionSample(
      interval: 0.01, angularRate: recording[row].angularRate, specificForce: recording[row].specificForce,
      magneticField: recording[row].magneticField)
  }

  private static func run<Filter: AttitudeFilter>(
    _ filter: inout Filter, _ rows: Range<Int>
  ) where Filter.Scalar == Double {
    for row in rows { filter.updated(sample(row)) }
  }

  private struct SameParameters: FilterOperation {
    typealias Scalar = Double

    /// Sets the parameters that a running filter has, and those of another filter and back; both must change nothing.
    mutating func perform<Filter: AttitudeFilter>(for type: Filter.Type) -> Bool where Filter.Scalar == Double {
      var parameters = Filter.Parameters()
      var kept = Filter(parameters: parameters)
      SetParametersTests.run(&kept, 0..<1500)
      var changed = kept
      for description in parameters.descriptions where !description.isSwitch {
        var other = parameters
        _ = description.name.description.withCString { other.set($0, to: description.range.lowerBound) }
        changed.setParameters(other)
        changed.setParameters(parameters)
      }
      let isSameAtOnce = changed.enuFromBody.quaternion == kept.enuFromBody.quaternion
      SetParametersTests.run(&changed, 1500..<3000)
      SetParametersTests.run(&kept, 1500..<3000)
      parameters = changed.parameters
      return isSameAtOnce && changed.enuFromBody.quaternion == kept.enuFromBody.quaternion
    }
  }

  @Test(arguments: FilterKind.allCases)
  func theStateStays(kind: FilterKind) {
    var operation = SameParameters()
    #expect(kind.perform(&operation))
  }

  /// The derived coefficients follow: in the long run the filter is one that was made with the parameter.
  @Test func theTimeConstantsOfVQFAct() {
    var parameters = VQFParameters<Double>()
    var changed = VQFFilter(parameters: parameters)
    var untouched = changed
    parameters.accelerometerTimeConstant = 0.5
    parameters.magnetometerTimeConstant = 2
    var expected = VQFFilter(parameters: parameters)
    Self.run(&changed, 0..<500)
    changed.setParameters(parameters)
    #expect(changed.parameters.accelerometerTimeConstant == 0.5)
    Self.run(&changed, 500..<3000)
    Self.run(&expected, 0..<3000)
    Self.run(&untouched, 0..<3000)
    let distance = changed.enuFromBody.angle(to: expected.enuFromBody)
    #expect(distance < 0.1 * untouched.enuFromBody.angle(to: expected.enuFromBody), "\(distance)")
  }

  /// A velocity density acts from the next step on.
  @Test func theDefaultFilterTakesANewDensity() {
    var changed = DefaultFilter<Double>(), untouched = changed
    Self.run(&changed, 0..<1000)
    Self.run(&untouched, 0..<1000)
    var parameters = changed.parameters
    parameters.leastVelocityDensity = 20
    changed.setParameters(parameters)
    Self.run(&changed, 1000..<1500)
    Self.run(&untouched, 1000..<1500)
    let distance = changed.enuFromBody.angle(to: untouched.enuFromBody)
    #expect(distance > 1e-5 && distance < 0.1, "\(distance)")
  }
}
