import Rotations

/// Kalman filter for the bias of the gyroscope in VQF (section 3.4 in motion, section 3.5 at rest).
///
/// In motion a bias shows as a steady need for tilt corrections: their angular rate, in the level frame, is the low-passed
/// R (bias error). At rest the low-passed angular rate is the bias itself. The three components of either measurement
/// have independent noise.
@frozen @usableFromInline
struct VQFBiasEstimator<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline let initialVariance: Scalar
  /// Growth of the variance in (rad/s)² a second.
  @usableFromInline let varianceRate: Scalar
  @usableFromInline let largestBias: Scalar
  @usableFromInline let motionVariance: Scalar
  @usableFromInline let motionNoise: Scalar
  @usableFromInline let restVariance: Scalar
  @usableFromInline let restNoise: Scalar
  @usableFromInline let verticalNoiseFactor: Scalar
  @usableFromInline let usesMotion: Bool
  @usableFromInline let usesRest: Bool

  /// The bias, in rad/s, body axes.
  @usableFromInline var bias: Vector3<Scalar>
  /// Its covariance, in (rad/s)².
  @usableFromInline var covariance: SymmetricMatrix<3, Scalar>
  /// The low-passed attitude, as a matrix.
  @usableFromInline var rotationMemory: LowPassMemory<Matrix3<Scalar>>
  @usableFromInline var levelBiasXMemory: LowPassMemory<Scalar>
  @usableFromInline var levelBiasYMemory: LowPassMemory<Scalar>

  @export(implementation)
  init(parameters: VQFParameters<Scalar>) {
    initialVariance = parameters.initialBiasDeviation.squared
    varianceRate = Scalar.degrees(0.1).squared / parameters.biasForgettingTime
    largestBias = parameters.largestBias
    // The noise w that makes the variance settle at p with growth v per sample is p²/v + p (section 3.4).
    motionVariance = parameters.biasDeviationInMotion.squared
    motionNoise = motionVariance.squared / varianceRate
    restVariance = parameters.biasDeviationAtRest.squared
    restNoise = restVariance.squared / varianceRate
    verticalNoiseFactor = 1.0 / Scalar.maximum(parameters.verticalForgettingFactor, 1e-10)
    usesMotion = parameters.estimatesBiasInMotion
    usesRest = parameters.estimatesBiasAtRest

    bias = .zero
    covariance = SymmetricMatrix()
    for index in 0..<3 { covariance[index, index] = initialVariance }
    rotationMemory = LowPassMemory(zero: .zero)
    levelBiasXMemory = LowPassMemory(zero: .zero)
    levelBiasYMemory = LowPassMemory(zero: .zero)
  }

  /// Processes the tilt correction of a sample.
  /// - Parameters:
  ///   - tiltCorrection: x and y of the rotation, in radians, that brought the low-passed specific force upright.
  ///   - levelFromBody: The attitude after the correction.
  ///   - lowPass: The low-pass of the specific force, advanced to this sample.
  ///   - interval: Time since the correction before, in seconds.
  ///   - lowPassedRate: The low-passed angular rate, in rad/s.
  ///   - isAtRest: Where it is the bias.
  @export(implementation) @inline(__always)
  mutating func update(
    tiltCorrection: (x: Scalar, y: Scalar), levelFromBody: Matrix3<Scalar>, lowPass: ButterworthLowPass<Scalar>,
    interval: Scalar, lowPassedRate: Vector3<Scalar>, isAtRest: Scalar.Mask
  ) {
    // The first sample has no interval; its correction is the start and not a rate.
    let frequency = 1.0 / interval.replacing(with: 1.0, where: interval .== 0.0)
    let lowPassedLevelBiasX = lowPass.filter(levelFromBody.row0.dot(bias), &levelBiasXMemory)
    let lowPassedLevelBiasY = lowPass.filter(levelFromBody.row1.dot(bias), &levelBiasYMemory)
    var rows = lowPass.filter(levelFromBody, &rotationMemory)
    var error = Vector3(
      x: lowPassedLevelBiasX - rows.row0.dot(bias) - tiltCorrection.x * frequency,
      y: lowPassedLevelBiasY - rows.row1.dot(bias) - tiltCorrection.y * frequency,
      z: -rows.row2.dot(bias))
    var noise = motionNoise * frequency + motionVariance
    var verticalNoise = noise * verticalNoiseFactor

    let usesRestHere = isAtRest .& Scalar.Mask(repeating: usesRest)
    if usesRestHere.isTrueInAnyLane {
      rows.replace(with: .identity, where: usesRestHere)
      error.replace(with: lowPassedRate - bias, where: usesRestHere)
      noise.replace(with: restNoise * frequency + restVariance, where: usesRestHere)
      verticalNoise.replace(with: noise, where: usesRestHere)
    }

    grow(for: interval)
    let isMeasured = (usesRestHere .| Scalar.Mask(repeating: usesMotion)) .& (interval .> 0.0)
    let clampedError = error.clamped(to: largestBias)
    modify(where: isMeasured) { $0.measure(rows, clampedError, noise, verticalNoise) }
  }

  /// Adds the uncertainty of `interval` seconds, in every axis while it is below the initial one.
  @export(implementation) @inline(__always)
  mutating func grow(for interval: Scalar) {
    let growth = varianceRate * interval
    for index in 0..<3 {
      let variance = covariance[index, index]
      covariance[index, index].replace(with: variance + growth, where: variance .< initialVariance)
    }
  }

  /// Kalman update for error = rows · (true bias - bias) + noise. The covariance of the error is factored as L D Lᵀ:
  /// one measurement after the other, each less what those before it explain.
  @export(implementation) @inline(__always)
  mutating func measure(
    _ rows: Matrix3<Scalar>, _ error: Vector3<Scalar>, _ noise: Scalar, _ verticalNoise: Scalar
  ) {
    let column0 = covariance * rows.row0
    let column1 = covariance * rows.row1
    let column2 = covariance * rows.row2
    let (s01, s02, s12) = (rows.row0.dot(column1), rows.row0.dot(column2), rows.row1.dot(column2))

    let inverse0 = 1.0 / (noise + rows.row0.dot(column0))
    let (l10, l20) = (s01 * inverse0, s02 * inverse0)
    let error1 = error.y - l10 * error.x
    let own1 = column1 - column0 * l10

    let inverse1 = 1.0 / (noise + rows.row1.dot(column1) - l10 * s01)
    let common = s12 - l10 * s02
    let l21 = common * inverse1
    let error2 = error.z - l20 * error.x - l21 * error1
    let own2 = column2 - column0 * l20 - own1 * l21

    let inverse2 = 1.0 / (verticalNoise + rows.row2.dot(column2) - l20 * s02 - l21 * common)
    let correction = column0 * (error.x * inverse0) + own1 * (error1 * inverse1) + own2 * (error2 * inverse2)
    bias = (bias + correction).clamped(to: largestBias)
    covariance.subtractSquare(of: column0, times: inverse0)
    covariance.subtractSquare(of: own1, times: inverse1)
    covariance.subtractSquare(of: own2, times: inverse2)
  }

  /// Adds the uncertainty of a gap of `time` seconds, at most the initial one.
  @export(implementation)
  mutating func widen(for time: Scalar) {
    let growth = Scalar.minimum(varianceRate * time, initialVariance)
    for index in 0..<3 { covariance[index, index] += growth }
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&bias, with: other.bias)
    visitor.visit(&covariance, with: other.covariance)
    visitor.visit(&rotationMemory, with: other.rotationMemory)
    visitor.visit(&levelBiasXMemory, with: other.levelBiasXMemory)
    visitor.visit(&levelBiasYMemory, with: other.levelBiasYMemory)
  }
}

extension SymmetricMatrix where n == 3 {
  /// The matrix applied to a vector.
  @export(implementation) @inline(__always)
  static func * (matrix: Self, vector: Vector3<Scalar>) -> Vector3<Scalar> {
    matrix.block(0, 0) * vector
  }

  /// Subtracts the scaled square of a vector: P - v vᵀ factor.
  @export(implementation) @inline(__always)
  mutating func subtractSquare(of vector: Vector3<Scalar>, times factor: Scalar) {
    let scaled = vector * factor
    for row in 0..<3 {
      for column in row..<3 { self[row, column] -= scaled[row] * vector[column] }
    }
  }
}
