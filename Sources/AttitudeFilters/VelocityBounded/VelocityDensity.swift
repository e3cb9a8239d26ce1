import Rotations

/// The spectral density of the carrier's velocity, learned from the velocity that the filter sees: small in a hand, large
/// while a carrier cruises, turns or climbs (TheDefaultFilter.md, equations 22 to 25).
///
/// A wrong tilt shows as velocity too. The mean specific force separates the two: a wrong tilt keeps its length and lowers its
/// vertical part, an acceleration keeps the vertical part and raises the length.
@frozen @usableFromInline
struct VelocityDensity<Scalar: RealLanes>: VisitableState, Sendable {
  /// The density in use, (m/s)² s (S).
  @usableFromInline var value: Scalar
  /// The least density in this step, (m/s)² s.
  @usableFromInline var least: Scalar
  /// The probability that the tilt is wrong, weighed against an acceleration: 0 to 1 (w).
  @usableFromInline var tiltShare: Scalar = 0.0
  /// The mean squared angular rate, and that of its level part, rad²/s² (Ω², Ω_h²).
  @usableFromInline var squaredRate: Scalar = 0.0
  @usableFromInline var squaredLevelRate: Scalar = 0.0

  @usableFromInline var learned: Scalar
  /// The mean of `tiltShare`: low on a carrier that travels (w̄).
  @usableFromInline var meanTiltShare: Scalar = 0.5
  @usableFromInline var meanAcceleration: Vector2<Scalar> = .zero

