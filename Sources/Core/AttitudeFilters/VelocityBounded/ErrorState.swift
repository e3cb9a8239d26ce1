import Rotations

/// The error state of the default filter: its covariance P, and the correction x that the measurements of one step add up to.
///
/// States, 11 or 14: attitude error in level axes θ (rad; the third is the heading), errors of the gyroscope's bias β (rad/s)
/// and scale γ, horizontal velocity error ν (m/s), and with 14 states errors of the gyroscope's cross-axis terms η.
///
/// Sources: E. Lefferts, F. Markley, M. Shuster, "Kalman filtering for spacecraft attitude estimation", 1982;
/// F. Markley, "Attitude error representations for Kalman filtering", 2003; TheDefaultFilter.md, equations 25, 26, 35 and 50.
@frozen @usableFromInline
struct ErrorState<let stateCount: Int, Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var covariance = SymmetricMatrix<stateCount, Scalar>()
  @usableFromInline var correction = InlineArray<stateCount, Scalar>(repeating: 0.0)

  // The place of each state.
  @export(implementation) static var tiltX: Int { 0 }
  @export(implementation) static var tiltY: Int { 1 }
  @export(implementation) static var heading: Int { 2 }
  @export(implementation) static var bias: Int { 3 }
  @export(implementation) static var scale: Int { 6 }
  @export(implementation) static var velocityX: Int { 9 }
  @export(implementation) static var velocityY: Int { 10 }
  @export(implementation) static var crossAxis: Int { 11 }
  @export(implementation) static var hasCrossAxis: Bool { stateCount > 11 }

  /// The squared specific force that a clipped accelerometer may miss, (m/s²)² (equation 26): 20 m/s².
  @export(implementation) static var squaredClippedForce: Scalar { 400.0 }
  /// Correlation time of what a clipped sensor misses, s (equation 26).
  @export(implementation) static var clippedTime: Scalar { 0.01 }
  /// The change of velocity in a second that a silent accelerometer misses, (m/s)²: 3 m/s, a hand (equation 11).
  @export(implementation) static var squaredMissedForce: Scalar { 9.0 }
  /// The variance up to which the walk of the bias accumulates, (rad/s)²: (1 degree/s)² (equation 26).
  @export(implementation) static var largestWalkedVariance: Scalar { Scalar.degrees(1.0).squared }

  /// The prior standard deviations of the parameters (equation 50).
  @export(implementation)
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    for index in Self.bias..<Self.scale { covariance[index, index] = parameters.biasDeviation.squared }
    for index in Self.scale..<Self.velocityX { covariance[index, index] = parameters.scaleDeviation.squared }
    for index in Self.crossAxis..<stateCount { covariance[index, index] = parameters.crossAxisDeviation.squared }
    resetTilt(parameters)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&covariance, with: other.covariance)
    visitor.check(covariance.isCovariance(within: 1024.0 * Scalar.ulpOfOne))
    for index in 0..<stateCount { visitor.visit(&correction[index], with: other.correction[index]) }
  }
}

// MARK: Variances

extension ErrorState {
  /// The mean variance of the two components of tilt, rad².
  @export(implementation) @inline(__always) var tiltVariance: Scalar {
    (covariance[Self.tiltX, Self.tiltX] + covariance[Self.tiltY, Self.tiltY]) * 0.5
  }
  /// The variance of the heading, rad².
  @export(implementation) @inline(__always) var headingVariance: Scalar { covariance[Self.heading, Self.heading] }
  /// The variance of the bias about a unit vector in body axes, (rad/s)².
  @export(implementation)
  func biasVariance(about axis: Vector3<Scalar>) -> Scalar {
    axis.dot(covariance.block(Self.bias, Self.bias) * axis)
  }
  /// The mean variance of the two components of the bias about level axes, (rad/s)². `up` is the up axis in body axes.
  @export(implementation) @inline(__always)
  func levelBiasVariance(up: Vector3<Scalar>) -> Scalar {
    let variances = biasVariance
    return 0.5 * (variances.x + variances.y + variances.z - biasVariance(about: up))
  }
  /// The variance of each component of the bias, (rad/s)².
  @export(implementation) @inline(__always) var biasVariance: Vector3<Scalar> {
    covariance.block(Self.bias, Self.bias).diagonal
  }
  /// The mean variance of the three scale errors.
  @export(implementation) @inline(__always) var scaleVariance: Scalar {
    let variances = covariance.block(Self.scale, Self.scale).diagonal
    return (variances.x + variances.y + variances.z) * (1.0 / 3.0)
  }
  /// The mean variance of the two components of the velocity, (m/s)².
  @export(implementation) @inline(__always) var velocityVariance: Scalar {
    (covariance[Self.velocityX, Self.velocityX] + covariance[Self.velocityY, Self.velocityY]) * 0.5
  }

