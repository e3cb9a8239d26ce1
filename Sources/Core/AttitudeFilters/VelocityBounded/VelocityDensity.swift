import Rotations

/// The spectral density of the carrier's velocity, learned from the velocity estimate: small in a hand, large while a carrier
/// cruises, turns or climbs (TheDefaultFilter.md, equations 27 to 34).
///
/// A wrong tilt shows as velocity too. The mean specific force separates the two: a wrong tilt keeps its length and lowers its
/// vertical part, an acceleration keeps the vertical part and raises the length. A tilt whose variance cannot explain the force is not
/// wrong at once.
@frozen @usableFromInline
struct VelocityDensity<Scalar: RealLanes>: VisitableState, Sendable {
  /// The density in use, (m/s)² s (S).
  @usableFromInline var value: Scalar
  /// The mean squared angular rate, and that of its level part, rad²/s² (Ω², Ω_h²).
  @usableFromInline var squaredRate: Scalar = 0.0
  @usableFromInline var squaredLevelRate: Scalar = 0.0
  /// What the accelerometer shows of gravity, m/s², and its variance (ĝ, P_g).
  @usableFromInline var gravity = Scalar.nominalGravity
  @usableFromInline var gravityVariance: Scalar
  /// The logarithm of the odds of an acceleration against a wrong tilt (Λ).
  @usableFromInline var logOdds: Scalar = 0.0
  /// The probability that the tilt is wrong rather than the carrier accelerating (p).
  @usableFromInline var tiltShare: Scalar = 0.5
  /// The logarithm of the odds that a tilt, known as well as its variance says, is right (Λ_σ).
  @usableFromInline var logOddsOfKnownTilt: Scalar = 0.0
  /// The mean square of the averaged velocity and of the velocity itself in one axis, (m/s)² (M̂, V̂).
  @usableFromInline var slowSquare = Self.firstSlowSquare
  @usableFromInline var wholeSquare = Self.firstWholeSquare
  /// The mean horizontal specific force in level axes, m/s², and the time that it covers, s (ℓ, t_ℓ).
  @usableFromInline var lastingForce: Vector2<Scalar> = .zero
  @usableFromInline var lastingTime: Scalar = 0.0

