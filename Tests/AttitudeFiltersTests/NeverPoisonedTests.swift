import AttitudeFilters
import MotionSamples
import Rotations
import Testing

/// Bad input never corrupts a filter: the output stays finite and of unit norm, and the filter recovers afterwards.
@Suite struct NeverPoisonedTests {
  // What corrupted forces have taught of gravity and of the gyroscope's scale is forgotten in minutes; the tilt is wrong by up to 13
  // degrees meanwhile, and its deviation says so. Measured: 9 of 400 streams beyond 5 degrees after 90 s, 3 of 600 after 300 s.
  @Test func defaultFilter() { endure(DefaultFilter<Double>(), cleanSeconds: 300, every: 33, acceptsDoubt: true) }
  @Test func defaultFilterWithFourteenStates() {
    endure(DefaultFilter14<Double>(), cleanSeconds: 300, every: 33, acceptsDoubt: true)
  }
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
        let outcome = filter.updated(MotionSample<Float>(stream.next()))
        if let fault = filter.fault(tolerance: 1e-5, after: outcome) {
          Issue.record("\(fault), seed \(seed)")
          return
        }
      }
    }
  }

  /// A force that was read for the shortest time, and then none until the filter steps without.
  @Test(
    arguments: [
      .leastNonzeroMagnitude, .leastNormalMagnitude / 100, 1e-300, 1e-40, 1e-30, 1e-12, 1e-9, 1e-6,
    ] as [Double])
  func intervalsMayBeShort(interval: Double) {
    func pass<Scalar: LaneElement>(_ filter: DefaultFilter<Scalar>, tolerance: Scalar) {
      var (filter, stream) = (filter, CorruptedStream(seed: 1))
      for _ in 0..<300 { filter.updated(MotionSample<Scalar>(stream.nextClean())) }
      var sample = stream.nextClean()
      sample.interval = interval
      filter.updated(MotionSample<Scalar>(sample))
      for step in 0..<1000 {
        sample = stream.nextClean()
        if step < 500 { sample.specificForce = Vector3(x: .nan, y: .nan, z: .nan) }
        let outcome = filter.updated(MotionSample<Scalar>(sample))
        if let fault = filter.fault(tolerance: tolerance, after: outcome) {
          Issue.record("\(fault), \(Scalar.self), step \(step)")
          return
        }
      }
    }
    pass(DefaultFilter<Double>(), tolerance: 1e-9)
    pass(DefaultFilter<Float>(), tolerance: 1e-5)
  }

  /// 10 000 corrupted streams; after every tenth, or fewer, 90 clean seconds or more, at whose
  /// end the tilt must be right, or with `acceptsDoubt` within three of the deviations that are reported.
  private func endure<Filter: AttitudeFilter>(
    _ fresh: Filter, cleanSeconds: Int = 90, every stride: UInt64 = 10, acceptsDoubt: Bool = false
  ) where Filter.Scalar == Double {
    for seed in 0..<10_000 as Range<UInt64> {
      var stream = CorruptedStream(seed: seed)
      var filter = fresh
      for _ in 0..<300 {
        let outcome = filter.updated(stream.next())
        if let fault = filter.fault(tolerance: 1e-9, after: outcome) {
          Issue.record("\(fault), seed \(seed)")
          return
        }
      }
      guard seed.isMultiple(of: stride) else { continue }
      for _ in 0..<cleanSeconds * 100 { filter.updated(stream.nextClean()) }
      let tilt = tiltError(filter.enuFromBody, stream.enuFromBody)
      let deviation = acceptsDoubt ? (filter.tiltStandardDeviation ?? 0) * 2.0.squareRoot() : 0
      guard tilt < max(5 * .pi / 180, 3 * deviation) else {
        Issue.record("tilt \(tilt) rad long after the trouble, seed \(seed)")
        return
      }
    }
  }
}
