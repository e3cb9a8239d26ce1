import AttitudeFilters
import MotionSamples
import Rotations
import TestSupport
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

  /// Half of the parameters at an end of their range; each seed chooses others.
  @Test(arguments: FilterKind.allCases) func combinedEndsKeepTheAttitudeFinite(kind: FilterKind) throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var selection = FilterSelection(kind)
      for parameter in selection.parameters where Bool.random(using: &random) {
        let value = Bool.random(using: &random) ? parameter.range.lowerBound : parameter.range.upperBound
        try selection.set(parameter.name.description, to: value)
      }
      for isCorrupted in [false, true] {
        var run = Run<Double>(selection: selection, seed: seed, isCorrupted: isCorrupted)
        #expect(kind.perform(&run), "\(kind.name), seed \(seed), corrupted \(isCorrupted)")
        var single = Run<Float>(selection: selection, seed: seed, isCorrupted: isCorrupted)
        #expect(kind.perform(&single), "\(kind.name) in Float, seed \(seed), corrupted \(isCorrupted)")
      }
    }
  }

  /// Turning and rest, or samples with every fault; the attitude has unit length and the bias is finite after each.
  private struct Run<Scalar: LaneElement>: FilterOperation {
    let selection: FilterSelection
    var seed: UInt64 = 5
    var isCorrupted = false

    mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Bool where Filter.Scalar == Scalar {
      var filter = Filter(parameters: selection.parameters(as: Filter.Parameters.self))
      var motion = SyntheticMotion(seed: seed)
      motion.interval = 0.01
      var corrupted = CorruptedStream(seed: seed)
      for _ in 0..<2000 {
        filter.updated(MotionSample<Scalar>(isCorrupted ? corrupted.next() : motion.next()))
        let norm = filter.enuFromBody.quaternion.squaredNorm
        guard abs(norm - 1) < 1e-3 && filter.gyroscopeBias.isFiniteInLane else { return false }
      }
      return true
    }
  }
}