  /// Resets tilt and velocity; bias, scale and heading are kept (equation 50).
  @export(implementation)
  mutating func resetTilt(_ parameters: VelocityBoundedParameters<Scalar>) {
    for index in Self.tiltX...Self.tiltY {
      covariance.isolate(index, variance: parameters.initialTiltDeviation.squared)
    }
    resetVelocity(parameters)
  }

  /// Resets the velocity.
  @export(implementation)
  mutating func resetVelocity(_ parameters: VelocityBoundedParameters<Scalar>) {
    replaceVelocity(variance: parameters.initialVelocityDeviation.squared)
  }

  /// Makes the heading independent of the other states.
  @export(implementation) @inline(__always)
  mutating func resetHeading(variance: Scalar) { covariance.isolate(Self.heading, variance: variance) }

  /// The same in the lanes of `mask`.
  @export(implementation) @inline(__always)
  mutating func resetHeading(variance: Scalar, where mask: Scalar.Mask) {
    covariance.isolate(Self.heading, variance: variance, where: mask)
  }

  /// Adds the same variance to the three attitude errors.
  @export(implementation) @inline(__always)
  mutating func addAttitudeVariance(_ variance: Scalar) {
    for index in Self.tiltX...Self.heading { covariance[index, index] += variance }
  }

  /// Adds variance to the attitude error about one unit vector.
  @export(implementation)
  mutating func addAttitudeVariance(_ variance: Scalar, about axis: Vector3<Scalar>) {
    let block = covariance.block(Self.tiltX, Self.tiltX) + Matrix3(outerProductOf: axis, axis) * variance
    covariance.setBlock(Self.tiltX, Self.tiltX, block)
  }

  /// Adds the same variance to both errors of the tilt.
  @export(implementation) @inline(__always)
  mutating func addTiltVariance(_ variance: Scalar) {
    for index in Self.tiltX...Self.tiltY { covariance[index, index] += variance }
  }

  /// Adds the same variance to the three errors of the bias.
  @export(implementation) @inline(__always)
  mutating func addBiasVariance(_ variance: Scalar) {
    for index in Self.bias..<Self.scale { covariance[index, index] += variance }
  }

  /// Adds variance to the error of the bias about one unit vector.
  @export(implementation)
  mutating func addBiasVariance(_ variance: Scalar, about axis: Vector3<Scalar>) {
    let block = covariance.block(Self.bias, Self.bias) + Matrix3(outerProductOf: axis, axis) * variance
    covariance.setBlock(Self.bias, Self.bias, block)
  }

  @export(implementation) @inline(__always)
  mutating func addHeadingVariance(_ variance: Scalar) { covariance[Self.heading, Self.heading] += variance }

  /// No heading variance before the heading is known, and none above half a turn (equation 26).
  @export(implementation) @inline(__always)
  mutating func boundHeadingVariance(isHeadingKnown: Scalar.Mask) {
    covariance.clear(Self.heading, where: .!isHeadingKnown)
    let largest = Scalar.pi.squared
    resetHeading(variance: largest, where: headingVariance .> largest)
  }

  /// The random walk of the bias, which is forgotten no further than a prior that was not zero (equation 26).
  @export(implementation) @inline(__always)
  mutating func addBiasWalk(
    over duration: Scalar, squaredRateIntegral: Scalar, biasWalk: Scalar,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let growth = biasWalk.squared * duration + parameters.relativeBiasWalk.squared * squaredRateIntegral
    let limit = Scalar.minimum(Self.largestWalkedVariance, parameters.biasDeviation.squared)
    for index in Self.bias..<Self.scale {
      let value = covariance[index, index]
      covariance[index, index] = value.replacing(with: value + growth, where: value .< limit)
    }
  }
}

// MARK: Prediction

