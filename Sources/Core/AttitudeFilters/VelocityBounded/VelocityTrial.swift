import Rotations

/// The trial of a measured velocity: the same filter predicts what was measured, what the sensor felt, and what an error of the lever
/// arm or the lag would add, by their past; what is new in each of them is compared (TheDefaultFilter.md, equation 57).
///
/// The filter knows nothing of the estimate that the velocity may already have corrected, so that a wrong velocity cannot hide itself.
@frozen @usableFromInline
struct VelocityTrial<Scalar: RealLanes>: VisitableState, Sendable {
  /// Whether the filter has a reading to predict the next one by.
  @usableFromInline var hasStart = Scalar.Mask(repeating: false)
  /// The velocity over ground in ENU; the felt velocity less that now, and its effects, in level axes, m/s.
  @usableFromInline var measured = PredictedSignal<Scalar>()
  @usableFromInline var felt = PredictedSignal<Scalar>()
  @usableFromInline var effects = InlineArray<4, PredictedSignal<Scalar>>(repeating: PredictedSignal())
  /// The covariance of value, rate and growth of the felt velocity less the measured one; the time since the last reading, s, and
  /// the noise that the three gained in it.
  @usableFromInline var covariance = SymmetricMatrix<3, Scalar>()
  @usableFromInline var age: Scalar = 0.0
  @usableFromInline var noise: Vector3<Scalar> = .zero

  @usableFromInline var evidence = VelocityEvidence<Scalar>()
  @usableFromInline var verdict = VelocityVerdict<Scalar>()

  @export(implementation)
  init() {}

  /// Follows a step: the change of velocity that was felt in it, m/s, and the noise that it adds.
  @export(implementation)
  mutating func move(by change: Vector2<Scalar>, noise added: Vector3<Scalar>, duration: Scalar) {
    felt.value = felt.value - change
    noise += added
    age += duration
  }

  /// Follows a correction of the attitude, rad, and of the turning rate in level axes, rad/s: what is felt changes with them.
  @export(implementation)
  mutating func turn(by tilt: Vector3<Scalar>, rate: Vector3<Scalar>) {
    felt.rate += Scalar.nominalGravity * Vector2(x: tilt.y, y: -tilt.x)
    felt.growth += Scalar.nominalGravity * Vector2(x: rate.y, y: -rate.x)
  }

  /// Begins with a reading; `variance` is that of value, rate and growth.
  @export(implementation)
  mutating func start(_ reading: VelocityReading<Scalar>, variance: Vector3<Scalar>) {
    hasStart = Scalar.Mask(repeating: true)
    measured = PredictedSignal(startingAt: reading.measured)
    felt = PredictedSignal(startingAt: reading.felt)
    for index in 0..<4 { effects[index] = PredictedSignal(startingAt: reading.effects[index]) }
    covariance = SymmetricMatrix()
    for index in 0..<3 { covariance[index, index] = variance[index] }
    (age, noise) = (0.0, .zero)
  }

  /// Compares a reading with its prediction; `variance` is that of the velocity over ground, `heading` turns level axes to ENU, nil
  /// while it is unknown.
  @export(implementation)
  mutating func observe(_ reading: VelocityReading<Scalar>, variance: Scalar, heading: Rotation<Scalar>?) {
    let time = age
    let predicted = predictedCovariance(after: time)
    let total = predicted[0, 0] + variance
    let new = reading.measured - measured.prediction(after: time)
    // What no carrier does is no reading.
    guard
      (new.squaredLength .< Self.squaredGate * total + (Self.largestAcceleration * time).squared).isTrueInAnyLane
    else { return }
    (age, noise, covariance) = (0.0, .zero, predicted)
    let column = predicted.column(0)
    let gain = Vector3(x: column[0], y: column[1], z: column[2]) * (1.0 / total)
    covariance.subtractSquare(of: column, times: 1.0 / total, inRows: 0..<3, columns: 0..<3)
    let innovation = VelocityInnovation(
      measured: measured.follow(reading.measured, after: time, gain: gain),
      felt: felt.follow(reading.felt, after: time, gain: gain),
      effects: InlineArray { effects[$0].follow(reading.effects[$0], after: time, gain: gain) },
      heading: heading ?? .identity)
    if heading != nil {
      verdict.follow(
        squaredResidual: innovation.squaredResidual(verdict.errors, of: 0) / (2.0 * total), duration: time)
    }
    evidence.add(
      innovation, leastResidual: innovation.leastResidual(verdict.errors), variance: total, duration: time)
  }

