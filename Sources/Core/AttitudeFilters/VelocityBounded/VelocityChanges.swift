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

  @export(implementation)
  init(measured: Vector2<Scalar>, felt: Vector2<Scalar>, duration: Scalar) {
    self.measured = measured
    self.felt = felt
    self.duration = duration
  }
}

/// Changes of the velocity over ground over two seconds, which do not depend on the velocity of the filter.
@frozen @usableFromInline
struct VelocityChanges<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether there is a velocity to compare the next one with.
  @usableFromInline var hasStart = Scalar.Mask(repeating: false)
  /// That velocity over ground, m/s, the trail at its time, less the velocity now, and its age, s.
  @usableFromInline var startVelocity: Vector2<Scalar> = .zero
  @usableFromInline var startTrail: Vector2<Scalar> = .zero
  @usableFromInline var age: Scalar = 0.0

  /// The time between two velocities, s.
  @export(implementation) static var changeTime: Scalar { 2.0 }

  @export(implementation)
  init() {}

  /// Follows the velocity over a step.
  @export(implementation)
  mutating func move(by change: Vector2<Scalar>, duration: Scalar) {
    startTrail = startTrail - change
    age += duration
  }

  /// Takes a velocity over ground and the trail at its time. Returns the change since an earlier one, every two seconds.
  @export(implementation)
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

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&hasStart, with: other.hasStart)
    visitor.visit(&startVelocity, with: other.startVelocity)
    visitor.visit(&startTrail, with: other.startTrail)
    visitor.visit(&age, with: other.age, .nonnegative)
  }
}
