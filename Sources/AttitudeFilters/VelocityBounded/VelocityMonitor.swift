import Rotations

/// Watches whether the bounded-velocity model holds: is the mean specific force still up, does the velocity stay near
/// zero (TheDefaultFilter.md, sections 3.2 and 3.4)?
@frozen
public struct VelocityMonitor<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The horizontal velocity in the earth frame, m/s.
  public var velocityX: Scalar = 0.0
  /// The horizontal velocity in the earth frame, m/s.
  public var velocityY: Scalar = 0.0
  @usableFromInline var averageX: Scalar = 0.0
  @usableFromInline var averageY: Scalar = 0.0
  @usableFromInline var meanSpecificForce: Vector3<Scalar> = .zero
  @usableFromInline var clippedShare: Scalar = 0.0

  /// At rest and upright.
  @inlinable
  public init(gravity: Scalar) { reset(gravity: gravity) }

  /// Forgets velocity and mean specific force.
  @inlinable
  public mutating func reset(gravity: Scalar) {
    resetVelocity()
    meanSpecificForce = Vector3(x: 0.0, y: 0.0, z: gravity)
  }

  /// Forgets the velocity.
  @inlinable
  public mutating func resetVelocity() {
    velocityX = 0.0
    velocityY = 0.0
    averageX = 0.0
    averageY = 0.0
  }

  /// Averages the specific force over 1 s. The length of the average does not depend on a constant error of attitude.
  @inlinable @inline(__always)
  mutating func observeSpecificForce(_ increment: MotionIncrement<Scalar>) {
    let gain = increment.duration / (1.0 + increment.duration)
    clippedShare += gain * (increment.clippedDuration / increment.duration - clippedShare)
    meanSpecificForce += (increment.velocity * (1.0 / increment.duration) - meanSpecificForce) * gain
  }

  /// How far the length of the mean specific force is from gravity, in units of gravity.
  @inlinable @inline(__always) func normError(gravity: Scalar) -> Scalar {
    (meanSpecificForce.length - gravity) / gravity
  }

  /// Whether the mean specific force is more than 45 degrees from up, though nothing else explains it.
  @inlinable @inline(__always)
  func isLost(normError: Scalar) -> Scalar.Mask {
    let force = meanSpecificForce
    let isTilted = (force.x.squared + force.y.squared) .> force.z * force.z.absoluteValue
    return isTilted .& (normError.absoluteValue .< 0.25) .& (clippedShare .< 0.05)
  }

  /// Integrates the velocity.
  @inlinable @inline(__always)
  mutating func integrate(_ increment: MotionIncrement<Scalar>) {
    velocityX += increment.velocity.x
    velocityY += increment.velocity.y
  }

  /// The attitude variance to add when the average velocity is larger than the model can explain: a rotation was missed
  /// (clipping, a gap, a shock). `density` is the spectral density of the velocity, `variance` that of its estimate.
  @inlinable @inline(__always)
  mutating func unexplainedAttitudeVariance(
    density: Scalar, variance: Scalar, densityFactor: Scalar, duration: Scalar, gravity: Scalar
  ) -> Scalar {
    let averagingTime: Scalar = 1.2
    let gain = duration / (averagingTime + duration)
    averageX += gain * (velocityX - averageX)
    averageY += gain * (velocityY - averageY)
    let meanSquare = (averageX.squared + averageY.squared) * 0.5
    let expected = density / (2.0 * averagingTime) + variance
    let reach = (gravity * averagingTime).squared * averagingTime
    let excess = 1.25 * (meanSquare - expected) / (densityFactor * reach)
    let growth = duration * Scalar.minimum(excess, 0.25)
    return Scalar.zero.replacing(with: growth, where: meanSquare .> expected)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    velocityX.replace(with: other.velocityX, where: mask)
    velocityY.replace(with: other.velocityY, where: mask)
    averageX.replace(with: other.averageX, where: mask)
    averageY.replace(with: other.averageY, where: mask)
    meanSpecificForce.replace(with: other.meanSpecificForce, where: mask)
    clippedShare.replace(with: other.clippedShare, where: mask)
  }
}
