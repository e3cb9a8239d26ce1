import Rotations

/// The spectral density of the carrier's velocity, learned from the velocity estimate: small in a hand, large
/// while a carrier cruises, turns or climbs (TheDefaultFilter.md, equations 29 to 33).
///
/// A wrong tilt shows as velocity too. The mean specific force separates the two: a wrong tilt keeps its length and lowers its
/// vertical part, an acceleration keeps the vertical part and raises the length.
@frozen @usableFromInline
struct VelocityDensity<Scalar: RealLanes>: VisitableState, Sendable {
  /// The density in use, (m/s)² s (S).
  @usableFromInline var value: Scalar
  /// The least density in this step, (m/s)² s (S_l).
  @usableFromInline var least: Scalar
  /// The probability that the tilt is wrong rather than the carrier accelerating: 0 to 1 (p).
  @usableFromInline var tiltShare: Scalar = 0.0
  /// The mean squared angular rate, and that of its level part, rad²/s² (Ω², Ω_h²).
  @usableFromInline var squaredRate: Scalar = 0.0
  @usableFromInline var squaredLevelRate: Scalar = 0.0

  /// The learned density, (m/s)² s (S̄).
  @usableFromInline var learned: Scalar
  /// The mean of `tiltShare`: small on a carrier that travels (p̄).
  @usableFromInline var meanTiltShare: Scalar = 0.5
  /// The mean square of the averaged velocity and of the velocity itself in one axis, (m/s)² (M̄, V̄).
  @usableFromInline var slowSquare: Scalar = 0.0
  @usableFromInline var wholeSquare: Scalar = 0.0
  /// The mean horizontal specific force in level axes, m/s² (ℓ).
  @usableFromInline var meanAcceleration: Vector2<Scalar> = .zero

