import Rotations

/// One scalar factor at the current estimate: w (r + J x)² in the cost.
///
/// The columns of J that belong to knots are added one by one in rising order; those of the constant errors are in
/// neighbouring groups of four.
struct LinearFactor {
  /// r, in the unit of the measurement.
  var residual: Double
  /// w, one over the variance.
  var weight: Double
  /// The number of columns that belong to knots.
  private(set) var knotCount = 0
  /// The places of those columns, from `Unknown`.
  private(set) var knotColumns = InlineArray<5, Int>(repeating: 0)
  /// Their entries.
  private(set) var knotEntries = InlineArray<5, Double>(repeating: 0)
  /// The groups of constant errors with entries.
  private(set) var globalGroups = 0..<0
  private var entries = InlineArray<3, SIMD4<Double>>(repeating: .zero)

  @inline(__always)
  init(residual: Double, weight: Double) {
    self.residual = residual
    self.weight = weight
  }

  /// Adds a column of a knot; its place must be larger than those before.
  @inline(__always)
  mutating func add(_ column: Int, _ entry: Double) {
    knotColumns[unchecked: knotCount] = column
    knotEntries[unchecked: knotCount] = entry
    knotCount += 1
  }

  /// Sets the entries of up to three groups of constant errors.
  @inline(__always)
  mutating func setGlobals(_ groups: Range<Int>, _ entries: InlineArray<3, SIMD4<Double>>) {
    globalGroups = groups
    self.entries = entries
  }

  /// The entries of one of `globalGroups`.
  @inline(__always)
  func globalEntries(_ group: Int) -> SIMD4<Double> { entries[unchecked: group &- globalGroups.lowerBound] }
}

/// The factors between and at knots with residual, Jacobian and weight, (23) to (32).
///
/// Attitude errors are in the level frame, R = Exp(θ) R̄. The places of the unknowns are in `Unknown`.
struct SmoothingFactors {
  let parameters: AttitudeSmootherParameters
  /// The median interval d, s.
  let nominalInterval: Double
  /// The rate error relative to the rate, κ.
  var relativeRateNoise: Double
  /// The spectral density S_v of the velocity at each knot, (m/s)² s (38); empty in the first iteration.
  var velocityDensities: [Double] = []

  /// Least variance of a factor: standard deviations below 1e-7 of the unit would cost the equations half of their digits.
  private static let smallestVariance = 1e-14
  /// Least duration of an interval in the weights, s; timestamps may repeat.
  private static let shortestDuration = 1e-4
  /// Without angular rate for less, s, the error of the samples is independent (24).
  private static let longestBriefGap = 0.05
  /// Least share of an interval with a specific force for a velocity factor (26).
  private static let leastForceShare = 0.3
  /// Most knot intervals that the bounded velocity counts for one interval (27).
  private static let mostKnotIntervals = 2.0

  init(_ parameters: AttitudeSmootherParameters, nominalInterval: Double) {
    self.parameters = parameters
    self.nominalInterval = nominalInterval
    relativeRateNoise = parameters.relativeRateNoise
  }

  /// The weight of the gyroscope factor, equal for the three axes (24).
  @inline(__always)
  func rotationWeight(_ interval: IntervalMeasurement) -> Double {
    let proportional = relativeRateNoise * relativeRateNoise * parameters.relativeRateNoiseTime * interval.squaredRate
    let saturated = parameters.saturatedRateDeviation * interval.saturatedRateDuration
    let duration = max(interval.duration, Self.shortestDuration)
    var variance = parameters.angleRandomWalk * parameters.angleRandomWalk * duration
    variance += proportional + saturated * saturated
    let missing = interval.missingRateDuration
    if missing > 0 {
      let isBrief = missing < Self.longestBriefGap
      let deviation = isBrief ? parameters.briefGapRateDeviation : parameters.longGapRateDeviation
      variance += deviation * deviation * missing * (isBrief ? nominalInterval : missing)
    }
    if interval.isSuspect { variance += parameters.missedRotationDeviation * parameters.missedRotationDeviation }
    return 1 / max(variance, Self.smallestVariance)
  }

