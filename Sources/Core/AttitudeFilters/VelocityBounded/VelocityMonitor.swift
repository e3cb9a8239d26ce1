import Rotations

/// The velocity estimate of the default filter, and the checks of its model: mean specific force up, mean velocity near zero
/// (TheDefaultFilter.md, equations 12 to 15, 28 and 35).
@frozen @usableFromInline
struct VelocityMonitor<Scalar: RealLanes>: VisitableState, Sendable {
  /// The horizontal velocity in level axes, m/s.
  @usableFromInline var velocity: Vector2<Scalar> = .zero
  @usableFromInline var averageVelocity: Vector2<Scalar> = .zero
  @usableFromInline var meanSpecificForce: Vector3<Scalar> = .zero
  @usableFromInline var clippedShare: Scalar = 0.0

  /// Time constant of the mean specific force, s (equation 12).
  @inlinable static var forceAveragingTime: Scalar { 1.0 }
  /// The largest norm error and clipped share with which the tilt can be lost (equation 14).
  @inlinable static var largestNormErrorOfLost: Scalar { 0.25 }
  @inlinable static var largestClippedShareOfLost: Scalar { 0.05 }
  /// Time constant of the mean velocity, s (equation 28).
  @inlinable static var velocityAveragingTime: Scalar { 0.5 }
  /// Gain of the attitude variance for an unexplained velocity, the time in which a tilt becomes that velocity, s, and the largest
  /// growth, rad²/s (equation 35).
  @inlinable static var unexplainedGain: Scalar { 1.25 }
  @inlinable static var unexplainedTime: Scalar { 1.2 }
  @inlinable static var largestGrowth: Scalar { 0.25 }

  /// At rest and upright.
  @inlinable
  init() { reset() }

  /// Resets velocity and mean specific force.
  @inlinable
  mutating func reset() {
    velocity = .zero
    averageVelocity = .zero
    meanSpecificForce = Vector3(x: 0.0, y: 0.0, z: Scalar.nominalGravity)
  }

  /// Averages clipped share and specific force (equation 12). The length of the average does not depend on a constant
  /// attitude error.
  @inlinable @inline(__always)
  mutating func observeSpecificForce(_ increment: MotionIncrement<Scalar>) {
    let gain = increment.duration / (Self.forceAveragingTime + increment.duration)
    clippedShare += gain * (increment.clippedDuration / increment.duration - clippedShare)
    meanSpecificForce += (increment.velocity * (1.0 / increment.duration) - meanSpecificForce) * gain
  }

  /// The length of the mean specific force less gravity, in units of gravity (equation 13).
  @inlinable @inline(__always) var normError: Scalar {
    (meanSpecificForce.length - Scalar.nominalGravity) / Scalar.nominalGravity
  }

  /// Whether the mean specific force is more than 45 degrees from up without another explanation (equation 14).
  @inlinable @inline(__always)
  func isLost(normError: Scalar) -> Scalar.Mask {
    let force = meanSpecificForce
    let isTilted = (force.x.squared + force.y.squared) .> force.z * force.z.absoluteValue
    return isTilted .& (normError.absoluteValue .< Self.largestNormErrorOfLost)
      .& (clippedShare .< Self.largestClippedShareOfLost)
  }

  /// Integrates the velocity (equation 15).
  @inlinable @inline(__always)
  mutating func integrate(_ increment: MotionIncrement<Scalar>) {
    velocity += Vector2(levelPartOf: increment.velocity)
  }

  /// Averages the velocity and returns its mean square in one axis, (m/s)² (equation 28).
  @inlinable @inline(__always)
  mutating func averagedSquare(_ duration: Scalar) -> Scalar {
    let gain = duration / (Self.velocityAveragingTime + duration)
    averageVelocity += gain * (velocity - averageVelocity)
    return averageVelocity.squaredLength * 0.5
  }

  /// The attitude variance to add when the mean velocity is larger than the model explains, because a rotation was missed:
  /// clipping, a gap, a shock (equation 35). `density` is the spectral density of the velocity, `variance` that of its
  /// estimate, `tiltShare` the probability that the tilt is wrong.
  @inlinable @inline(__always)
  func unexplainedAttitudeVariance(
    meanSquare: Scalar, density: Scalar, variance: Scalar, densityFactor: Scalar, tiltShare: Scalar, duration: Scalar
  ) -> Scalar {
    let expected = density / (2.0 * Self.velocityAveragingTime) + variance
    let reach = (Scalar.nominalGravity * Self.unexplainedTime).squared * Self.unexplainedTime
    let excess = Self.unexplainedGain * tiltShare * (meanSquare - expected) / (densityFactor * reach)
    let growth = duration * Scalar.minimum(excess, Self.largestGrowth)
    return Scalar.zero.replacing(with: growth, where: meanSquare .> expected)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&velocity, with: other.velocity)
    visitor.visit(&averageVelocity, with: other.averageVelocity)
    visitor.visit(&meanSpecificForce, with: other.meanSpecificForce)
    visitor.visit(&clippedShare, with: other.clippedShare, .nonnegative)
  }
}