  /// The density before the first step.
  @inlinable
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    let fixed = parameters.fixedVelocityDensity
    value = parameters.leastVelocityDensity.replacing(with: fixed, where: fixed .> 0.0)
    least = value
    learned = Scalar.maximum(parameters.leastVelocityDensity, Self.firstDensity)
  }

  /// The learned density before the first step, (m/s)² s: what carries the sensor is not yet known (equation 77).
  @inlinable static var firstDensity: Scalar { 1.0 }
  /// Averaging time of the squared rates, s (equation 29).
  @inlinable static var rateAveragingTime: Scalar { 3.0 }
  /// The residual that changes the odds of acceleration against tilt by a factor of e, m/s², its largest multiple, and the mean
  /// rate at which the contribution of fast turning is largest, rad/s (equation 30).
  @inlinable static var residualScale: Scalar { 0.1 }
  @inlinable static var largestResidual: Scalar { 30.0 }
  @inlinable static var fastRate: Scalar { .degrees(140.0) }
  /// Averaging time of the horizontal specific force, s, and the squared mean from which it is a tilt error, (m/s²)²
  /// (equation 31).
  @inlinable static var accelerationAveragingTime: Scalar { 15.0 }
  @inlinable static var squaredLastingAcceleration: Scalar { 0.64 }
  @inlinable static var leastSquaredAcceleration: Scalar { 1e-9 }
  @inlinable static var leastSquaredVelocity: Scalar { 1e-9 }
  /// The share of slow motion in the squared velocity from which the carrier counts as carried, the range over which it comes to
  /// count fully, and the mean rate at which it no longer does, rad/s (equation 32).
  @inlinable static var slowShareOfCarried: Scalar { 0.3 }
  @inlinable static var rangeOfCarried: Scalar { 0.5 }
  @inlinable static var rateOfHand: Scalar { .degrees(120.0) }
  /// The density for each (m/s)² of mean squared velocity, s, that for a carried sensor in addition, and the learning times, s
  /// (equation 32).
  @inlinable static var densityPerSquaredVelocity: Scalar { 7.0 }
  @inlinable static var addedDensityOfCarried: Scalar { 30.0 }
  @inlinable static var learningTime: Scalar { 10.0 }
  @inlinable static var settlingTimeAtRest: Scalar { 0.5 }
  /// Averaging time of the tilt share, s; the mean share below which the carrier counts as traveling, the range over which it
  /// comes to count fully, and the density that traveling adds to the largest, (m/s)² s (equation 32).
  @inlinable static var travelTime: Scalar { 10.0 }
  @inlinable static var tiltShareOfTravel: Scalar { 0.25 }
  @inlinable static var rangeOfTravel: Scalar { 0.05 }
  @inlinable static var addedDensityOfTravel: Scalar { 200.0 }
  /// The density that a carried sensor adds to the least, (m/s)² s (equation 33).
  @inlinable static var addedLeastDensity: Scalar { 0.5 }
  /// Random walk of the velocity for each root of the density above the least, 1/s (equation 22).
  @inlinable static var walkRate: Scalar { 0.15 }
  /// Random walk of the bias while the density is well above the least, and while a lasting force shows a tilt error, rad/s per
  /// root second (equation 34).
  @inlinable static var biasWalkInMotion: Scalar { .degrees(0.05) }
  @inlinable static var biasWalkLeaning: Scalar { .degrees(0.15) }

  /// The growth of the velocity's variance, (m/s)²/s; zero with a fixed density (equation 22).
  @inlinable @inline(__always)
  func velocityWalk(_ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    let excess = Scalar.maximum(0.0, value - parameters.leastVelocityDensity)
    let isFixed = parameters.fixedVelocityDensity .> 0.0
    return (Self.walkRate.squared * excess).replacing(with: 0.0, where: isFixed)
  }

  /// The bias variance to add in a step, since a drifting bias may explain the velocity or the
  /// lasting force, (rad/s)² (equation 34).
  @inlinable @inline(__always)
  func biasVariance(_ duration: Scalar, leaning: Scalar) -> Scalar {
    duration
      * (Self.biasWalkInMotion.squared * Scalar.minimum(1.0, value - least) + Self.biasWalkLeaning.squared * leaning)
  }

  /// The share of the velocity's gain for scale and cross-axis terms, which show in the tilt only while the body turns about
  /// level axes (ξ, equation 37).
  @inlinable @inline(__always)
  var scaleShare: Scalar {
    let turning = (squaredLevelRate / Self.rateOfHalfScale.squared).squared
    return turning / (1.0 + turning)
  }
  /// The mean level rate at which that share is one half, rad/s (equation 37).
  @inlinable static var rateOfHalfScale: Scalar { .degrees(60.0) }

  /// Learns from one step (equations 29 to 33). `slowSquare` is the square of the averaged velocity and `wholeSquare` that of
  /// the velocity, in one axis, (m/s)², `factor` κ.
  @inlinable @inline(__always)
  mutating func learn(
    _ increment: MotionIncrement<Scalar>, meanSpecificForce force: Vector3<Scalar>, slowSquare: Scalar,
    wholeSquare: Scalar, factor: Scalar, isAtRest: Scalar.Mask, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let duration = increment.duration
    let inverse = 1.0 / duration
    let rateGain = duration / (Self.rateAveragingTime + duration)
    let levelRate = increment.rateIntegral.rowSums * inverse
    squaredRate += rateGain * (increment.squaredRateIntegral * inverse - squaredRate)
    squaredLevelRate += rateGain * (levelRate.x.squared + levelRate.y.squared - squaredLevelRate)  // (29)

    let residual = force.length + force.z - 2.0 * Scalar.nominalGravity
    let odds = Scalar.exponential(
      (residual / Self.residualScale).clamped(-Self.largestResidual, Self.largestResidual))
    let turning = 0.5 + Scalar.minimum(1.0, squaredRate / Self.fastRate.squared)
    tiltShare = Scalar.minimum(1.0, turning / (1.0 + odds))  // (30)

    let accelerationGain = duration / (Self.accelerationAveragingTime + duration)
    meanAcceleration += accelerationGain * (inverse * Vector2(levelPartOf: increment.velocity) - meanAcceleration)

    let travelGain = duration / (Self.travelTime + duration)
    self.slowSquare += travelGain * (slowSquare - self.slowSquare)
    self.wholeSquare += travelGain * (wholeSquare - self.wholeSquare)
    let slowShare = self.slowSquare / Scalar.maximum(self.wholeSquare, Self.leastSquaredVelocity)
    let carried =
      ((slowShare - Self.slowShareOfCarried) / Self.rangeOfCarried).clamped(0.0, 1.0)
      * Scalar.maximum(0.0, 1.0 - squaredRate / Self.rateOfHand.squared)

    meanTiltShare += travelGain * (tiltShare - meanTiltShare)
    let travels = travels
    let largest = parameters.largestVelocityDensity + Self.addedDensityOfTravel * travels

    least = parameters.leastVelocityDensity.replacing(with: parameters.velocityDensityAtRest, where: isAtRest)
    let perSquare = Self.densityPerSquaredVelocity + Self.addedDensityOfCarried * carried
    let shown = perSquare * (slowSquare / factor) * (1.0 - tiltShare)
    let isSettling = isAtRest .& (shown .< learned)
    let time = Self.learningTime.replacing(with: Self.settlingTimeAtRest, where: isSettling)
    learned = (learned + duration / (time + duration) * (shown - learned))
      .clamped(least, largest)  // (32)
    let leastInMotion = least + (Self.addedLeastDensity * carried).replacing(with: 0.0, where: isAtRest)
    value = Scalar.maximum((1.0 - leaning) * learned, leastInMotion)  // (33)

    let isFixed = parameters.fixedVelocityDensity .> 0.0
    guard isFixed.isTrueInAnyLane else { return }
    let fixed = parameters.fixedVelocityDensity.replacing(with: parameters.velocityDensityAtRest, where: isAtRest)
    value.replace(with: fixed, where: isFixed)
    least.replace(with: fixed, where: isFixed)
  }

  /// The degree to which the carrier travels, 0 to 1 (χ, equation 32).
  @inlinable @inline(__always)
  var travels: Scalar { ((Self.tiltShareOfTravel - meanTiltShare) / Self.rangeOfTravel).clamped(0.0, 1.0) }

  /// The degree to which a lasting horizontal specific force is a tilt error, which a wrong bias causes, 0 to 1 (ι, equation 31).
  @inlinable @inline(__always)
  var leaning: Scalar {
    let squaredMean = Scalar.maximum(meanAcceleration.squaredLength, Self.leastSquaredAcceleration)
    let lasting = Scalar.minimum(1.0, (Self.squaredLastingAcceleration / squaredMean).squared)
    return 1.0 - Scalar.maximum(lasting, travels)
  }

  /// The share of the velocity's gain for the level part of the bias; the part about up has half of it (k, equation 37).
  @inlinable @inline(__always)
  static func biasShare(leaning: Scalar) -> Scalar { leastBiasShare + (1.0 - leastBiasShare) * leaning }
  @inlinable static var leastBiasShare: Scalar { 0.2 }

  /// The squared tilt error that explains the mean horizontal specific force without acceleration, rad² (equation 54).
  @inlinable @inline(__always)
  var squaredLastingTilt: Scalar { meanAcceleration.squaredLength / Scalar.nominalGravity.squared }

  /// The mean squared velocity in one axis that accelerations explain, as it counts for the tilt, (m/s)²: little while it is
  /// small (E²/(E + 2 (m/s)²), equation 54).
  @inlinable @inline(__always)
  var squaredTravel: Scalar {
    let explained = Scalar.minimum(slowSquare * Scalar.maximum(0.0, 1.0 - meanTiltShare), Self.largestSquaredTravel)
    return explained.squared / (explained + Self.largestSquaredTravel)
  }
  @inlinable static var largestSquaredTravel: Scalar { 2.0 }

  /// Removes the part of the mean horizontal specific force that a correction of the tilt explains (equation 52).
  @inlinable @inline(__always)
  mutating func correctTilt(by correction: Vector3<Scalar>) {
    meanAcceleration += Scalar.nominalGravity * Vector2(x: correction.y, y: -correction.x)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&value, with: other.value, .nonnegative)
    visitor.visit(&least, with: other.least, .nonnegative)
    visitor.visit(&tiltShare, with: other.tiltShare, .nonnegative)
    visitor.visit(&squaredRate, with: other.squaredRate, .nonnegative)
    visitor.visit(&squaredLevelRate, with: other.squaredLevelRate, .nonnegative)
    visitor.visit(&learned, with: other.learned, .nonnegative)
    visitor.visit(&meanTiltShare, with: other.meanTiltShare, .nonnegative)
    visitor.visit(&slowSquare, with: other.slowSquare, .nonnegative)
    visitor.visit(&wholeSquare, with: other.wholeSquare, .nonnegative)
    visitor.visit(&meanAcceleration, with: other.meanAcceleration)
  }
}
