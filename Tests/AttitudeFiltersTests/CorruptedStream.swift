import AttitudeFilters
import TestSupport
import MotionSamples
import Rotations

/// A stream of samples with every fault that a sensor, a driver or a radio link is known to cause.
struct CorruptedStream {
  private var motion: SyntheticMotion
  private var random: SplitMix64
  private let corruption: Double
  private var hasField = true
  private var fallTime = 0
  private var rateLimit = Double.infinity

  /// A stream of its own for every seed: its rate between 1 Hz and 8 kHz, its share of bad samples between 0.1 % and half.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    motion = SyntheticMotion(seed: seed ^ 0xABCD)
    motion.interval = [1, 0.5, 0.1, 0.02, 0.01, 0.005, 0.001, 0.000125].randomElement(using: &random)!
    motion.amplitude = [0, 1, 5, 30].randomElement(using: &random)!
    corruption = [0.001, 0.02, 0.1, 0.5].randomElement(using: &random)!
    if Bool.random(using: &random) { rateLimit = 4 }
  }

  /// The true attitude at the last sample.
  var enuFromBody: Rotation<Double> { motion.enuFromBody }

  /// The next sample, possibly corrupted.
  mutating func next() -> MotionSample<Double> {
    var sample = motion.next()
    for axis in 0..<3 { sample.angularRate[axis] = sample.angularRate[axis].clamped(-rateLimit, rateLimit) }
    if Double.random(in: 0..<1, using: &random) < corruption { corrupt(&sample) }
    if fallTime > 0 {
      fallTime -= 1
      sample.specificForce = Vector3(x: 1e-3, y: 0, z: -1e-4)
    }
    if !hasField { sample.magneticField = .absent }
    return sample
  }

  /// A clean sample at 100 Hz of the same motion, slower: what comes after the trouble.
  mutating func nextClean() -> MotionSample<Double> {
    motion.interval = 0.01
    motion.amplitude = min(motion.amplitude, 1.0)
    return motion.next()
  }

  private mutating func corrupt(_ sample: inout MotionSample<Double>) {
    let values: [Double] = [.nan, .infinity, -.infinity, 0, 1e300, -1e30, 1e18, 1e-300, -1e-40, 9999, 99_000]
    let bad = values.randomElement(using: &random)!
    let axis = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: sample.angularRate[axis] = bad
    case 1: sample.specificForce[axis] = bad
    case 2: sample.magneticField[axis] = bad
    case 3: sample.angularRate = Vector3(repeating: bad)
    case 4: sample.specificForce = Vector3(repeating: bad)
    case 5: sample.magneticField = Vector3(repeating: bad)
    case 6: sample.interval = [0, -0.01, .nan, .infinity, -.infinity, 1e-12, 1e-300].randomElement(using: &random)!
    case 7: sample.interval = [5, 18_000, 0.6, 1e9].randomElement(using: &random)!
    case 8: hasField.toggle()
    case 9: fallTime = Int.random(in: 1..<200, using: &random)
    case 10: sample.specificForce = -sample.specificForce
    case 11: motion.field = Vector3(x: 10, y: -30, z: 20)
    case 12: motion.field = Vector3(x: 0, y: 18, z: -44)
    default: _ = motion.next(turn: Vector3(x: 1, y: 2, z: -1))
    }
  }
}

extension AttitudeFilter where Scalar: LaneElement {
  /// What is wrong with the outputs after an update, nil for nothing: the squared norm is one within `tolerance`, bias and rate are
  /// finite, and standard deviations are not negative, those of the bias finite. That of a heading may be unknown with it.
  func fault(tolerance: Scalar, after outcome: UpdateOutcome<Scalar>) -> String? {
    let norm = enuFromBody.quaternion.squaredNorm
    guard abs(norm - 1) < tolerance else { return "squared norm \(norm)" }
    guard gyroscopeBias.isFiniteInLane, correctedAngularRate.isFiniteInLane else {
      return "bias \(gyroscopeBias), rate \(correctedAngularRate)"
    }
    if let tilt = tiltStandardDeviation, !(tilt >= 0) { return "standard deviation of the tilt \(tilt)" }
    let isUnknown = outcome.isHeadingUnknown.isTrueInEveryLane
    if let heading = headingStandardDeviation, !(heading >= 0 || isUnknown && heading.isNaN) {
      return "standard deviation of the heading \(heading)"
    }
    if let deviation = gyroscopeBiasStandardDeviation {
      guard deviation.isFiniteInLane, min(deviation.x, deviation.y, deviation.z) >= 0 else {
        return "standard deviation of the bias \(deviation)"
      }
    }
    return nil
  }
}
