import Rotations

/// The factors of the smoother: what is asked of neighbouring knots, with residual and Jacobian.
///
/// Attitude errors are of the earth frame, R = Exp(θ) R̄; unknowns of knot k are θ, v, b at 9k, 9k + 3, 9k + 6; the
/// constant errors are M by rows (0-8), the accelerometer's bias (9-11) and scale (12-14).
struct SmoothingFactors {
  let parameters: AttitudeSmootherParameters
  /// The usual interval between samples, s.
  let nominalInterval: Double
  /// The error of the rate in proportion to it.
  var relativeRateNoise: Double
  /// The spectral density of the velocity, (m/s)² s.
  var velocityDensity: Double

  /// No factor is trusted beyond 1e-7 of its unit: the equations keep half of their digits.
  private static let smallestVariance = 1e-14
  /// Even repeated stamps are that far apart, s.
  private static let shortestDuration = 1e-4

  init(_ parameters: AttitudeSmootherParameters, nominalInterval: Double) {
    self.parameters = parameters
    self.nominalInterval = nominalInterval
    relativeRateNoise = parameters.relativeRateNoise
    velocityDensity = parameters.velocityDensity
  }

  /// The gyroscope: the next knot is where the samples lead. The weight of all three axes.
  @inline(__always)
  func rotationWeight(_ interval: IntervalMeasurement) -> Double {
    let proportional = relativeRateNoise * relativeRateNoise * parameters.relativeRateNoiseTime * interval.squaredRate
    let saturated = parameters.saturatedRateDeviation * interval.saturatedRateDuration
    let duration = max(interval.duration, Self.shortestDuration)
    var variance = parameters.angleRandomWalk * parameters.angleRandomWalk * duration
    variance += proportional + saturated * saturated
    let missing = interval.missingRateDuration
    if missing > 0 {
      let isBrief = missing < 0.05
      let deviation = isBrief ? parameters.briefGapRateDeviation : parameters.longGapRateDeviation
      variance += deviation * deviation * missing * (isBrief ? nominalInterval : missing)
    }
    return 1 / max(variance, Self.smallestVariance)
  }

  /// The gyroscope, one axis: e + θ' - θ + A b + B M.
  @inline(__always)
  func rotation(_ interval: IntervalMeasurement, knot: Int, axis: Int, weight: Double) -> LinearFactor {
    var factor = LinearFactor(residual: interval.attitudeResidual[axis], weight: weight)
    let at = ArrowWindow.knotSize * knot
    let row = interval.rotationIntegral.row(axis)
    factor.add(at + axis, -1)
    factor.add(at + 6, row.x)
    factor.add(at + 7, row.y)
    factor.add(at + 8, row.z)
    factor.add(at + ArrowWindow.knotSize + axis, 1)
    let matrix = interval.rateIntegral(axis)
    let entries = SIMD16(
      matrix.row0.x, matrix.row0.y, matrix.row0.z, matrix.row1.x, matrix.row1.y, matrix.row1.z, matrix.row2.x,
      matrix.row2.y, matrix.row2.z, 0, 0, 0, 0, 0, 0, 0)
    factor.setGlobals(0..<9, entries)
    return factor
  }

  /// The weight of the velocity factors; zero where too little of the interval has a specific force.
  @inline(__always)
  func velocityWeight(_ interval: IntervalMeasurement) -> Double {
    guard interval.forceDuration >= 0.3 * interval.duration, interval.duration > 0 else { return 0 }
    let saturated = parameters.saturatedForceDeviation * interval.saturatedForceDuration
    var variance = parameters.accelerometerNoise * parameters.accelerometerNoise * interval.duration
    variance += parameters.jumpNoise * parameters.jumpNoise * interval.squaredJumps
    variance += saturated * saturated
    return 1 / max(variance, Self.smallestVariance)
  }

  /// The accelerometer, one axis: v' - v - Δv + g T up + [Δv]× θ + A (bias) + ∫R diag(a) (scale).
  @inline(__always)
  func velocity(
    _ interval: IntervalMeasurement, _ state: SmoothingState, knot: Int, axis: Int, weight: Double
  ) -> LinearFactor {
    let increment = interval.velocity
    var residual = state.velocities[knot + 1][axis] - state.velocities[knot][axis] - increment[axis]
    if axis == 2 { residual += parameters.gravity * interval.duration }
    var factor = LinearFactor(residual: residual, weight: weight)
    let at = ArrowWindow.knotSize * knot
    if axis == 0 {
      factor.add(at + 1, -increment.z)
      factor.add(at + 2, increment.y)
    } else if axis == 1 {
      factor.add(at, increment.z)
      factor.add(at + 2, -increment.x)
    } else {
      factor.add(at, -increment.y)
      factor.add(at + 1, increment.x)
    }
    factor.add(at + 3 + axis, -1)
    factor.add(at + ArrowWindow.knotSize + 3 + axis, 1)
    let byBias = interval.rotationIntegral.row(axis)
    let byScale = interval.forceIntegral.row(axis)
    let entries = SIMD16(
      0, 0, 0, 0, 0, 0, 0, 0, 0, byBias.x, byBias.y, byBias.z, byScale.x, byScale.y, byScale.z, 0)
    factor.setGlobals(9..<15, entries)
    return factor
  }

