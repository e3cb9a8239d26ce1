import Rotations

/// The velocity estimate of the default filter, and the mean specific force (TheDefaultFilter.md, equations 24, 30 and 34).
@frozen @usableFromInline
struct VelocityMonitor<Scalar: RealLanes>: VisitableState, Sendable {
  /// The horizontal velocity in level axes, m/s (v).
  @usableFromInline var velocity: Vector2<Scalar> = .zero
  @usableFromInline var averageVelocity: Vector2<Scalar> = .zero
  /// The mean specific force in level axes, m/s² (f̂).
  @usableFromInline var meanSpecificForce: Vector3<Scalar> = .zero

  /// Time constant of the mean specific force, s (equation 24).
  @export(implementation) static var forceAveragingTime: Scalar { 1.0 }
  /// Time constant of the mean velocity, s (equation 30).
  @export(implementation) static var velocityAveragingTime: Scalar { 0.5 }
  /// The square of the velocity that becomes a tilt variance of 1 rad² in a second, (m/s)², and the largest growth, rad²/s
  /// (equation 34).
  @export(implementation) static var squaredUnexplainedVelocity: Scalar { 100.0 }
  @export(implementation) static var largestGrowth: Scalar { 0.25 }

  /// At rest and upright.
  @export(implementation)
  init() { reset() }

  /// Resets velocity and mean specific force.
  @export(implementation)
  mutating func reset() {
    velocity = .zero
    averageVelocity = .zero
    meanSpecificForce = Vector3(x: 0.0, y: 0.0, z: Scalar.nominalGravity)
  }

  /// Averages the specific force and integrates the velocity (equation 24). The length of the average does not depend on a
  /// constant attitude error.
  @export(implementation) @inline(__always)
  mutating func follow(_ increment: MotionIncrement<Scalar>) {
    let gain = increment.duration / (Self.forceAveragingTime + increment.duration)
    meanSpecificForce += (increment.meanSpecificForce - meanSpecificForce) * gain
    velocity += Vector2(levelPartOf: increment.velocity)
  }

  /// By what share of gravity the mean specific force is longer than gravity.
  @export(implementation) @inline(__always) var excess: Scalar {
    (meanSpecificForce.length - Scalar.nominalGravity) / Scalar.nominalGravity
  }

  /// Whether the mean specific force points down: the tilt is lost (equation 24).
  @export(implementation) @inline(__always) var isLost: Scalar.Mask { meanSpecificForce.z .< 0.0 }

  /// Averages the velocity and returns its mean square in one axis, (m/s)² (M, equation 30).
  @export(implementation) @inline(__always)
  mutating func averagedSquare(_ duration: Scalar) -> Scalar {
    let gain = duration / (Self.velocityAveragingTime + duration)
    averageVelocity += gain * (velocity - averageVelocity)
    return averageVelocity.squaredLength * 0.5
  }

  /// The attitude variance to add when the mean velocity is larger than the model explains, because a rotation was missed:
  /// clipping, a gap, a shock (equation 34). `density` is the spectral density of the velocity, `variance` that of its
  /// estimate, `tiltShare` the probability that the tilt is wrong.
  @export(implementation) @inline(__always)
  func unexplainedAttitudeVariance(
    meanSquare: Scalar, density: Scalar, variance: Scalar, tiltShare: Scalar, duration: Scalar
  ) -> Scalar {
    let expected = density / (2.0 * Self.velocityAveragingTime) + variance
    let excess = tiltShare * (meanSquare - expected) / Self.squaredUnexplainedVelocity
    let growth = duration * Scalar.minimum(excess, Self.largestGrowth)
    return Scalar.zero.replacing(with: growth, where: meanSquare .> expected)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&velocity, with: other.velocity)
    visitor.visit(&averageVelocity, with: other.averageVelocity)
    visitor.visit(&meanSpecificForce, with: other.meanSpecificForce)
  }
}
