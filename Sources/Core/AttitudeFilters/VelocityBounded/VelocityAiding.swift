import Rotations

/// The observations of velocity that the default filter waits to use, and what it remembers to use them late
/// (TheDefaultFilter.md, equations 54 to 62).
///
/// Observations are for single streams: in lanes nothing here changes, and no lane is visited.
@frozen @usableFromInline
struct VelocityAiding<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether there was an observation since the start.
  @usableFromInline var isInUse = Scalar.Mask(repeating: false)
  /// Whether the velocity was taken from an observation since the tilt was last unknown.
  @usableFromInline var hasVelocity = Scalar.Mask(repeating: false)
  /// The time since the last velocity over ground and since the last speed, s.
  @usableFromInline var timeSinceVelocity = Self.never
  @usableFromInline var timeSinceSpeed = Self.never
  /// The time for which all observations were refused, s.
  @usableFromInline var refusedTime: Scalar = 0.0
  /// The last innovations of a velocity over ground along x and y, in standard deviations (n).
  @usableFromInline var innovation: Vector2<Scalar> = .zero
  /// The mean squared innovation in units of its variance, about 1 while the model holds (N).
  @usableFromInline var squaredInnovation: Scalar = 1.0
  /// The walk of the bias in units of the parameter's (λ).
  @usableFromInline var biasWalkFactor = Self.leastBiasWalkFactor
  /// Whether an observation of the last step was refused, or older than the trail.
  @usableFromInline var isRefused = Scalar.Mask(repeating: false)

  /// The velocity over ground for the next step: its components, m/s, its standard deviation, m/s, 0 for none, and its age
  /// at the start of the step's increment, s.
  @usableFromInline var velocity: Vector2<Scalar> = .zero
  @usableFromInline var velocityDeviation: Scalar = 0.0
  @usableFromInline var velocityAge: Scalar = 0.0
  /// The speed for the next step, m/s, its standard deviations along and across, m/s; 0 for none.
  @usableFromInline var speed: Scalar = 0.0
  @usableFromInline var speedDeviation: Scalar = 0.0
  @usableFromInline var lateralDeviation: Scalar = 0.0

  /// The velocity of the antenna at the ends of the last steps, less that of the sensor now, as the sensor felt it, m/s; the newest
  /// first.
  @usableFromInline var trail = InlineArray<32, Vector2<Scalar>>(repeating: .zero)
  @usableFromInline var trailCount: Scalar = 0.0
  /// The mean time between two entries, s.
  @usableFromInline var trailInterval: Scalar = 0.0

  /// What a metre of lever arm along each body axis adds to the velocity at the ends of the last steps, m/s; the newest first.
  @usableFromInline var levers = InlineArray<16, LevelMatrix<Scalar>>(repeating: LevelMatrix())

  @usableFromInline var changes = VelocityChanges<Scalar>()
  @usableFromInline var courses = CourseSearch<Scalar>()
  @usableFromInline var trial = VelocityTrial<Scalar>()
  /// The lag that the evidence adds to the given one, s, and the variance of what it leaves, s².
  @usableFromInline var addedLag: Scalar = 0.0
  @usableFromInline var lagVariance = VelocityVerdict<Scalar>.lagDeviation.squared
  /// The velocity over ground when it was first used, m/s (o₀).
  @usableFromInline var origin: Vector2<Scalar> = .zero
  /// The time for which no heading is searched by courses, s.
  @usableFromInline var pauseOfCourses: Scalar = 0.0
  /// Whether the velocity over ground says more of the velocity than that it is zero on average.
  @usableFromInline var isTrusted = Scalar.Mask(repeating: false)

  /// Longer than any memory, s.
  @export(implementation) static var never: Scalar { 1e9 }
  /// The time after which a velocity and a speed no longer aid, s.
  @export(implementation) static var longestSilence: Scalar { 5.0 }
  @export(implementation) static var longestSilenceOfSpeed: Scalar { 2.0 }
  /// The largest speed that is used, m/s.
  @export(implementation) static var largestSpeed: Scalar { 1000.0 }

  /// Averaging time of the squared innovations, s, and the largest share and innovation of one observation (equation 56).
  @export(implementation) static var innovationAveragingTime: Scalar { 5.0 }
  @export(implementation) static var largestInnovationShare: Scalar { 0.5 }
  @export(implementation) static var largestSquaredInnovation: Scalar { 25.0 }
  /// While the velocity is known the bias shows better, and walks less unless innovations say otherwise: the ends of the factor of
  /// its walk, the largest product of two innovations, and the one at which the factor stays (equation 56).
  @export(implementation) static var leastBiasWalkFactor: Scalar { 0.3 }
  @export(implementation) static var largestBiasWalkFactor: Scalar { 20.0 }
  @export(implementation) static var largestProduct: Scalar { 4.0 }
  @export(implementation) static var toleratedProduct: Scalar { 0.3 }

  @export(implementation)
  init() {}

  /// Follows the innovations of a velocity over ground in standard deviations, `silence` seconds after the ones before: while they
  /// resemble these, the bias walks faster than assumed (equations 55 and 56).
  @export(implementation)
  mutating func follow(_ observed: Vector2<Scalar>, silence: Scalar) {
    let product = 0.5 * observed.dot(innovation)
    innovation = observed
    let bounded = Scalar.maximum(-Self.largestProduct, Scalar.minimum(product, Self.largestProduct))
    follow(squaredInnovation: 0.5 * observed.squaredLength, excess: bounded - Self.toleratedProduct, silence: silence)
  }

  /// Follows the squared innovation of a speed over ground whose direction is not known, in units of the largest variance
  /// that it has.
  @export(implementation)
  mutating func follow(squaredInnovation observed: Scalar, silence: Scalar) {
    let excess = Scalar.minimum(observed, Self.largestProduct) - 1.0
    follow(squaredInnovation: observed, excess: excess, silence: silence)
  }

  /// Averages the squared innovation, and lets the walk of the bias grow by what speaks for more of it.
  @export(implementation)
  mutating func follow(squaredInnovation observed: Scalar, excess: Scalar, silence: Scalar) {
    let share = Scalar.minimum(Self.largestInnovationShare, silence * (1.0 / Self.innovationAveragingTime))
    squaredInnovation += share * (Scalar.minimum(observed, Self.largestSquaredInnovation) - squaredInnovation)
    let factor = biasWalkFactor * (1.0 + share * excess)
    biasWalkFactor = Scalar.minimum(Scalar.maximum(factor, Self.leastBiasWalkFactor), Self.largestBiasWalkFactor)
  }

  /// The factor of the reported variances: a bias that walks fast is followed late (equation 53).
  @export(implementation) static var varianceOfWalk: Scalar { 0.25 }
  @export(implementation) @inline(__always)
  var varianceFactor: Scalar { 1.0 + Self.varianceOfWalk * biasWalkFactor }

  /// Whether the velocity is measured, so that it is not taken for zero on average.
  @export(implementation) @inline(__always)
  var isAiding: Scalar.Mask {
    (isTrusted .& (timeSinceVelocity .< Self.longestSilence)) .| (timeSinceSpeed .< Self.longestSilenceOfSpeed)
  }

  /// Keeps a velocity over ground for the next step, if it is possible.
  @export(implementation)
  mutating func keep(_ velocity: Vector2<Scalar>, deviation: Scalar, age: Scalar) {
    let isPossible =
      (velocity.squaredLength .< Self.largestSpeed.squared) .& (deviation .> 0.0) .& (deviation .< Self.largestSpeed)
      .& (age.absoluteValue .< Self.never)
    guard isPossible.isTrueInEveryLane else { return }
    isInUse = Scalar.Mask(repeating: true)
    self.velocity = velocity
    velocityDeviation = deviation
    velocityAge = age
  }

  /// Keeps a speed for the next step, if it is possible.
  @export(implementation)
  mutating func keep(speed: Scalar, deviation: Scalar, lateralDeviation: Scalar) {
    let isPossible =
      (speed.absoluteValue .< Self.largestSpeed) .& (deviation .> 0.0) .& (deviation .< Self.largestSpeed)
      .& (lateralDeviation .> 0.0) .& (lateralDeviation .< Self.largestSpeed)
    guard isPossible.isTrueInEveryLane else { return }
    isInUse = Scalar.Mask(repeating: true)
    self.speed = speed
    speedDeviation = deviation
    self.lateralDeviation = lateralDeviation
  }

  /// Adds a step to the trail: the change of velocity that was felt in it, and the velocities that the lever arm and one of a metre along
  /// each axis add at its end.
  @export(implementation)
  mutating func append(
    change: Vector2<Scalar>, ofLever lever: Vector2<Scalar>, arm: LevelMatrix<Scalar>, duration: Scalar
  ) {
    timeSinceVelocity += duration
    timeSinceSpeed += duration
    let isFirst = trailCount .< 1.0
    let share = Scalar(0.1).replacing(with: 1.0, where: isFirst)
    trailInterval += share * (duration - trailInterval)
    for index in 1..<32 { trail[32 - index] = trail[31 - index] - change }
    trail[0] = lever
    trailCount = Scalar.minimum(trailCount + 1.0, 32.0)
    changes.move(by: change, duration: duration)
    for index in 1..<16 { levers[16 - index] = levers[15 - index] }
    levers[0] = arm
  }

  /// The trail at an age, s; between two steps in proportion. Nil beyond its end.
  @export(implementation)
  func trail(at age: Scalar) -> Vector2<Scalar>? {
    let place = Scalar.maximum(age, 0.0) / trailInterval
    for index in 0..<31 where (place .<= Scalar(Double(index) + 1.0)).isTrueInAnyLane {
      guard (trailCount .> Scalar(Double(index) + 1.0)).isTrueInAnyLane else { return nil }
      let (newer, older) = (trail[index], trail[index + 1])
      return newer + (place - Scalar(Double(index))) * (older - newer)
    }
    return nil
  }

  /// What a metre of lever arm along each body axis, and a second of lag, add to the trail at an age, s; `trail` is that.
  @export(implementation)
  func effects(at age: Scalar, trail: Vector2<Scalar>) -> InlineArray<4, Vector2<Scalar>> {
    let place = Scalar.maximum(age, 0.0) / trailInterval
    var lever = levers[15]
    for index in 0..<15 where (place .<= Scalar(Double(index) + 1.0)).isTrueInAnyLane {
      lever = levers[index].interpolated(to: levers[index + 1], place - Scalar(Double(index)))
      break
    }
    let before = self.trail(at: age + trailInterval) ?? trail
    return [lever.x, lever.y, lever.z, (1.0 / trailInterval) * (before - trail)]
  }

  /// After a reset of the tilt: neither the observations that wait nor the trail fit the attitude any more.
  @export(implementation)
  mutating func forget() {
    guard Scalar.Mask.isSingleLane, isInUse.isTrueInAnyLane else { return }
    hasVelocity = Scalar.Mask(repeating: false)
    timeSinceSpeed = Self.never
    velocityDeviation = 0.0
    speedDeviation = 0.0
    isRefused = Scalar.Mask(repeating: false)
    trailCount = 0.0
    changes.hasStart = Scalar.Mask(repeating: false)
    trial.hasStart = Scalar.Mask(repeating: false)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    guard Scalar.Mask.isSingleLane else { return }
    visitor.visit(&isInUse, with: other.isInUse)
    visitor.visit(&hasVelocity, with: other.hasVelocity)
    visitor.visit(&timeSinceVelocity, with: other.timeSinceVelocity, .nonnegative)
    visitor.visit(&timeSinceSpeed, with: other.timeSinceSpeed, .nonnegative)
    visitor.visit(&refusedTime, with: other.refusedTime, .nonnegative)
    visitor.visit(&innovation, with: other.innovation)
    visitor.visit(&squaredInnovation, with: other.squaredInnovation, .nonnegative)
    visitor.visit(&biasWalkFactor, with: other.biasWalkFactor, .nonnegative)
    visitor.visit(&isRefused, with: other.isRefused)
    visitor.visit(&velocity, with: other.velocity)
    visitor.visit(&velocityDeviation, with: other.velocityDeviation, .nonnegative)
    visitor.visit(&velocityAge, with: other.velocityAge)
    visitor.visit(&speed, with: other.speed)
    visitor.visit(&speedDeviation, with: other.speedDeviation, .nonnegative)
    visitor.visit(&lateralDeviation, with: other.lateralDeviation, .nonnegative)
    for index in 0..<32 { visitor.visit(&trail[index], with: other.trail[index]) }
    visitor.visit(&trailCount, with: other.trailCount, .nonnegative)
    visitor.visit(&trailInterval, with: other.trailInterval, .nonnegative)
    for index in 0..<16 { visitor.visit(&levers[index], with: other.levers[index]) }
    visitor.visit(&changes, with: other.changes)
    visitor.visit(&courses, with: other.courses)
    visitor.visit(&trial, with: other.trial)
    visitor.visit(&addedLag, with: other.addedLag)
    visitor.visit(&lagVariance, with: other.lagVariance, .nonnegative)
    visitor.visit(&origin, with: other.origin)
    visitor.visit(&pauseOfCourses, with: other.pauseOfCourses, .nonnegative)
    visitor.visit(&isTrusted, with: other.isTrusted)
  }
}

/// Three columns with level parts: what each body axis does in the level plane.
@frozen @usableFromInline
struct LevelMatrix<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var x: Vector2<Scalar> = .zero
  @usableFromInline var y: Vector2<Scalar> = .zero
  @usableFromInline var z: Vector2<Scalar> = .zero

  @export(implementation)
  init() {}

  /// The velocity of points a metre from the sensor along its axes: the level part of R (ω × e).
  @export(implementation)
  init(rate: Vector3<Scalar>, levelFromBody: Rotation<Scalar>) {
    x = Vector2(levelPartOf: levelFromBody.rotate(rate.cross(.unitX)))
    y = Vector2(levelPartOf: levelFromBody.rotate(rate.cross(.unitY)))
    z = Vector2(levelPartOf: levelFromBody.rotate(rate.cross(.unitZ)))
  }

  /// A share of the way to another matrix.
  @export(implementation)
  func interpolated(to other: Self, _ share: Scalar) -> Self {
    var matrix = self
    matrix.x += share * (other.x - x)
    matrix.y += share * (other.y - y)
    matrix.z += share * (other.z - z)
    return matrix
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&x, with: other.x)
    visitor.visit(&y, with: other.y)
    visitor.visit(&z, with: other.z)
  }
}