extension ErrorState {
  /// Forgets the correction of the step before.
  @export(implementation) @inline(__always)
  mutating func clearCorrection() { for index in 0..<stateCount { correction[index] = 0.0 } }

  /// Carries the covariance over one step (equations 25 and 26) and clears the correction. `largestRate` is the largest
  /// reading of the gyroscope so far, `silentRate` the assumed rate while it is silent, rad/s; `velocityWalk` the growth of the velocity's variance, (m/s)²/s; `biasWalk` the random
  /// walk of the bias, rad/s per root second; `knownVelocity` the velocity if it is measured, m/s.
  @export(implementation) @inline(__always)
  mutating func predict(
    _ increment: MotionIncrement<Scalar>, largestRate: Scalar, silentRate: Scalar, velocityWalk: Scalar,
    biasWalk: Scalar,
    knownVelocity: Vector2<Scalar>?, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    carryVelocityError(Scalar.nominalGravity * increment.duration)
    carryAttitudeError(increment)
    if let knownVelocity { carryKnownVelocity(knownVelocity, increment) }
    addAttitudeNoise(increment, largestRate: largestRate, silentRate: silentRate, parameters)
    addBiasWalk(
      over: increment.duration, squaredRateIntegral: increment.squaredRateIntegral, biasWalk: biasWalk, parameters)
    let clipped = Self.clippedTime * increment.clippedDuration * Self.squaredClippedForce
    addVelocityVariance((parameters.accelerometerNoise.squared + velocityWalk) * increment.duration + clipped)
    clearCorrection()
  }

  /// Carries the covariance over a step without specific force (equation 11) and clears the correction.
  @export(implementation)
  mutating func predictWithoutForce(
    _ increment: MotionIncrement<Scalar>, largestRate: Scalar, silentRate: Scalar,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    carryAttitudeError(increment)
    addAttitudeNoise(increment, largestRate: largestRate, silentRate: silentRate, parameters)
    addVelocityVariance(Self.squaredMissedForce * increment.duration)
    clearCorrection()
  }

  /// A tilt error accelerates: νx += g T θy, νy -= g T θx (F1 of equation 25).
  @export(implementation) @inline(__always)
  mutating func carryVelocityError(_ gain: Scalar) {
    let (tx, ty, vx, vy) = (Self.tiltX, Self.tiltY, Self.velocityX, Self.velocityY)
    let (xx, xy, yy) = (covariance[tx, tx], covariance[tx, ty], covariance[ty, ty])
    let (vxTiltX, vxTiltY) = (covariance[vx, tx], covariance[vx, ty])
    let (vyTiltX, vyTiltY) = (covariance[vy, tx], covariance[vy, ty])
    covariance[vx, vx] += gain * (2.0 * vxTiltY + gain * yy)
    covariance[vx, vy] += gain * (vyTiltY - vxTiltX - gain * xy)
    covariance[vy, vy] += gain * (gain * xx - 2.0 * vyTiltX)
    for other in 0..<stateCount where other != vx && other != vy {
      covariance[vx, other] += gain * covariance[ty, other]
      covariance[vy, other] -= gain * covariance[tx, other]
    }
  }