  /// The density before the first step.
  @export(implementation)
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    value = parameters.leastVelocityDensity
    gravityVariance = parameters.gravityDeviation.squared
  }

  /// The squares before the first step, such that the density starts at 3 (m/s)² s (equation 50).
  @export(implementation) static var firstSlowSquare: Scalar { 0.1 }
  @export(implementation) static var firstWholeSquare: Scalar { 0.2 }
  /// Averaging time of the squared rates, s (equation 27).
  @export(implementation) static var rateAveragingTime: Scalar { 3.0 }
  /// The range of what an accelerometer shows of gravity, m/s²: 0.9 and 1.1 times 9.81 (equation 28).
  @export(implementation) static var leastGravity: Scalar { 0.9 * Scalar.nominalGravity }
  @export(implementation) static var largestGravity: Scalar { 1.1 * Scalar.nominalGravity }
  /// The change of velocity that changes the odds by a factor of e, m/s, the squared rate that does so in a second, rad²/s²: (200
  /// degrees/s)², the memory of the odds, s, and their largest logarithm (equation 29).
  @export(implementation) static var velocityOfOdds: Scalar { 0.6 }
  @export(implementation) static var squaredRateOfOdds: Scalar { Scalar.degrees(200.0).squared }
  @export(implementation) static var memoryOfOdds: Scalar { 10.0 }
  @export(implementation) static var largestLogOdds: Scalar { 20.0 }
  /// The growth of the odds of a known tilt, 1/s, for each multiple of the squared force that its variance explains, the most of these
  /// multiples, the least variance of the tilt, rad²: (1 degree)², and the squared lasting force, (m/s²)², above which the growth
  /// falls: (0.4 m/s²)² (equation 29).
  @export(implementation) static var growthOfKnownTilt: Scalar { 0.1 }
  @export(implementation) static var largestExcessOfTilt: Scalar { 2.0 }
  @export(implementation) static var leastTiltVariance: Scalar { Scalar.degrees(1.0).squared }
  @export(implementation) static var squaredForceOfAcceleration: Scalar { 0.16 }
  /// The learning time, s, in motion and at rest (equation 30).
  @export(implementation) static var learningTime: Scalar { 20.0 }
  @export(implementation) static var learningTimeAtRest: Scalar { 0.5 }
  /// The density for each (m/s)² of slow velocity, s, the largest share of slow velocity, and what divides (equation 31).
  @export(implementation) static var densityPerSquare: Scalar { 15.0 }
  @export(implementation) static var largestSlowShare: Scalar { 0.95 }
  @export(implementation) static var leastSquare: Scalar { 1e-9 }
  /// What a wrong tilt takes from the density of traveling: all from a probability of 1/4 on (equation 31).
  @export(implementation) static var inverseTiltShareOfTravel: Scalar { 4.0 }
  /// The averaging time of the lasting force, s, at the start and at most; the squared force, (m/s²)², that is a tilt error for
  /// sure: (0.7 m/s²)² (equation 32).
  @export(implementation) static var firstLastingTime: Scalar { 3.0 }
  @export(implementation) static var largestLastingTime: Scalar { 15.0 }
  @export(implementation) static var squaredLastingForce: Scalar { 0.49 }
  /// Random walk of the velocity for each root of the density above the least, 1/s (equation 26).
  @export(implementation) static var walkRate: Scalar { 0.15 }
  /// Random walk of the bias while a lasting force shows a tilt error, rad/s per root second (equation 34).
  @export(implementation) static var biasWalkLeaning: Scalar { .degrees(0.3) }
  /// What divides where the bias is not estimated, (rad/s)² (equation 36).
  @export(implementation) static var leastBiasVariance: Scalar { 1e-12 }
  /// The mean level rate at which scale errors have half of their gain, rad/s (equation 36).
  @export(implementation) static var rateOfHalfScale: Scalar { .degrees(60.0) }

  /// What was learned of gravity does not count after a lost tilt (equation 50).
  @export(implementation)
  mutating func forgetGravity(_ parameters: VelocityBoundedParameters<Scalar>) {
    gravity = Scalar.nominalGravity
    gravityVariance = parameters.gravityDeviation.squared
  }

  /// Learns from one step (equations 27 to 33). `slowSquare` is the square of the averaged velocity and `wholeSquare` that of the
  /// velocity, in one axis, (m/s)²; `tiltVariance` is the mean of both level axes, rad².
  @export(implementation) @inline(__always)
  mutating func learn(
    _ increment: MotionIncrement<Scalar>, meanSpecificForce: Vector3<Scalar>, tiltVariance: Scalar, slowSquare: Scalar,
    wholeSquare: Scalar, isAtRest: Scalar.Mask, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let duration = increment.duration
    let force = increment.meanSpecificForce
    averageRates(increment)
    learnGravity(force.z, Scalar.minimum(duration, 2.0 * parameters.stepInterval), parameters)
    judgeTilt(meanSpecificForce, duration)
    let share = judgeKnownTilt(meanSpecificForce, variance: tiltVariance, duration)

    let time = Self.learningTime.replacing(with: Self.learningTimeAtRest, where: isAtRest)
    let gain = duration / (time + duration)
    self.slowSquare += gain * ((1.0 - share) * slowSquare - self.slowSquare)
    self.wholeSquare += gain * ((1.0 - share) * wholeSquare - self.wholeSquare)  // (30)

    let lastingGain =
      duration / (Scalar.minimum(Self.largestLastingTime, Self.firstLastingTime + lastingTime) + duration)
    lastingForce += lastingGain * (Vector2(levelPartOf: force) - lastingForce)
    lastingTime = Scalar.minimum(lastingTime + duration, Self.largestLastingTime)  // (32)

    let least = parameters.leastVelocityDensity.replacing(with: parameters.velocityDensityAtRest, where: isAtRest)
    let learned = learned(least: least, tiltShare: share, parameters)
    value = Scalar.maximum((1.0 - tiltErrorWeight) * learned, least)  // (33)
  }

  /// Equation 27.
  @export(implementation) @inline(__always)
  mutating func averageRates(_ increment: MotionIncrement<Scalar>) {
    let gain = increment.duration / (Self.rateAveragingTime + increment.duration)
    let levelRate = increment.levelRate
    squaredRate += gain * (increment.squaredRateIntegral * increment.inverseDuration - squaredRate)
    squaredLevelRate += gain * (levelRate.x.squared + levelRate.y.squared - squaredLevelRate)
  }

  /// The mean vertical acceleration of whatever carries the sensor is nil: what the accelerometer shows on average is gravity
  /// (equation 28).
  @export(implementation) @inline(__always)
  mutating func learnGravity(
    _ verticalForce: Scalar, _ duration: Scalar, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let gain = gravityVariance / (gravityVariance + parameters.gravityNoise.squared / duration)
    gravity = (gravity + gain * (verticalForce - gravity)).clamped(Self.leastGravity, Self.largestGravity)
    gravityVariance *= 1.0 - gain
  }

  /// Equation 29.
  @export(implementation) @inline(__always)
  mutating func judgeTilt(_ force: Vector3<Scalar>, _ duration: Scalar) {
    let residual = force.length + force.z - 2.0 * gravity
    let evidence =
      residual / Self.velocityOfOdds - squaredRate / Self.squaredRateOfOdds - logOdds / Self.memoryOfOdds
    logOdds = (logOdds + duration * evidence).clamped(-Self.largestLogOdds, Self.largestLogOdds)
    tiltShare = 1.0 / (1.0 + Scalar.exponential(logOdds))
  }

  /// The probability of a wrong tilt where its variance counts, too: a tilt that is known well does not become wrong at once, and a
  /// force that its error cannot explain is an acceleration (p_σ, equation 29).
  @export(implementation) @inline(__always)
  mutating func judgeKnownTilt(_ force: Vector3<Scalar>, variance: Scalar, _ duration: Scalar) -> Scalar {
    let explained = 2.0 * Scalar.nominalGravity.squared * (Scalar.maximum(0.0, variance) + Self.leastTiltVariance)
    let excess = (Vector2(levelPartOf: force).squaredLength / explained - 1.0).clamped(0.0, Self.largestExcessOfTilt)
    let lasting = Scalar.maximum(lastingForce.squaredLength, Self.squaredForceOfAcceleration)
    let growth = Self.growthOfKnownTilt * excess * (Self.squaredForceOfAcceleration / lasting)
    let evidence = growth - squaredRate / Self.squaredRateOfOdds - logOddsOfKnownTilt / Self.memoryOfOdds
    logOddsOfKnownTilt = Scalar.maximum(0.0, logOddsOfKnownTilt + duration * evidence)
    // The usual case.
    if (logOddsOfKnownTilt .== 0.0).isTrueInEveryLane { return tiltShare }
    return 1.0 / (1.0 + Scalar.exponential(logOdds + logOddsOfKnownTilt))
  }

  /// Equation 31.
  @export(implementation) @inline(__always)
  func learned(least: Scalar, tiltShare: Scalar, _ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    let slowShare = Scalar.minimum(
      Self.largestSlowShare, slowSquare / Scalar.maximum(wholeSquare, Self.leastSquare))
    let travel = Scalar.maximum(0.0, 1.0 - Self.inverseTiltShareOfTravel * tiltShare)
    let largest = parameters.largestVelocityDensity + parameters.addedDensityOfTravel * travel
    return (Self.densityPerSquare * slowSquare / (1.0 - slowShare)).clamped(least, largest)
  }

  /// The degree to which a lasting horizontal specific force is a tilt error, which a wrong bias causes, 0 to 1 (ι, equation 32).
  @export(implementation) @inline(__always)
  var tiltErrorWeight: Scalar {
    let squared = lastingForce.squaredLength
    // The usual case.
    if (squared .<= Self.squaredLastingForce).isTrueInEveryLane { return 0.0 }
    let lasting = Scalar.minimum(1.0, (Self.squaredLastingForce / Scalar.maximum(squared, Self.leastSquare)).squared)
    return (1.0 - lasting) * Scalar.minimum(1.0, 2.0 * tiltShare)
  }

  /// The growth of the velocity's variance, (m/s)²/s (equation 26).
  @export(implementation) @inline(__always)
  func velocityWalk(_ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    Self.walkRate.squared * Scalar.maximum(0.0, value - parameters.leastVelocityDensity)
  }

  /// The share of the velocity's gain for scale and cross-axis terms, which show in the tilt only while the body turns about
  /// level axes (equation 36).
  @export(implementation) @inline(__always)
  var scaleShare: Scalar {
    let turning = (squaredLevelRate / Self.rateOfHalfScale.squared).squared
    return turning / (1.0 + turning)
  }

  /// The share of the velocity's gain for the level part of the bias (w_β, equation 36): twice that of a well-known bias while nothing is
  /// known of it, all while a lasting force shows that it is wrong. `variance` is that of the level bias, (rad/s)².
  @export(implementation) @inline(__always)
  func biasShare(variance: Scalar, _ parameters: VelocityBoundedParameters<Scalar>) -> Scalar {
    let prior = Scalar.maximum(parameters.biasDeviation.squared, Self.leastBiasVariance)
    let share = Scalar.minimum(1.0, parameters.biasShare * (1.0 + Scalar.minimum(1.0, variance / prior)))
    return share + (1.0 - share) * tiltErrorWeight
  }

  /// Removes the part of the lasting force that a correction of the tilt explains (equation 49).
  @export(implementation) @inline(__always)
  mutating func correctTilt(by correction: Vector3<Scalar>) {
    lastingForce += Scalar.nominalGravity * Vector2(x: correction.y, y: -correction.x)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&value, with: other.value, .nonnegative)
    visitor.visit(&squaredRate, with: other.squaredRate, .nonnegative)
    visitor.visit(&squaredLevelRate, with: other.squaredLevelRate, .nonnegative)
    visitor.visit(&gravity, with: other.gravity)
    visitor.visit(&gravityVariance, with: other.gravityVariance, .nonnegative)
    visitor.visit(&logOdds, with: other.logOdds)
    visitor.visit(&tiltShare, with: other.tiltShare, .nonnegative)
    visitor.visit(&logOddsOfKnownTilt, with: other.logOddsOfKnownTilt, .nonnegative)
    visitor.visit(&slowSquare, with: other.slowSquare, .nonnegative)
    visitor.visit(&wholeSquare, with: other.wholeSquare, .nonnegative)
    visitor.visit(&lastingForce, with: other.lastingForce)
    visitor.visit(&lastingTime, with: other.lastingTime, .nonnegative)
  }
}
