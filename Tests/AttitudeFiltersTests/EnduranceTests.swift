import AttitudeFilters
import MotionSamples
import Rotations
import TestSupport
import Testing

/// Each filter through one corrupted stream after another, without a reset: after every update the norm is one, and biases and
/// standard deviations are finite, or infinite where nothing is known, and not negative. Covariances are stored as triangles.
@Suite struct EnduranceTests {
  /// 10^5 updates in `Double` and in `Float`; 10^8 in `make soak`.
  @Test(arguments: FilterKind.allCases) func staysHealthy(kind: FilterKind) {
    var double = Endurance<Double>(tolerance: 1e-12)
    var single = Endurance<Float>(tolerance: 2e-6)
    #expect(kind.perform(&double) == nil)
    #expect(kind.perform(&single) == nil)
    #expect(double.initializedCount > 0 && single.initializedCount > 0)
  }
}

/// The updates of one filter. The result is the first fault; nil for none.
private struct Endurance<Scalar: LaneElement>: FilterOperation {
  let tolerance: Scalar
  /// The updates after which the attitude was known.
  var initializedCount = 0

  private static var updatesOfStream: Int { 1000 }
  /// A hundred streams, and one after which the tilt's variance was negative in `Float`: it had been taken to be 10^6 rad².
  private static var streams: [UInt64] { Soak.isOn ? Array(0..<100_000) : Array(0..<100) + [9721] }

  init(tolerance: Scalar) { self.tolerance = tolerance }

  mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> String? where Filter.Scalar == Scalar {
    var filter = Filter(parameters: .init())
    for seed in Self.streams {
      var stream = CorruptedStream(seed: seed)
      for update in 0..<Self.updatesOfStream {
        let outcome = filter.updated(MotionSample<Scalar>(stream.next()))
        if !outcome.isInitializing { initializedCount += 1 }
        if let fault = filter.fault(tolerance: tolerance, after: outcome) {
          return "\(fault), seed \(seed), update \(update)"
        }
      }
    }
    return nil
  }
}
