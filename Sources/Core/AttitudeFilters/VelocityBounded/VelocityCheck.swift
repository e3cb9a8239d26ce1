import Rotations

/// A change of the velocity over ground, and the one that the sensor felt in the same time.
@frozen @usableFromInline
struct VelocityChange<Scalar: RealLanes>: Sendable {
  /// In ENU, m/s (c₂).
  @usableFromInline var measured: Vector2<Scalar>
  /// In level axes, m/s (c₁).
  @usableFromInline var felt: Vector2<Scalar>
  /// The time that it took, s.
  @usableFromInline var duration: Scalar

  @inlinable
  init(measured: Vector2<Scalar>, felt: Vector2<Scalar>, duration: Scalar) {
    self.measured = measured
    self.felt = felt
    self.duration = duration
  }
}

/// The check of a measured velocity against what the sensor felt, by changes over two seconds, which do not depend on the velocity
/// of the filter (TheDefaultFilter.md, equation 57).
///
/// A wrong lever arm, lag or axis shows in the changes as noise of the velocity, and is counted as such.
@frozen @usableFromInline
struct VelocityCheck<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether there is a velocity to compare the next one with.
  @usableFromInline var hasStart = Scalar.Mask(repeating: false)
  /// That velocity over ground, m/s, the trail at its time, less the velocity now, and its age, s.
  @usableFromInline var startVelocity: Vector2<Scalar> = .zero
  @usableFromInline var startTrail: Vector2<Scalar> = .zero
  @usableFromInline var age: Scalar = 0.0
  /// The number of changes that were judged, each of which counts 0.9 of the next (n).
  @usableFromInline var count: Scalar = 0.0
  /// The mean difference of the changes in level axes, m/s (d̄).
  @usableFromInline var meanDifference: Vector2<Scalar> = .zero
  /// The variance of a velocity as the changes show it, in units of the assumed one (ϱ).
  @usableFromInline var noise: Scalar = 1.0

  /// The time between two velocities, s.
  @inlinable static var changeTime: Scalar { 2.0 }
  /// The share of the mean that the next change keeps, the number of changes from which a velocity is used, and the largest noise of
  /// one change.
  @inlinable static var memory: Scalar { 0.9 }
  @inlinable static var leastCount: Scalar { 1.5 }
  @inlinable static var largestNoise: Scalar { 1e6 }
  /// The noise that is as assumed, and the time over which what is beyond it keeps its sign, s.
  @inlinable static var toleratedNoise: Scalar { 3.0 }
  @inlinable static var correlationTime: Scalar { 10.0 }

  @inlinable
  init() {}

  /// Follows the velocity over a step.
  @inlinable
  mutating func move(by change: Vector2<Scalar>, duration: Scalar) {
    startTrail = startTrail - change
    age += duration
  }

  /// Takes a velocity over ground and the trail at its time. Returns the change since an earlier one, every two seconds.
  @inlinable
  mutating func observe(
    _ velocity: Vector2<Scalar>, trail: Vector2<Scalar>, duration: Scalar
  ) -> VelocityChange<Scalar>? {
    let hadStart = hasStart.isTrueInAnyLane
    guard !hadStart || (age .>= Self.changeTime - 0.5 * duration).isTrueInAnyLane else { return nil }
    let change = VelocityChange(measured: velocity - startVelocity, felt: trail - startTrail, duration: age)
    hasStart = Scalar.Mask(repeating: true)
    startVelocity = velocity
    startTrail = trail
    age = 0.0
    return hadStart ? change : nil
  }

  /// Judges the difference of a change in level axes, measured with a velocity of this variance; `expected` is its variance in each
  /// axis by the errors of the attitude, (m/s)². A lasting tilt error is in the mean.
  @inlinable
  mutating func judge(_ difference: Vector2<Scalar>, variance: Scalar, expected: Scalar) {
    count = Self.memory * count + 1.0
    let gain = 1.0 / count
    meanDifference += gain * (difference - meanDifference)
    let square = 0.5 * (difference - meanDifference).squaredLength - expected
    let shown = square / (2.0 * Scalar.maximum(gain, 1.0 - gain) * variance)
    noise += gain * (shown.clamped(0.0, Self.largestNoise) - noise)
  }

  /// Whether enough changes were judged.
  @inlinable @inline(__always)
  var isJudged: Scalar.Mask { count .> Self.leastCount }

  /// The factor by which the variance of a velocity is larger than assumed, for velocities at this interval, s.
  @inlinable
  func noiseFactor(interval: Scalar) -> Scalar {
    1.0 + Scalar.maximum(0.0, noise - Self.toleratedNoise) * Scalar.maximum(1.0, Self.correlationTime / interval)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&hasStart, with: other.hasStart)
    visitor.visit(&startVelocity, with: other.startVelocity)
    visitor.visit(&startTrail, with: other.startTrail)
    visitor.visit(&age, with: other.age, .nonnegative)
    visitor.visit(&count, with: other.count, .nonnegative)
    visitor.visit(&meanDifference, with: other.meanDifference)
    visitor.visit(&noise, with: other.noise, .nonnegative)
  }
}
