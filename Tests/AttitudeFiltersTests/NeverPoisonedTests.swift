import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// Bad input never corrupts a filter: the output stays finite and of unit norm, and the filter recovers afterwards.
@Suite struct NeverPoisonedTests {
  @Test func defaultFilter() { endure(DefaultFilter<Double>()) }
  @Test func defaultFilterWithFourteenStates() { endure(DefaultFilter14<Double>()) }
  @Test func vqf() { endure(VQFFilter<Double>()) }
  @Test func complementary() { endure(ComplementaryFilter<Double>()) }
  @Test func madgwick() { endure(MadgwickFilter<Double>()) }
  // A field that has turned about leaves these two with a heading that takes minutes to come round, and a lean meanwhile.
  @Test func kalman() { endure(MultiplicativeKalmanFilter<Double>(), cleanSeconds: 300, every: 33) }
  @Test func mahony() { endure(MahonyFilter<Double>(parameters: .learningBias), cleanSeconds: 300, every: 33) }

  @Test func defaultFilterInSinglePrecision() {
    for seed in 0..<1_000 as Range<UInt64> {
      var stream = CorruptedStream(seed: seed)
      var filter = DefaultFilter<Float>()
      for _ in 0..<300 {
        let outcome = filter.update(MotionSample<Float>(stream.next()))
        if let fault = filter.fault(tolerance: 1e-5, after: outcome) {
          Issue.record("\(fault), seed \(seed)")
          return
        }
      }
    }
  }

  /// 10 000 corrupted streams; after every tenth, or fewer, 90 clean seconds or more, at whose
  /// end the tilt must be right.
  private func endure<Filter: AttitudeFilter>(
    _ fresh: Filter, cleanSeconds: Int = 90, every stride: UInt64 = 10
  ) where Filter.Scalar == Double {
    for seed in 0..<10_000 as Range<UInt64> {
      var stream = CorruptedStream(seed: seed)
      var filter = fresh
      for _ in 0..<300 {
        let outcome = filter.update(stream.next())
        if let fault = filter.fault(tolerance: 1e-9, after: outcome) {
          Issue.record("\(fault), seed \(seed)")
          return
        }
      }
      guard seed.isMultiple(of: stride) else { continue }
      for _ in 0..<cleanSeconds * 100 { filter.update(stream.nextClean()) }
      let tilt = tiltError(filter.enuFromBody, stream.enuFromBody)
      guard tilt < 5 * .pi / 180 else {
        Issue.record("tilt \(tilt) rad long after the trouble, seed \(seed)")
        return
      }
    }
  }
}