  /// A carried body has a velocity of zero on average: v, one axis.
  @inline(__always)
  func boundedVelocity(_ state: SmoothingState, knot: Int, axis: Int, duration: Double) -> LinearFactor {
    let weight = min(max(duration, Self.shortestDuration), 2 * parameters.knotInterval) / velocityDensity
    var factor = LinearFactor(residual: state.velocities[knot][axis], weight: weight)
    factor.add(ArrowWindow.knotSize * knot + 3 + axis, 1)
    return factor
  }

  /// The bias wanders slowly: b' - b, one axis.
  @inline(__always)
  func biasWalk(_ state: SmoothingState, knot: Int, axis: Int, duration: Double) -> LinearFactor {
    let variance = parameters.biasWalk * parameters.biasWalk * max(duration, Self.shortestDuration)
    var factor = LinearFactor(
      residual: state.biases[knot + 1][axis] - state.biases[knot][axis],
      weight: 1 / max(variance, Self.smallestVariance))
    factor.add(ArrowWindow.knotSize * knot + 6 + axis, -1)
    factor.add(ArrowWindow.knotSize * (knot + 1) + 6 + axis, 1)
    return factor
  }

  /// At rest the gyroscope shows its bias: b - mean rate, one axis.
  @inline(__always)
  func rest(
    _ state: SmoothingState, knot: Int, axis: Int, meanRate: Vector3<Double>, duration: Double
  ) -> LinearFactor {
    let weight = duration / (parameters.restRateDeviation * parameters.restRateDeviation)
    var factor = LinearFactor(residual: state.biases[knot][axis] - meanRate[axis], weight: weight)
    factor.add(ArrowWindow.knotSize * knot + 6 + axis, 1)
    return factor
  }

  /// The magnetic field shows the heading, and nothing of the tilt: θ_z - (angle of the field east of north).
  @inline(__always)
  func heading(knot: Int, fieldAngle: Double, weight: Double) -> LinearFactor {
    var factor = LinearFactor(residual: -fieldAngle, weight: weight)
    factor.add(ArrowWindow.knotSize * knot + 2, 1)
    return factor
  }

  /// What is known before the first sample: the attitude of the first knot within the priors of where it is, its bias,
  /// one scalar each.
  func firstKnotPriors(_ state: SmoothingState) -> [LinearFactor] {
    let tilt = parameters.initialTiltDeviation
    let deviations = [tilt, tilt, parameters.initialHeadingDeviation]
    return (0..<3).flatMap { axis in
      var attitude = LinearFactor(residual: 0, weight: 1 / (deviations[axis] * deviations[axis]))
      attitude.add(axis, 1)
      let weight = 1 / (parameters.biasDeviation * parameters.biasDeviation)
      var bias = LinearFactor(residual: state.biases[0][axis], weight: weight)
      bias.add(6 + axis, 1)
      return [attitude, bias]
    }
  }

  /// What is known of the constant errors: value and weight of each.
  func globalPriors(_ state: SmoothingState) -> [(value: Double, weight: Double)] {
    let matrix = state.gyroscopeMatrix
    let rows = [matrix.row0, matrix.row1, matrix.row2, state.accelerometerBias, state.accelerometerScale]
    let deviations = [
      parameters.gyroscopeMatrixDeviation, parameters.gyroscopeMatrixDeviation, parameters.gyroscopeMatrixDeviation,
      parameters.accelerometerBiasDeviation, parameters.accelerometerScaleDeviation,
    ]
    return zip(rows, deviations).flatMap { row, deviation in
      let weight = 1 / max(deviation * deviation, Self.smallestVariance)
      return [(row.x, weight), (row.y, weight), (row.z, weight)]
    }
  }
}

extension Matrix3<Double> {
  /// A row by its number.
  @inline(__always)
  func row(_ index: Int) -> Vector3<Double> { index == 0 ? row0 : index == 1 ? row1 : row2 }
}