  /// Gyroscope errors turn the attitude: θ -= T R̄ ε, where ε = β + ω̄ ∘ γ, with 14 states and the cross-axis terms, is the error of the
  /// rate (F2 of equation 25).
  @export(implementation) @inline(__always)
  mutating func carryAttitudeError(_ increment: MotionIncrement<Scalar>) {
    let turned = increment.meanRotation * increment.duration
    let rate = increment.angularRate
    let biasScale = covariance.block(Self.bias, Self.scale)
    let attitudeBias = covariance.block(Self.tiltX, Self.bias)
    let attitudeScale = covariance.block(Self.tiltX, Self.scale)

    var errorBias = covariance.block(Self.bias, Self.bias).addingRows(of: biasScale.transpose, times: rate)
    var errorScale = biasScale.addingRows(of: covariance.block(Self.scale, Self.scale), times: rate)
    if Self.hasCrossAxis {
      errorBias += increment.crossAxisEffect * covariance.block(Self.crossAxis, Self.bias)
      errorScale += increment.crossAxisEffect * covariance.block(Self.crossAxis, Self.scale)
    }
    let newBias = attitudeBias - turned * errorBias
    let newScale = attitudeScale - turned * errorScale
    // The sum of P_θε before and after.
    var attitudeError = (attitudeBias + newBias).addingColumns(of: attitudeScale + newScale, times: rate)

    if Self.hasCrossAxis {
      let effect = increment.crossAxisEffect
      let attitudeCross = covariance.block(Self.tiltX, Self.crossAxis)
      let errorCross =
        covariance.block(Self.bias, Self.crossAxis).addingRows(
          of: covariance.block(Self.scale, Self.crossAxis), times: rate)
        + effect * covariance.block(Self.crossAxis, Self.crossAxis)
      let newCross = attitudeCross - turned * errorCross
      attitudeError += (attitudeCross + newCross) * effect.transpose
      covariance.setBlock(Self.tiltX, Self.crossAxis, newCross)
    }
    for column in Self.velocityX...Self.velocityY {
      var error = increment.rateError(
        bias: covarianceColumn(Self.bias, column), scale: covarianceColumn(Self.scale, column))
      if Self.hasCrossAxis { error += increment.crossAxisEffect * covarianceColumn(Self.crossAxis, column) }
      let change = turned * error
      for row in 0..<3 { covariance[row, column] -= change[row] }
    }
    // P_θθ - T (R̄ P_εθ + P_θε R̄ᵀ), P_θε the mean of before and after: with T² R̄ P_εε R̄ᵀ.
    let change = attitudeError * (turned * 0.5).transpose
    let attitude = covariance.block(Self.tiltX, Self.tiltX) - change - change.transpose
    covariance.setBlock(Self.tiltX, Self.tiltX, attitude)
    covariance.setBlock(Self.tiltX, Self.bias, newBias)
    covariance.setBlock(Self.tiltX, Self.scale, newScale)
  }

  @export(implementation) @inline(__always)
  func covarianceColumn(_ row: Int, _ column: Int) -> Vector3<Scalar> {
    Vector3(x: covariance[row, column], y: covariance[row + 1, column], z: covariance[row + 2, column])
  }

  /// The noise of the attitude (equation 26).
  @export(implementation) @inline(__always)
  mutating func addAttitudeNoise(
    _ increment: MotionIncrement<Scalar>, largestRate: Scalar, silentRate: Scalar,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let duration = increment.duration
    let missed =
      Self.clippedTime * increment.clippedRateDuration * largestRate.squared
      + increment.squaredSilence * silentRate.squared
    addAttitudeVariance(
      parameters.angleRandomWalk.squared * duration
        + parameters.relativeRateNoise.squared * increment.squaredRateIntegral + missed)
  }

  @export(implementation) @inline(__always)
  mutating func addVelocityVariance(_ variance: Scalar) {
    for index in Self.velocityX...Self.velocityY { covariance[index, index] += variance }
  }
}

// MARK: The correction of a step

extension ErrorState {
  /// The tilt correction about level axes, a rotation vector without a part about up.
  @export(implementation) @inline(__always) var tiltCorrection: Vector3<Scalar> {
    Vector3(x: correction[Self.tiltX], y: correction[Self.tiltY], z: 0.0)
  }
  @export(implementation) @inline(__always) var headingCorrection: Scalar { correction[Self.heading] }
  @export(implementation) @inline(__always) var biasCorrection: Vector3<Scalar> { correctionVector(Self.bias) }
  @export(implementation) @inline(__always) var scaleCorrection: Vector3<Scalar> { correctionVector(Self.scale) }
  /// Only with 14 states.
  @export(implementation) @inline(__always) var crossAxisCorrection: Vector3<Scalar> {
    correctionVector(Self.crossAxis)
  }
  @export(implementation) @inline(__always) var velocityCorrection: Vector2<Scalar> {
    Vector2(x: correction[Self.velocityX], y: correction[Self.velocityY])
  }

  @export(implementation) @inline(__always)
  func correctionVector(_ first: Int) -> Vector3<Scalar> { Self.vector(in: correction, from: first) }

  /// Three states from one on.
  @export(implementation) @inline(__always)
  static func vector(in states: InlineArray<stateCount, Scalar>, from first: Int) -> Vector3<Scalar> {
    Vector3(x: states[first], y: states[first + 1], z: states[first + 2])
  }
}