  /// The gyroscope factor about one axis (23): e + θ' - θ + A b + B M.
  @inline(__always)
  func rotation(_ interval: IntervalMeasurement, knot: Int, axis: Int, weight: Double) -> LinearFactor {
    var factor = LinearFactor(residual: interval.attitudeResidual[axis], weight: weight)
    let row = interval.rotationIntegral.row(axis)
    factor.add(Unknown.attitude(knot, axis), -1)
    factor.add(Unknown.bias(knot, 0), row.x)
    factor.add(Unknown.bias(knot, 1), row.y)
    factor.add(Unknown.bias(knot, 2), row.z)
    factor.add(Unknown.attitude(knot + 1, axis), 1)
    let matrix = interval.rateIntegral(axis)
    factor.setGlobals(
      0..<3,
      [
        SIMD4(matrix.row0.x, matrix.row0.y, matrix.row0.z, matrix.row1.x),
        SIMD4(matrix.row1.y, matrix.row1.z, matrix.row2.x, matrix.row2.y), SIMD4(matrix.row2.z, 0, 0, 0),
      ])
    return factor
  }

  /// The weight of the velocity factor (26); zero if too little of the interval has a specific force.
  @inline(__always)
  func velocityWeight(_ interval: IntervalMeasurement) -> Double {
    guard interval.forceDuration >= Self.leastForceShare * interval.duration, interval.duration > 0 else { return 0 }
    let saturated = parameters.saturatedForceDeviation * interval.saturatedForceDuration
    var variance = parameters.accelerometerNoise * parameters.accelerometerNoise * interval.duration
    variance += parameters.jumpNoise * parameters.jumpNoise * interval.squaredJumps
    variance += saturated * saturated
    return 1 / max(variance, Self.smallestVariance)
  }

  /// The velocity factor along one axis (25): v' - v - u + g T up + [u]× θ + A c + F s + ℓ_f τ_f.
  @inline(__always)
  func velocity(
    _ interval: IntervalMeasurement, _ state: SmoothingState, knot: Int, axis: Int, weight: Double
  ) -> LinearFactor {
    let increment = interval.velocityIncrement
    var residual = state.velocities[knot + 1][axis] - state.velocities[knot][axis] - increment[axis]
    if axis == 2 { residual += parameters.gravity * interval.duration }
    var factor = LinearFactor(residual: residual, weight: weight)
    factor.add(Unknown.velocity(knot, axis), -1)
    if axis == 0 {
      factor.add(Unknown.attitude(knot, 1), -increment.z)
      factor.add(Unknown.attitude(knot, 2), increment.y)
    } else if axis == 1 {
      factor.add(Unknown.attitude(knot, 0), increment.z)
      factor.add(Unknown.attitude(knot, 2), -increment.x)
    } else {
      factor.add(Unknown.attitude(knot, 0), -increment.y)
      factor.add(Unknown.attitude(knot, 1), increment.x)
    }
    factor.add(Unknown.velocity(knot + 1, axis), 1)
    let byBias = interval.rotationIntegral.row(axis)
    let byScale = interval.forceIntegral.row(axis)
    let byLag = interval.forceLagEffect[axis]
    factor.setGlobals(
      2..<4, [SIMD4(0, byBias.x, byBias.y, byBias.z), SIMD4(byScale.x, byScale.y, byScale.z, byLag), .zero])
    return factor
  }

  /// The weight of the bounded velocity at a knot (27).
  @inline(__always)
  func boundedVelocityWeight(knot: Int, duration: Double) -> Double {
    let density = velocityDensities.isEmpty ? parameters.velocityDensity : velocityDensities[knot]
    return min(max(duration, Self.shortestDuration), Self.mostKnotIntervals * parameters.knotInterval) / density
  }

