import MotionSamples
import Rotations

@testable import AttitudeFilters

/// VQF with its default parameters as the paper writes it, without a shortcut: the yardstick for `VQFFilter`, which takes
/// series, shared products and unit complex numbers instead. For a constant interval and sensors that are always there.
struct VQFStraightforward {
  typealias Vector = Vector3<Double>
  let parameters = VQFParameters<Double>()
  let interval: Double

  var inertialFromBody = Rotation<Double>.identity
  var levelFromInertial = Rotation<Double>.identity
  var heading = 0.0
  var bias = Vector.zero
  var covariance = Matrix3<Double>(diagonal: Vector(repeating: VQFParameters<Double>().initialBiasDeviation.squared))

  private var forcePass: PlainLowPass
  private var rotationPass: PlainLowPass
  private var restRatePass: PlainLowPass
  private var restForcePass: PlainLowPass
  private var fieldPass: PlainLowPass
  private(set) var isAtRest = false
  private(set) var isDisturbed = true
  private var lowPassedRate = Vector.zero
  private var timeWithoutMotion = 0.0
  private var startGain = 1.0
  private var (referenceNorm, referenceDip) = (0.0, 0.0)
  private var (candidateNorm, candidateDip) = (-1.0, 0.0)
  private var (undisturbedTime, candidateTime) = (0.0, 0.0)
  private var rejectionTime = VQFParameters<Double>().longestRejectionTime
  private var isFirst = true

  init(interval: Double) {
    self.interval = interval
    forcePass = PlainLowPass(parameters.accelerometerTimeConstant, interval, channels: 3)
    rotationPass = PlainLowPass(parameters.accelerometerTimeConstant, interval, channels: 11)
    restRatePass = PlainLowPass(parameters.restFilterTimeConstant, interval, channels: 3)
    restForcePass = PlainLowPass(parameters.restFilterTimeConstant, interval, channels: 3)
    fieldPass = PlainLowPass(parameters.fieldTimeConstant, interval, channels: 2)
  }

  var levelFromBody: Rotation<Double> { levelFromInertial * inertialFromBody }
  var enuFromBody: Rotation<Double> { Rotation(aboutZ: heading) * levelFromBody }

  mutating func update(_ rate: Vector, _ force: Vector, _ field: Vector) {
    if !isFirst { integrate(rate) }
    observeRest(force)
    level(force)
    turnToNorth(field)
    isFirst = false
  }

  private mutating func integrate(_ rate: Vector) {
    lowPassedRate = restRatePass.filter(rate, interval)
    if (rate - lowPassedRate).length >= parameters.restRateThreshold
      || lowPassedRate.largestMagnitude > parameters.largestBias
    {
      (timeWithoutMotion, isAtRest) = (0, false)
    }
    inertialFromBody = (inertialFromBody * Rotation(rotationVector: (rate - bias) * interval)).renormalized
  }

  private mutating func observeRest(_ force: Vector) {
    let elapsed = isFirst ? 0 : interval
    let deviation = force - restForcePass.filter(force, elapsed)
    timeWithoutMotion += elapsed
    if deviation.length >= parameters.restForceThreshold {
      (timeWithoutMotion, isAtRest) = (0, false)
    } else {
      isAtRest = timeWithoutMotion >= parameters.restTime
    }
  }

  private mutating func level(_ force: Vector) {
    let elapsed = isFirst ? 0 : interval
    let up = levelFromInertial.rotate(forcePass.filter(inertialFromBody.rotate(force), elapsed))
    let correction = Rotation(shortestToUnitZ: up)
    levelFromInertial = (correction * levelFromInertial).renormalized

    let turned = levelFromBody.matrix
    let all = rotationPass.filter(
      [turned.row0, turned.row1, turned.row2].flatMap { [$0.x, $0.y, $0.z] }
        + [turned.row0.dot(bias), turned.row1.dot(bias)], elapsed)
    guard !isFirst else { return }
    var rows = (0..<3).map { Vector(x: all[3 * $0], y: all[3 * $0 + 1], z: all[3 * $0 + 2]) }
    let sines = correction.quaternion.vector * (2 * correction.quaternion.w)
    var errors = [
      all[9] - rows[0].dot(bias) - sines.x / interval, all[10] - rows[1].dot(bias) - sines.y / interval,
      -rows[2].dot(bias),
    ]
    let growth = Double.degrees(0.1).squared / parameters.biasForgettingTime * interval
    func noise(_ deviation: Double) -> Double { deviation.squared.squared / growth + deviation.squared }
    var noises = [noise(parameters.biasDeviationInMotion), noise(parameters.biasDeviationInMotion), 0]
    noises[2] = noises[0] / parameters.verticalForgettingFactor
    if isAtRest {
      rows = [.unitX, .unitY, .unitZ]
      errors = (0..<3).map { lowPassedRate[$0] - bias[$0] }
      noises = [Double](repeating: noise(parameters.biasDeviationAtRest), count: 3)
    }
    for axis in 0..<3 where covariance[axis, axis] < parameters.initialBiasDeviation.squared {
      covariance[axis, axis] += growth
    }
    measure(Matrix3(rows: rows[0], rows[1], rows[2]), errors, noises)
  }

