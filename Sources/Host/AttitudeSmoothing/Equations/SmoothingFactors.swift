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
  /// The random walk of the bias σ_b, (rad/s)/√s (57), (60).
  var biasWalk: Double
  /// The spectral density of the velocity at each knot (38); empty in the first iteration.
  var velocityDensities: [LocalVelocityDensity.Density] = []
  /// The prior of the accelerometer's scale (59).
  var accelerometerScalePrior: LearnedPrior
  /// The bias that the causal filter found, rad/s (31).
  var filterBias = Vector3<Double>.zero
  /// Whether the velocity of each knot is observed nearby, so that it is not taken for zero (54); empty without observations.
  var areObserved: [Bool] = []
  /// Whether velocities over ground are observed: they show the heading (25), and the lever arm is that of their antenna (32).
  var observesGround = false

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
  /// The rate at which the velocity of a carrier that travels is forgotten, 1/s (26).
  private static let forgettingRate = 0.15
  /// The share of the causal filter's bias that is the least standard deviation of the first bias (31).
  private static let shareOfFilterBias = 0.5

  init(_ parameters: AttitudeSmootherParameters, nominalInterval: Double) {
    self.parameters = parameters
    self.nominalInterval = nominalInterval
    relativeRateNoise = parameters.relativeRateNoise
    biasWalk = parameters.biasWalk
    accelerometerScalePrior = LearnedPrior(parameters.accelerometerScaleDeviation)
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

  /// The weights of the velocity factor along the level axes and up (26); zero if too little of the interval has a specific
  /// force.
  @inline(__always)
  func velocityWeights(_ interval: IntervalMeasurement, knot: Int) -> (level: Double, up: Double) {
    guard interval.forceDuration >= Self.leastForceShare * interval.duration, interval.duration > 0 else {
      return (0, 0)
    }
    let saturated = parameters.saturatedForceDeviation * interval.saturatedForceDuration
    var variance = parameters.accelerometerNoise * parameters.accelerometerNoise * interval.duration
    variance += parameters.jumpNoise * parameters.jumpNoise * interval.squaredJumps
    variance += saturated * saturated
    let up = 1 / max(variance, Self.smallestVariance)
    guard !velocityDensities.isEmpty, !isObserved(knot) else { return (up, up) }
    let traveling = max(0, velocityDensities[knot].horizontal - parameters.stayingVelocityDensity)
    guard traveling > 0 else { return (up, up) }
    variance += Self.forgettingRate * Self.forgettingRate * traveling * interval.duration
    return (1 / variance, up)
  }

  /// Whether the velocity of a knot is observed nearby (54).
  @inline(__always)
  func isObserved(_ knot: Int) -> Bool { !areObserved.isEmpty && areObserved[knot] }

  /// The velocity factor along one axis (25): v' - v - u + g T up + [u]× θ + A c + F s + ℓ_f τ_f. Without a velocity over
  /// ground the column of θ_z is left out.
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
      if observesGround { factor.add(Unknown.attitude(knot, 2), increment.y) }
    } else if axis == 1 {
      factor.add(Unknown.attitude(knot, 0), increment.z)
      if observesGround { factor.add(Unknown.attitude(knot, 2), -increment.x) }
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

  /// The weights of the bounded velocity at a knot along the level axes and up (27).
  @inline(__always)
  func boundedVelocityWeights(knot: Int, duration: Double) -> (level: Double, up: Double) {
    let time = min(max(duration, Self.shortestDuration), Self.mostKnotIntervals * parameters.knotInterval)
    guard !velocityDensities.isEmpty else {
      return (time / parameters.velocityDensity, time / parameters.velocityDensity)
    }
    let density = velocityDensities[knot]
    return (time / density.horizontal, time / density.vertical)
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

  /// The observed velocity over ground along a level axis (52): v - G ρ between the knots, less what was observed.
  @inline(__always)
  func velocityOverGround(
    _ target: VelocityTargets.Target, _ state: SmoothingState, leverEffect: Matrix3<Double>, knot: Int, axis: Int,
    weight: Double
  ) -> LinearFactor {
    let row = leverEffect.row(axis)
    let residual = state.velocity(after: knot, target.share)[axis] - row.dot(state.leverArm) - target.velocity[axis]
    var factor = LinearFactor(residual: residual, weight: target.count * weight)
    factor.add(Unknown.velocity(knot, axis), 1 - target.share)
    factor.add(Unknown.velocity(knot + 1, axis), target.share)
    factor.setGlobals(4..<5, [SIMD4(-row.x, -row.y, -row.z, 0), .zero, .zero])
    return factor
  }

  /// The observed speed along an axis of the level frame (53): v - R e_f s, with e_f along body x.
  @inline(__always)
  func forwardSpeed(
    _ target: VelocityTargets.Target, _ state: SmoothingState, knot: Int, axis: Int, weight: Double
  ) -> LinearFactor {
    let velocity = state.forward(after: knot, target.share) * target.velocity.x
    let residual = state.velocity(after: knot, target.share)[axis] - velocity[axis]
    var factor = LinearFactor(residual: residual, weight: weight)
    factor.add(Unknown.velocity(knot, axis), 1 - target.share)
    let cross = Matrix3(crossProductBy: velocity).row(axis)
    for other in 0..<3 where other != axis { factor.add(Unknown.attitude(knot, other), cross[other]) }
    factor.add(Unknown.velocity(knot + 1, axis), target.share)
    return factor
  }

  /// The random walk of the bias about one axis (28): b' - b.
  @inline(__always)
  func biasWalk(_ state: SmoothingState, knot: Int, axis: Int, duration: Double) -> LinearFactor {
    let variance = biasWalk * biasWalk * max(duration, Self.shortestDuration)
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
      let deviation = max(parameters.biasDeviation, Self.shareOfFilterBias * filterBias[axis].magnitude)
      var bias = LinearFactor(residual: state.biases[0][axis], weight: 1 / (deviation * deviation))
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
      + prior(state.accelerometerScale, accelerometerScalePrior.deviation)
      + [(state.accelerometerLag, weight(parameters.accelerometerLagDeviation))]
      + (observesGround
        ? prior(state.leverArm + parameters.antenna, parameters.antennaDeviation)
        : prior(state.leverArm, parameters.leverArmDeviation))
  }
}

extension Matrix3<Double> {
  /// A row by its index.
  @inline(__always)
  func row(_ index: Int) -> Vector3<Double> { index == 0 ? row0 : index == 1 ? row1 : row2 }
}
