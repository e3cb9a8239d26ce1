import Rotations

/// Separates rest from a slow steady turn, for which quiet readings are no proof (TheDefaultFilter.md, section 4.4).
///
/// About level axes gravity decides: it turns in body axes if the body turns. About up, the rate of a turn adds to the bias;
/// it is taken for bias only as far as the bias may have drifted since the last rest or is wrong about level axes, or where a
/// smaller bias explains it, or if it lasts.
@frozen @usableFromInline
struct RestGate<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether the sensor is at rest: quiet, gravity stands still, and the rate about up can be a bias.
  @usableFromInline var isAtRest = Scalar.Mask(repeating: false)

  /// The variance of the bias about up as rests show it, (rad/s)² (σ_u²).
  @usableFromInline var verticalVariance: Scalar
  /// The mean specific force when the readings became quiet, m/s², and the time for which it has stood still, s.
  @usableFromInline var firstForce: Vector3<Scalar> = .zero
  @usableFromInline var stillTime: Scalar = 0.0
  /// The time for which the rate about up was too large for a bias, s.
  @usableFromInline var closedTime: Scalar = 0.0

  /// The largest bias at the start.
  @inlinable
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    verticalVariance = (parameters.rest.biasLimit / Self.sigmas).squared
  }

  /// The gate in standard deviations, and the rate that is accepted whatever the variance, rad/s (equation 31).
  @inlinable static var sigmas: Scalar { 3.0 }
  @inlinable static var acceptedRate: Scalar { .degrees(0.2) }
  /// The random walk of the bias about up between rests, rad/s per root second, and its largest deviation, rad/s.
  @inlinable static var verticalWalk: Scalar { .degrees(0.01) }
  @inlinable static var largestDrift: Scalar { .degrees(0.4) }
  /// How far the mean specific force may move while it stands still, m/s², and for how long it must, s (equation 30).
  @inlinable static var largestForceChange: Scalar { 0.15 }
  @inlinable static var settlingTime: Scalar { 0.75 }
  @inlinable static var leastStillTime: Scalar { 0.3 }
  /// The time after which a rate that is nearer to zero than the bias, and any other, is a bias, s (equation 32).
  @inlinable static var patience: Scalar { 2.0 }
  @inlinable static var longPatience: Scalar { 60.0 }

  /// Judges one step (equations 30 to 32). `up` is the up axis in body axes. Returns the variance of the bias about up that a
  /// rest against the gate adds, (rad/s)².
  @inlinable @inline(__always)
  mutating func judge(
    _ detector: RestDetector<Scalar>, bias: Vector3<Scalar>, up: Vector3<Scalar>, duration: Scalar,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Scalar {
    let isQuiet = detector.quietTime .> 0.0
    growVariance(isQuiet: isQuiet, duration, parameters)
    let hasMoved = (detector.averageSpecificForce - firstForce).squaredLength .> Self.largestForceChange.squared
    let isStill = (detector.quietTime .>= Self.settlingTime) .& .!hasMoved  // (30)
    stillTime = Scalar.zero.replacing(with: stillTime + duration, where: isStill)
    firstForce.replace(with: detector.averageSpecificForce, where: .!isStill)
    let isStanding = detector.isAtRest .& (stillTime .>= Self.leastStillTime)

    let difference = detector.averageRate - bias
    let rate = up.dot(detector.averageRate)
    let verticalBias = up.dot(bias)
    let squaredDifference = (rate - verticalBias).squared
    let squaredLevelDifference = Scalar.maximum(0.0, difference.squaredLength - squaredDifference)
    let allowed = verticalVariance + 0.5 * squaredLevelDifference + Self.acceptedRate.squared
    let isOpen = squaredDifference .< Self.sigmas.squared * allowed  // (31)
    closedTime = Scalar.zero.replacing(with: closedTime + duration, where: isStanding .& .!isOpen)
    let isNearer = rate.absoluteValue .< verticalBias.absoluteValue
    let patience = Self.longPatience.replacing(with: Self.patience, where: isNearer)
    let isBelieved = isStanding .& (closedTime .> patience)  // (32)
    isAtRest = (isStanding .& isOpen) .| isBelieved
    verticalVariance.replace(with: squaredDifference, where: isBelieved)
    return Scalar.zero.replacing(with: squaredDifference, where: isBelieved)
  }

  /// The bias about up may have drifted since the last rest; after the first motion the start is no rest any more.
  @inlinable @inline(__always)
  mutating func growVariance(
    isQuiet: Scalar.Mask, _ duration: Scalar, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let largest = Scalar.maximum(verticalVariance, Self.largestDrift.squared)
    let grown = Scalar.minimum(verticalVariance + Self.verticalWalk.squared * duration, largest)
    let moved = Scalar.minimum(grown, parameters.biasDeviation.squared)
    verticalVariance = moved.replacing(with: grown, where: isQuiet)
  }

  /// The variance after a measurement of the bias at rest.
  @inlinable @inline(__always)
  mutating func observe(variance: Scalar) {
    let observed = verticalVariance * variance / (verticalVariance + variance)
    verticalVariance.replace(with: observed, where: isAtRest)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&isAtRest, with: other.isAtRest)
    visitor.visit(&verticalVariance, with: other.verticalVariance, .nonnegative)
    visitor.visit(&firstForce, with: other.firstForce)
    visitor.visit(&stillTime, with: other.stillTime, .nonnegative)
    visitor.visit(&closedTime, with: other.closedTime, .nonnegative)
  }
}
