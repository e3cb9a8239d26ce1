import MotionSamples
import Rotations

@testable import AttitudeFilters

/// Valenti's filter with its default parameters, one attitude and one step after the other, with sines and cosines: the
/// yardstick for `ComplementaryFilter`, which keeps heading and tilt apart and takes half angles from sums of vectors. It
/// begins with a given attitude; samples must have good rates and intervals.
struct ComplementaryStraightforward {
  typealias Vector = Vector3<Double>
  let parameters = ComplementaryParameters<Double>()
  var enuFromBody: Rotation<Double>
  var bias = Vector.zero
  private(set) var isAtRest = false
  private var previousRate = Vector.zero

  init(enuFromBody: Rotation<Double>) { self.enuFromBody = enuFromBody }

  /// Takes a sample; the answer is the angle of the whole tilt correction and of the whole heading correction.
  mutating func update(_ sample: MotionSample<Double>) -> (tilt: Double?, heading: Double?) {
    let interval = sample.interval
    let force = sample.specificForce.x.isNaN ? nil : sample.specificForce
    learnBias(sample.angularRate, force?.length ?? 0, interval)
    enuFromBody = enuFromBody * Rotation(rotationVector: (sample.angularRate - bias) * interval)

    var angles: (tilt: Double?, heading: Double?) = (nil, nil)
    if let force {
      let whole = Rotation(shortestFrom: enuFromBody.rotate(force), to: .unitZ)
      let share = interval / (parameters.accelerometerTime + interval) * gain(force.length)
      enuFromBody = part(share, of: whole) * enuFromBody
      angles.tilt = whole.angle
    }
    if !sample.magneticField.x.isNaN {
      let field = enuFromBody.rotate(sample.magneticField)
      let whole = Rotation(aboutZ: Double.arcTangent(y: field.x, x: field.y))
      enuFromBody = part(interval / (parameters.magnetometerTime + interval), of: whole) * enuFromBody
      angles.heading = whole.angle
    }
    let q = enuFromBody.quaternion
    enuFromBody = Rotation(unchecked: q * (1 / q.squaredNorm.squareRoot()))
    return angles
  }

  /// Section 5.3.
  private mutating func learnBias(_ rate: Vector, _ forceLength: Double, _ interval: Double) {
    isAtRest =
      abs(forceLength - parameters.gravity) <= parameters.restForceThreshold
      && (rate - previousRate).largestMagnitude <= parameters.restRateChangeThreshold
      && (rate - bias).largestMagnitude <= parameters.restRateThreshold
    previousRate = rate
    if isAtRest { bias += (rate - bias) * (interval / (parameters.biasTime + interval)) }
  }

  /// Section 5.2.3.
  private func gain(_ length: Double) -> Double {
    let deviation = abs(length - parameters.gravity) / parameters.gravity
    if deviation <= parameters.fullGainDeviation { return 1 }
    if deviation >= parameters.zeroGainDeviation { return 0 }
    return (parameters.zeroGainDeviation - deviation) / (parameters.zeroGainDeviation - parameters.fullGainDeviation)
  }

  /// Equations 50 to 52: linear above a cosine of half the angle of 0.9, else along the great circle.
  private func part(_ share: Double, of whole: Rotation<Double>) -> Rotation<Double> {
    let q = whole.quaternion.w < 0 ? -whole.quaternion : whole.quaternion
    if q.w > 0.9 {
      let straight = Quaternion(real: 1 - share + share * q.w, vector: q.vector * share)
      return Rotation(unchecked: straight * (1 / straight.squaredNorm.squareRoot()))
    }
    return Rotation(rotationVector: whole.rotationVector * share)
  }
}