  /// The Kalman update with the inverse of the innovation's covariance.
  private mutating func measure(_ rows: Matrix3<Double>, _ errors: [Double], _ noises: [Double]) {
    let limit = parameters.largestBias
    let error = Vector(x: errors[0], y: errors[1], z: errors[2])
    let clamped = Vector(
      x: error.x.clamped(-limit, limit), y: error.y.clamped(-limit, limit), z: error.z.clamped(-limit, limit))
    let noise = Matrix3(diagonal: Vector(x: noises[0], y: noises[1], z: noises[2]))
    let gain = covariance * rows.transpose * (rows * covariance * rows.transpose + noise).inverse!
    let sum = bias + gain * clamped
    bias = Vector(x: sum.x.clamped(-limit, limit), y: sum.y.clamped(-limit, limit), z: sum.z.clamped(-limit, limit))
    covariance -= gain * rows * covariance
  }

  private mutating func turnToNorth(_ field: Vector) {
    let elapsed = isFirst ? 0 : interval
    let level = levelFromBody.rotate(field)
    let horizontal = (level.x * level.x + level.y * level.y).squareRoot()
    let seen = fieldPass.filter([level.length, -Double.arcTangent(y: level.z, x: horizontal)], elapsed)
    let referenceGain = isFirst ? 0 : 1 - Double.exponential(-interval / parameters.fieldReferenceTimeConstant)
    func fits(_ norm: Double, _ dip: Double) -> Bool {
      abs(seen[0] - norm) < parameters.fieldNormThreshold * norm && abs(seen[1] - dip) < parameters.fieldDipThreshold
    }

    if fits(referenceNorm, referenceDip) {
      undisturbedTime += elapsed
      if undisturbedTime >= parameters.undisturbedTime {
        isDisturbed = false
        referenceNorm += referenceGain * (seen[0] - referenceNorm)
        referenceDip += referenceGain * (seen[1] - referenceDip)
      }
    } else {
      (undisturbedTime, isDisturbed) = (0, true)
    }
    if fits(candidateNorm, candidateDip) {
      if lowPassedRate.length >= parameters.fieldAcceptanceRate { candidateTime += elapsed }
      candidateNorm += referenceGain * (seen[0] - candidateNorm)
      candidateDip += referenceGain * (seen[1] - candidateDip)
      let needed = referenceNorm == 0 ? parameters.firstFieldAcceptanceTime : parameters.fieldAcceptanceTime
      if isDisturbed && candidateTime >= needed {
        (referenceNorm, referenceDip) = (candidateNorm, candidateDip)
        (undisturbedTime, isDisturbed) = (parameters.undisturbedTime, false)
      }
    } else {
      (candidateTime, candidateNorm, candidateDip) = (0, seen[0], seen[1])
    }

    var gain = isFirst ? 0 : 1 - Double.exponential(-interval / parameters.magnetometerTimeConstant)
    if isDisturbed {
      if rejectionTime <= parameters.longestRejectionTime {
        rejectionTime += elapsed
        gain = 0
      } else {
        gain /= parameters.rejectionFactor
      }
    } else {
      rejectionTime = max(rejectionTime - parameters.rejectionFactor * elapsed, 0)
    }
    if startGain > 0 {
      gain = max(gain, startGain)
      startGain = startGain / (startGain + 1)
      if startGain * parameters.magnetometerTimeConstant < elapsed { startGain = 0 }
    }
    let error = (Double.arcTangent(y: level.x, x: level.y) - heading).wrappedToHalfTurn()
    heading = (heading + gain * error).wrappedToHalfTurn()
  }
}

/// The low-pass as two trapezoidal integrators, written out, with the mean of the first time constant as its start.
struct PlainLowPass {
  let timeConstant: Double
  let tangent: Double
  var averaged: (count: Double, time: Double)? = (0, 0)
  var levels: [Double]
  var slopes: [Double]

  init(_ timeConstant: Double, _ interval: Double, channels: Int) {
    self.timeConstant = timeConstant
    let (sine, cosine) = Double.sineAndCosine(interval / (2.0.squareRoot() * timeConstant))
    tangent = sine / cosine
    levels = Array(repeating: 0, count: channels)
    slopes = levels
  }

  mutating func filter(_ input: [Double], _ elapsed: Double) -> [Double] {
    if let (count, time) = averaged, time + 0.001 * elapsed < timeConstant {
      averaged = (count + 1, time + elapsed)
      for index in levels.indices { levels[index] += (input[index] - levels[index]) / (count + 1) }
      return levels
    }
    averaged = nil
    return levels.indices.map { index in
      let slope =
        (slopes[index] + tangent * (input[index] - levels[index])) / (1 + tangent * (tangent + 2.0.squareRoot()))
      let output = levels[index] + tangent * slope
      levels[index] += 2 * (output - levels[index])
      slopes[index] += 2 * (slope - slopes[index])
      return output
    }
  }

  mutating func filter(_ input: Vector3<Double>, _ elapsed: Double) -> Vector3<Double> {
    let output = filter([input.x, input.y, input.z], elapsed)
    return Vector3(x: output[0], y: output[1], z: output[2])
  }
}
