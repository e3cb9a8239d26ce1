import Rotations

/// Separates rest from a slow steady turn, which has quiet readings too (TheDefaultFilter.md, section 4.3).
///
/// A turn about a level axis turns gravity in body axes, one about up the field. Without a field a turn about up only adds its rate
/// to the bias. The sum counts as bias as far as the bias may have drifted since the last rest or is wrong about level axes, soon
/// if it means a smaller bias, and otherwise after a minute.
@frozen @usableFromInline
struct RestGate<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether the sensor is at rest: the readings are quiet, gravity and field stand still, and the rate about up can be
  /// a bias.
  @usableFromInline var isAtRest = Scalar.Mask(repeating: false)

  /// The variance of the bias about up as rests show it, (rad/s)² (σ_z²).
  @usableFromInline var verticalVariance: Scalar
  /// The mean specific force when it began to stand still, m/s² (f_0), and the time since, s (t_z).
  @usableFromInline var firstForce: Vector3<Scalar> = .zero
  @usableFromInline var stillTime: Scalar = 0.0
  /// The time for which the rate about up was too large for a bias, s (t_x).
  @usableFromInline var closedTime: Scalar = 0.0
  /// Whether the field shows a turn about up.
  @usableFromInline var fieldTurn = FieldTurn<Scalar>()

  /// At the start the gate accepts any bias up to the limit.
  @inlinable
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    verticalVariance = (parameters.rest.biasLimit / Self.sigmas).squared
  }

  /// The gate in standard deviations, and the rate that is added to the deviation, rad/s (equation 26).
  @inlinable static var sigmas: Scalar { 3.0 }
  @inlinable static var acceptedRate: Scalar { .degrees(0.2) }
  /// The random walk of the bias about up between rests, rad/s per root second, and the standard deviation up to which it
  /// accumulates, rad/s (equation 24).
  @inlinable static var verticalWalk: Scalar { .degrees(0.01) }
  @inlinable static var largestDrift: Scalar { .degrees(0.4) }
  /// The largest change of the mean specific force while gravity stands still, m/s², the quiet time before it counts, s, and the
  /// time for which it must stand still, s (equation 25).
  @inlinable static var largestForceChange: Scalar { 0.15 }
  @inlinable static var settlingTime: Scalar { 0.75 }
  @inlinable static var leastStillTime: Scalar { 0.3 }
  /// The time after which a rate against the gate counts as bias, s: if it is nearer to zero than the bias, and otherwise
  /// (equation 27).
  @inlinable static var patience: Scalar { 2.0 }
  @inlinable static var longPatience: Scalar { 60.0 }

  /// Judges one step (equations 24 to 27). `up` is the up axis in body axes. Returns the variance of the bias about up that a
  /// rest against the gate adds, or one that was a turn, (rad/s)².
  @inlinable @inline(__always)
  mutating func judge(
    _ detector: RestDetector<Scalar>, bias: Vector3<Scalar>, up: Vector3<Scalar>, duration: Scalar,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Scalar {
    let isQuiet = detector.quietTime .> 0.0
    growVariance(isQuiet: isQuiet, duration, parameters)
    let hasMoved = (detector.averageSpecificForce - firstForce).squaredLength .> Self.largestForceChange.squared
    let isStill = (detector.quietTime .>= Self.settlingTime) .& .!hasMoved  // (25)
    stillTime = Scalar.zero.replacing(with: stillTime + duration, where: isStill)
    firstForce.replace(with: detector.averageSpecificForce, where: .!isStill)
    let isStanding = detector.isAtRest .& (stillTime .>= Self.leastStillTime) .& .!fieldTurn.isTurning

    let difference = detector.averageRate - bias
    let rate = up.dot(detector.averageRate)
    let verticalBias = up.dot(bias)
    let squaredDifference = (rate - verticalBias).squared
    let squaredLevelDifference = Scalar.maximum(0.0, difference.squaredLength - squaredDifference)
    let allowed = verticalVariance + 0.5 * squaredLevelDifference + Self.acceptedRate.squared
    let isOpen = squaredDifference .< Self.sigmas.squared * allowed  // (26)
    closedTime = Scalar.zero.replacing(with: closedTime + duration, where: isStanding .& .!isOpen)
    let isNearer = rate.absoluteValue .< verticalBias.absoluteValue
    let patience = Self.longPatience.replacing(with: Self.patience, where: isNearer)
    let isBelieved = isStanding .& (closedTime .> patience)  // (27)
    let isRefuted = isAtRest .& fieldTurn.isTurning
    isAtRest = (isStanding .& isOpen) .| isBelieved
    let doubt = squaredDifference.replacing(with: rate.squared, where: isRefuted)
    verticalVariance.replace(with: doubt, where: isBelieved .| isRefuted)
    return Scalar.zero.replacing(with: doubt, where: isBelieved .| isRefuted)
  }

  /// Adds the drift of the bias about up since the last rest; motion ends the tolerance of the start (equation 24).
  @inlinable @inline(__always)
  mutating func growVariance(
    isQuiet: Scalar.Mask, _ duration: Scalar, _ parameters: VelocityBoundedParameters<Scalar>
  ) {
    let largest = Scalar.maximum(verticalVariance, Self.largestDrift.squared)
    let grown = Scalar.minimum(verticalVariance + Self.verticalWalk.squared * duration, largest)
    let moved = Scalar.minimum(grown, parameters.biasDeviation.squared)
    verticalVariance = moved.replacing(with: grown, where: isQuiet)
  }

  /// Reduces the variance by a measurement of the bias at rest (equation 38).
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
    visitor.visit(&fieldTurn, with: other.fieldTurn)
  }
}
