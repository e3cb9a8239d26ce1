import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// Every value that a parameter takes keeps the attitude finite.
@Suite struct ParameterRangeTests {
  @Test(arguments: FilterKind.allCases) func bothEndsKeepTheAttitudeFinite(kind: FilterKind) throws {
    for parameter in FilterSelection(kind).parameters {
      #expect(parameter.range.upperBound.isFinite && parameter.range.lowerBound.isFinite, "\(parameter.name)")
      for value in [parameter.range.lowerBound, parameter.range.upperBound] {
        var selection = FilterSelection(kind)
        try selection.set(parameter.name.description, to: value)
        var run = Run<Double>(selection: selection)
        #expect(kind.perform(&run), "\(kind.name), \(parameter.name) = \(value)")
        var single = Run<Float>(selection: selection)
        #expect(kind.perform(&single), "\(kind.name) in Float, \(parameter.name) = \(value)")
      }
    }
  }

  /// A minute of turning and rest, after which the attitude has unit length and the bias is finite.
  private struct Run<Scalar: LaneElement>: FilterOperation {
    let selection: FilterSelection

    mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Bool where Filter.Scalar == Scalar {
      var filter = Filter(parameters: selection.parameters(as: Filter.Parameters.self))
      var motion = SyntheticMotion(seed: 5)
      motion.interval = 0.01
      for _ in 0..<3000 { filter.update(MotionSample<Scalar>(motion.next())) }
      let norm = filter.enuFromBody.quaternion.squaredNorm
      return abs(norm - 1) < 1e-3 && filter.gyroscopeBias.isFiniteInLane
    }
  }
}