  /// The density before the first step.
  @inlinable
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    let fixed = parameters.fixedVelocityDensity
    value = parameters.leastVelocityDensity.replacing(with: fixed, where: fixed .> 0.0)
    least = value
    learned = parameters.leastVelocityDensity
  }

  /// Averaging time of the squared rates, s (equation 22).
  @inlinable static var rateAveragingTime: Scalar { 3.0 }
  /// The residual at which tilt and acceleration are equally likely to e-fold, m/s², and the mean rate at which fast turning
  /// doubles the share of the tilt, rad/s (equation 23).
  @inlinable static var residualScale: Scalar { 0.1 }
  @inlinable static var largestResidual: Scalar { 30.0 }
  @inlinable static var fastRate: Scalar { .degrees(140.0) }
  /// Averaging time of the horizontal acceleration, s, and the squared acceleration that nobody keeps up for it, (m/s²)²
  /// (equation 24).
  @inlinable static var accelerationAveragingTime: Scalar { 15.0 }
  @inlinable static var squaredLastingAcceleration: Scalar { 0.64 }
  @inlinable static var leastSquaredAcceleration: Scalar { 1e-9 }
  /// The density that a mean squared velocity of 1 (m/s)² shows, s (equation 25), and the learning times, s.
  @inlinable static var densityPerSquaredVelocity: Scalar { 7.0 }
  @inlinable static var learningTime: Scalar { 10.0 }
  @inlinable static var settlingTimeAtRest: Scalar { 0.5 }
  /// Averaging time of the tilt share, s; the mean share below which the carrier begins to travel, the range in which it comes to
  /// do so fully, and the density that a carrier which travels may have in addition, (m/s)² s (equation 25).
  @inlinable static var travelTime: Scalar { 10.0 }
  @inlinable static var tiltShareOfTravel: Scalar { 0.25 }
  @inlinable static var rangeOfTravel: Scalar { 0.05 }
  @inlinable static var addedDensityOfTravel: Scalar { 60.0 }
  /// The random walk of the velocity of a carrier for each root of its density, 1/s (equation 20).
  @inlinable static var walkRate: Scalar { 0.15 }
  /// The random walk of the bias while the density is learned to be large, rad/s per root second (equation 26).
  @inlinable static var biasWalkInMotion: Scalar { .degrees(0.08) }

  /// The variance by which the velocity walks in a second, (m/s)²/s; none with a fixed density (equation 20).
  @inlinable @inline(__always)
  func velocityWalk(_ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    let excess = Scalar.maximum(0.0, value - parameters.leastVelocityDensity)
    let isFixed = parameters.fixedVelocityDensity .> 0.0
    return (Self.walkRate.squared * excess).replacing(with: 0.0, where: isFixed)
  }

  /// The variance by which the bias walks in a step because the velocity may be its effect, (rad/s)² (equation 26).
  @inlinable @inline(__always)
  func biasVariance(_ duration: Scalar) -> Scalar {
    Self.biasWalkInMotion.squared * duration * Scalar.minimum(1.0, value - least)
  }

  /// The share of the velocity's gain that the scale gets: scale shows in the tilt only while the body turns about level axes
  /// (equation 28).
  @inlinable @inline(__always)
  var scaleShare: Scalar {
    let turning = (squaredLevelRate / Self.rateOfHalfScale.squared).squared
    return turning / (1.0 + turning)
  }
  @inlinable static var rateOfHalfScale: Scalar { .degrees(60.0) }

  /// Learns from one step (equations 22 to 25). `meanSquare` is the squared mean velocity in one axis, (m/s)², `factor` κ.
  @inlinable @inline(__always)
  mutating func learn(
    _ increment: MotionIncrement<Scalar>, meanSpecificForce force: Vector3<Scalar>, meanSquare: Scalar, factor: Scalar,
    isAtRest: Scalar.Mask, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let duration = increment.duration
    let inverse = 1.0 / duration
    let rateGain = duration / (Self.rateAveragingTime + duration)
    let levelRate = increment.rateIntegral.rowSums * inverse
    squaredRate += rateGain * (increment.squaredRateIntegral * inverse - squaredRate)
    squaredLevelRate += rateGain * (levelRate.x.squared + levelRate.y.squared - squaredLevelRate)  // (22)

    let residual = force.length + force.z - 2.0 * Scalar.nominalGravity
    let odds = Scalar.exponential(
      (residual / Self.residualScale).clamped(-Self.largestResidual, Self.largestResidual))
    let turning = 0.5 + Scalar.minimum(1.0, squaredRate / Self.fastRate.squared)
    tiltShare = Scalar.minimum(1.0, turning / (1.0 + odds))  // (23)

    let accelerationGain = duration / (Self.accelerationAveragingTime + duration)
    meanAcceleration += accelerationGain * (inverse * Vector2(levelPartOf: increment.velocity) - meanAcceleration)
    let squaredMean = Scalar.maximum(meanAcceleration.squaredLength, Self.leastSquaredAcceleration)
    let lasting = Scalar.minimum(1.0, (Self.squaredLastingAcceleration / squaredMean).squared)  // (24)

    meanTiltShare += duration / (Self.travelTime + duration) * (tiltShare - meanTiltShare)
    let travels = ((Self.tiltShareOfTravel - meanTiltShare) / Self.rangeOfTravel).clamped(0.0, 1.0)
    let largest = parameters.largestVelocityDensity + Self.addedDensityOfTravel * travels

    least = parameters.leastVelocityDensity.replacing(with: parameters.velocityDensityAtRest, where: isAtRest)
    let shown = Self.densityPerSquaredVelocity * (meanSquare / factor) * (1.0 - tiltShare)
    let isSettling = isAtRest .& (shown .< learned)
    let time = Self.learningTime.replacing(with: Self.settlingTimeAtRest, where: isSettling)
    learned = (learned + duration / (time + duration) * (shown - learned))
      .clamped(least, largest)
    value = Scalar.maximum(Scalar.maximum(lasting, travels) * learned, least)  // (25)

    let isFixed = parameters.fixedVelocityDensity .> 0.0
    guard isFixed.isTrueInAnyLane else { return }
    let fixed = parameters.fixedVelocityDensity.replacing(with: parameters.velocityDensityAtRest, where: isAtRest)
    value.replace(with: fixed, where: isFixed)
    least.replace(with: fixed, where: isFixed)
  }

  /// The squared tilt that the mean horizontal specific force is if the carrier does not accelerate, rad².
  @inlinable @inline(__always)
  var squaredLastingTilt: Scalar { meanAcceleration.squaredLength / Scalar.nominalGravity.squared }

  /// How much the carrier travels: the density above the least, while the specific force speaks for accelerations, (m/s)² s.
  @inlinable @inline(__always)
  func travel(_ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    let bounded = Scalar.minimum(value, parameters.largestVelocityDensity)
    return Scalar.maximum(0.0, bounded - parameters.leastVelocityDensity) * Scalar.maximum(0.0, 1.0 - 2.0 * tiltShare)
  }

  /// Takes the part of gravity out of the mean acceleration that a correction of the tilt explains (equation 46).
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
    visitor.visit(&meanAcceleration, with: other.meanAcceleration)
  }
}