  /// The bounded velocity along one axis (27): v - G ρ, zero on average.
  @inline(__always)
  func boundedVelocity(
    _ state: SmoothingState, leverEffect: Matrix3<Double>, knot: Int, axis: Int, weight: Double
  ) -> LinearFactor {
    let row = leverEffect.row(axis)
    var factor = LinearFactor(residual: state.velocities[knot][axis] - row.dot(state.leverArm), weight: weight)
    factor.add(Unknown.velocity(knot, axis), 1)
    factor.setGlobals(4..<5, [SIMD4(-row.x, -row.y, -row.z, 0), .zero, .zero])
    return factor
  }

  /// The random walk of the bias about one axis (28): b' - b.
  @inline(__always)
  func biasWalk(_ state: SmoothingState, knot: Int, axis: Int, duration: Double) -> LinearFactor {
    let variance = parameters.biasWalk * parameters.biasWalk * max(duration, Self.shortestDuration)
    var factor = LinearFactor(
      residual: state.biases[knot + 1][axis] - state.biases[knot][axis],
      weight: 1 / max(variance, Self.smallestVariance))
    factor.add(Unknown.bias(knot, axis), -1)
    factor.add(Unknown.bias(knot + 1, axis), 1)
    return factor
  }

  /// The bias at rest about one axis (29): b - mean rate.
  @inline(__always)
  func rest(
    _ state: SmoothingState, knot: Int, axis: Int, meanRate: Vector3<Double>, duration: Double
  ) -> LinearFactor {
    let weight = duration / (parameters.restRateDeviation * parameters.restRateDeviation)
    var factor = LinearFactor(residual: state.biases[knot][axis] - meanRate[axis], weight: weight)
    factor.add(Unknown.bias(knot, axis), 1)
    return factor
  }

  /// The heading observation (30): θ_z - ψ. Its only column is θ_z, so the field never corrects tilt.
  @inline(__always)
  func heading(knot: Int, fieldAngle: Double, weight: Double) -> LinearFactor {
    var factor = LinearFactor(residual: -fieldAngle, weight: weight)
    factor.add(Unknown.attitude(knot, 2), 1)
    return factor
  }

  /// The priors of the first knot (31): attitude about the current estimate, bias about zero.
  func firstKnotPriors(_ state: SmoothingState) -> [LinearFactor] {
    let tilt = parameters.initialTiltDeviation
    let deviations = [tilt, tilt, parameters.initialHeadingDeviation]
    return (0..<3).flatMap { axis in
      var attitude = LinearFactor(residual: 0, weight: 1 / (deviations[axis] * deviations[axis]))
      attitude.add(Unknown.attitude(0, axis), 1)
      let weight = 1 / (parameters.biasDeviation * parameters.biasDeviation)
      var bias = LinearFactor(residual: state.biases[0][axis], weight: weight)
      bias.add(Unknown.bias(0, axis), 1)
      return [attitude, bias]
    }
  }

  /// The priors of the constant errors (32): current value and weight of each.
  func globalPriors(_ state: SmoothingState) -> [(value: Double, weight: Double)] {
    let matrix = state.gyroscopeMatrix
    func weight(_ deviation: Double) -> Double { 1 / max(deviation * deviation, Self.smallestVariance) }
    func prior(_ value: Vector3<Double>, _ deviation: Double) -> [(value: Double, weight: Double)] {
      (0..<3).map { (value[$0], weight(deviation)) }
    }
    return prior(matrix.row0, parameters.gyroscopeMatrixDeviation)
      + prior(matrix.row1, parameters.gyroscopeMatrixDeviation)
      + prior(matrix.row2, parameters.gyroscopeMatrixDeviation)
      + prior(state.accelerometerBias, parameters.accelerometerBiasDeviation)
      + prior(state.accelerometerScale, parameters.accelerometerScaleDeviation)
      + [(state.accelerometerLag, weight(parameters.accelerometerLagDeviation))]
      + prior(state.leverArm, parameters.leverArmDeviation)
  }
}

extension Matrix3<Double> {
  /// A row by its index.
  @inline(__always)
  func row(_ index: Int) -> Vector3<Double> { index == 0 ? row0 : index == 1 ? row1 : row2 }
}
