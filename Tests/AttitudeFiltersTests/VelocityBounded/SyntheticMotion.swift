import TestSupport
import AttitudeFilters
import MotionSamples
import Rotations

/// Motion for tests, made from a seed: smooth rotation, bounded acceleration, a uniform field, and sensors with a
/// constant gyroscope bias and white noise. ENU.
struct SyntheticMotion {
  var interval = 0.01
  var gyroscopeBias = Vector3(x: 0.01, y: -0.008, z: 0.006)
  var field = Vector3(x: 0.0, y: 18.0, z: -44.0)
  var hardIron: Vector3<Double> = .zero
  var magnetometerLag = 0.0
  var rateNoise = 0.002
  var forceNoise = 0.05
  var fieldNoise = 0.2
  var amplitude = 1.5
  /// A rate in body axes in addition to the motion, also of a body that does not move otherwise, rad/s.
  var steadyRate: Vector3<Double> = .zero
  private(set) var enuFromBody = Rotation<Double>(rotationVector: Vector3(x: 0.3, y: -0.2, z: 0.9))
  private var random: SplitMix64
  /// Six of the rate and three of the acceleration.
  private var waves: InlineArray<9, Wave>

  init(seed: UInt64 = 1) {
    var random = SplitMix64(seed: seed)
    let phases = (0..<6).map { _ in Double.random(in: 0..<2 * .pi, using: &random) }
    let frequencies = [0.31, 0.97, 0.43, 0.83, 0.23, 0.71, 0.7, 0.9, 1.1]
    waves = InlineArray { Wave(frequency: frequencies[$0], phase: $0 < 6 ? phases[$0] : phases[$0 - 5]) }
    self.random = random
  }

  mutating func noise(_ deviation: Double) -> Vector3<Double> {
    func one() -> Double {
      // Three uniform numbers, each of variance 1/3 about zero, taken from one word of 64 bits.
      let word = random.next()
      let sum = Double(word & 0xF_FFFF) + Double(word >> 20 & 0xF_FFFF) + Double(word >> 40 & 0xF_FFFF)
      return (sum / 524_288 - 3) * deviation
    }
    return Vector3(x: one(), y: one(), z: one())
  }

  /// The next sample; `isMoving` false holds the body still, `turn` is a rotation that the gyroscope does not see.
  mutating func next(isMoving: Bool = true, turn: Vector3<Double> = .zero) -> MotionSample<Double> {
    for index in 0..<9 { waves[index].advance(by: interval) }
    let strength = isMoving ? amplitude : 0
    let rate =
      Vector3(
        x: waves[0].value + 0.5 * waves[1].value, y: waves[2].value + 0.4 * waves[3].value,
        z: waves[4].value + 0.6 * waves[5].value)
      * strength + steadyRate
    enuFromBody = (enuFromBody * Rotation(rotationVector: rate * interval)).renormalized
    enuFromBody = (enuFromBody * Rotation(rotationVector: turn)).renormalized
    let acceleration = Vector3(x: waves[6].value, y: waves[7].value, z: waves[8].value) * (isMoving ? 0.7 : 0)
    let bodyFromReference = enuFromBody.inverse
    let force = bodyFromReference.rotate(acceleration + Vector3(x: 0, y: 0, z: 9.81))
    let trueField = bodyFromReference.rotate(field)
    let lagged = trueField + rate.cross(trueField) * magnetometerLag
    return MotionSample(
      interval: interval,
      angularRate: rate + gyroscopeBias + noise(rateNoise),
      specificForce: force + noise(forceNoise),
      magneticField: lagged + hardIron + noise(fieldNoise))
  }
}

/// A sine that turns on sample by sample: tests take a hundred million samples, and a sine of the time is slow.
private struct Wave {
  private let frequency: Double
  private var interval = 0.0
  private var now: (sine: Double, cosine: Double)
  private var step = (sine: 0.0, cosine: 1.0)

  init(frequency: Double, phase: Double) {
    self.frequency = frequency
    now = Double.sineAndCosine(phase)
  }

  var value: Double { now.sine }

  mutating func advance(by newInterval: Double) {
    if newInterval != interval {
      interval = newInterval
      step = Double.sineAndCosine(2 * .pi * frequency * interval)
    }
    now = (
      now.sine * step.cosine + now.cosine * step.sine, now.cosine * step.cosine - now.sine * step.sine
    )
  }
}

/// The tilt part of the error of an attitude, rad: the angle between the two directions of up.
func tiltError(_ estimate: Rotation<Double>, _ truth: Rotation<Double>) -> Double {
  let up = (estimate * truth.inverse).rotate(.unitZ)
  return Double.arcTangent(y: (up.x * up.x + up.y * up.y).squareRoot(), x: up.z)
}

/// The heading part of the error of an attitude, rad.
func headingError(_ estimate: Rotation<Double>, _ truth: Rotation<Double>) -> Double {
  let error = (estimate * truth.inverse).quaternion
  return (2 * Double.arcTangent(y: error.z, x: error.w)).wrappedToHalfTurn()
}
