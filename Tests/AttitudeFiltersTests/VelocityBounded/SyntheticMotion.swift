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
  private var time = 0.0
  private var random: SplitMix64
  private var phases: [Double] = []

  init(seed: UInt64 = 1) {
    random = SplitMix64(seed: seed)
    for _ in 0..<6 { phases.append(Double.random(in: 0..<2 * .pi, using: &random)) }
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

  private func wave(_ frequency: Double, _ phase: Int) -> Double {
    Double.sineAndCosine(2 * .pi * frequency * time + phases[phase]).sine
  }

  /// The next sample; `isMoving` false holds the body still, `turn` is a rotation that the gyroscope does not see.
  mutating func next(isMoving: Bool = true, turn: Vector3<Double> = .zero) -> MotionSample<Double> {
    time += interval
    let strength = isMoving ? amplitude : 0
    let rate =
      Vector3(
        x: wave(0.31, 0) + 0.5 * wave(0.97, 1), y: wave(0.43, 2) + 0.4 * wave(0.83, 3),
        z: wave(0.23, 4) + 0.6 * wave(0.71, 5))
      * strength + steadyRate
    enuFromBody = (enuFromBody * Rotation(rotationVector: rate * interval)).renormalized
    enuFromBody = (enuFromBody * Rotation(rotationVector: turn)).renormalized
    let acceleration = Vector3(x: wave(0.7, 1), y: wave(0.9, 2), z: wave(1.1, 3)) * (isMoving ? 0.7 : 0)
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