  /// The squared innovation, in variances, and the acceleration, m/s², beyond which a velocity is not that of any carrier.
  @export(implementation) static var squaredGate: Scalar { 100.0 }
  @export(implementation) static var largestAcceleration: Scalar { 30.0 }

  /// The covariance a time after the last reading, s.
  @export(implementation)
  func predictedCovariance(after time: Scalar) -> SymmetricMatrix<3, Scalar> {
    let half = 0.5 * time.squared
    let (x, y, z) = (covariance.column(0), covariance.column(1), covariance.column(2))
    let value = Vector3(
      x: x[0] + time * x[1] + half * x[2], y: x[1] + time * y[1] + half * y[2], z: x[2] + time * y[2] + half * z[2])
    let rate = (y[1] + time * y[2], y[2] + time * z[2])
    var predicted = covariance
    predicted[0, 0] = value.x + time * value.y + half * value.z + noise.x + (1.0 / 3.0) * time.squared * noise.y
    predicted[0, 1] = value.y + time * value.z + 0.5 * time * noise.y
    predicted[0, 2] = value.z
    predicted[1, 1] = rate.0 + time * rate.1 + noise.y
    predicted[1, 2] = rate.1
    predicted[2, 2] += noise.z
    return predicted
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&hasStart, with: other.hasStart)
    visitor.visit(&measured, with: other.measured)
    visitor.visit(&felt, with: other.felt)
    for index in 0..<4 { visitor.visit(&effects[index], with: other.effects[index]) }
    visitor.visit(&covariance, with: other.covariance)
    visitor.visit(&age, with: other.age, .nonnegative)
    visitor.visit(&noise, with: other.noise)
    visitor.visit(&evidence, with: other.evidence)
    visitor.visit(&verdict, with: other.verdict)
  }
}

/// A velocity over ground with what the sensor felt until then.
@frozen @usableFromInline
struct VelocityReading<Scalar: RealLanes>: Sendable {
  /// In ENU, m/s.
  @usableFromInline var measured: Vector2<Scalar>
  /// In level axes, less the velocity now, m/s.
  @usableFromInline var felt: Vector2<Scalar>
  /// What a metre of lever arm along each body axis, and a second of lag, add to the felt velocity, m/s.
  @usableFromInline var effects: InlineArray<4, Vector2<Scalar>>

  @export(implementation)
  init(measured: Vector2<Scalar>, felt: Vector2<Scalar>, effects: InlineArray<4, Vector2<Scalar>>) {
    self.measured = measured
    self.felt = felt
    self.effects = effects
  }
}

/// A signal as it is predicted by its past: value, rate and growth of the rate.
@frozen @usableFromInline
struct PredictedSignal<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var value: Vector2<Scalar> = .zero
  @usableFromInline var rate: Vector2<Scalar> = .zero
  @usableFromInline var growth: Vector2<Scalar> = .zero

  @export(implementation)
  init() {}

  /// A signal that is constant so far.
  @export(implementation)
  init(startingAt value: Vector2<Scalar>) { self.value = value }

  /// The value after a time, s.
  @export(implementation)
  func prediction(after time: Scalar) -> Vector2<Scalar> { value + time * (rate + (0.5 * time) * growth) }

  /// Predicts, and corrects by the reading. Returns what the reading differed by.
  @export(implementation)
  mutating func follow(
    _ reading: Vector2<Scalar>, after time: Scalar, gain: Vector3<Scalar>
  ) -> Vector2<Scalar> {
    let predicted = prediction(after: time)
    let innovation = reading - predicted
    value = predicted + gain.x * innovation
    rate += time * growth + gain.y * innovation
    growth += gain.z * innovation
    return innovation
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&value, with: other.value)
    visitor.visit(&rate, with: other.rate)
    visitor.visit(&growth, with: other.growth)
  }
}
