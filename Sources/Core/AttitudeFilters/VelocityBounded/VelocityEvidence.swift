import Rotations

/// What a velocity over ground may be instead of (east, north): a turn by quarters, a mirror image.
@frozen @usableFromInline
struct VelocityHypothesis: Sendable {
  /// The number of quarter turns, counter-clockwise, after the mirroring.
  @usableFromInline var quarter: Int
  /// Whether the north component has the other sign.
  @usableFromInline var isMirrored: Bool
  /// The number of hypotheses; the first is as given.
  @export(implementation) static var count: Int { 8 }

  @export(implementation)
  init(_ number: Int) {
    quarter = number & 3
    isMirrored = number >= 4
  }

  /// The velocity in ENU, m/s, if this is what was given.
  @export(implementation)
  func image<Scalar: RealLanes>(of velocity: Vector2<Scalar>) -> Vector2<Scalar> {
    var image = Vector2(x: velocity.x, y: isMirrored ? -velocity.y : velocity.y)
    for _ in 0..<quarter { image = image.quarterTurn }
    return image
  }

  /// The sum of dot products with images of velocities, by the sums of dot and cross products with the velocities and with their
  /// mirror images.
  @export(implementation)
  func dot<Scalar: RealLanes>(_ plain: Vector2<Scalar>, mirrored: Vector2<Scalar>) -> Scalar {
    let sums = isMirrored ? mirrored : plain
    return quarter == 0 ? sums.x : quarter == 1 ? -sums.y : quarter == 2 ? -sums.x : sums.y
  }
}

/// What is new in a reading: in the velocity over ground, in the felt one, and in what each error of the set-up adds; ENU, m/s.
@frozen @usableFromInline
struct VelocityInnovation<Scalar: RealLanes>: Sendable {
  @usableFromInline var measured: Vector2<Scalar>
  @usableFromInline var felt: Vector2<Scalar>
  /// By a metre of lever arm along each body axis, a second of lag, a radian of heading.
  @usableFromInline var effects: InlineArray<5, Vector2<Scalar>>

  /// From innovations in level axes but for the measured one.
  @export(implementation)
  init(
    measured: Vector2<Scalar>, felt: Vector2<Scalar>, effects: InlineArray<4, Vector2<Scalar>>,
    heading: Rotation<Scalar>
  ) {
    func enu(_ level: Vector2<Scalar>) -> Vector2<Scalar> {
      Vector2(levelPartOf: heading.rotate(Vector3(level: level)))
    }
    self.measured = measured
    self.felt = enu(felt)
    let turned = enu(felt).quarterTurn
    self.effects = InlineArray { $0 < 4 ? enu(effects[$0]) : turned }
  }

  /// What the felt velocity should be with errors of the set-up.
  @export(implementation)
  func explained(_ errors: InlineArray<5, Scalar>) -> Vector2<Scalar> {
    var sum = felt
    for index in 0..<5 { sum += errors[index] * effects[index] }
    return sum
  }

  /// The square of what a hypothesis and errors of the set-up do not explain.
  @export(implementation)
  func squaredResidual(_ errors: InlineArray<5, Scalar>, of hypothesis: Int) -> Scalar {
    (VelocityHypothesis(hypothesis).image(of: measured) - explained(errors)).squaredLength
  }

  /// The least of these squares.
  @export(implementation)
  func leastResidual(_ errors: InlineArray<5, Scalar>) -> Scalar {
    var least = squaredResidual(errors, of: 0)
    for number in 1..<VelocityHypothesis.count {
      least = Scalar.minimum(least, squaredResidual(errors, of: number))
    }
    return least
  }
}

/// Sums over the innovations, in units of their variance, by which every hypothesis is judged.
@frozen @usableFromInline
struct VelocityEvidence<Scalar: RealLanes>: VisitableState, Sendable {
  /// The number of innovations (n).
  @usableFromInline var count: Scalar = 0.0
  /// Squares of the measured and the felt innovations.
  @usableFromInline var measuredSquare: Scalar = 0.0
  @usableFromInline var feltSquare: Scalar = 0.0
  /// Dot and cross products of felt and measured innovations, and of felt ones and mirror images of measured ones.
  @usableFromInline var plain: Vector2<Scalar> = .zero
  @usableFromInline var mirrored: Vector2<Scalar> = .zero
  /// Products of the effects with each other, with the felt innovations, and as `plain` and `mirrored` with the measured ones.
  @usableFromInline var information = SymmetricMatrix<5, Scalar>()
  @usableFromInline var feltMoment = InlineArray<5, Scalar>(repeating: 0.0)
  @usableFromInline var plainMoment = InlineArray<5, Vector2<Scalar>>(repeating: .zero)
  @usableFromInline var mirroredMoment = InlineArray<5, Vector2<Scalar>>(repeating: .zero)

  /// The squared residual, in variances, that no hypothesis explains and that counts in full.
  @export(implementation) static var largestSquare: Scalar { 9.0 }
  /// The memory: the time, s, and the sum of squares after which evidence counts less.
  @export(implementation) static var memory: Scalar { 600.0 }
  @export(implementation) static var largestSum: Scalar { 20000.0 }

  @export(implementation)
  init() {}

  /// Adds an innovation of this variance after a time, s; `leastResidual` is the least square that a hypothesis leaves of it.
  @export(implementation)
  mutating func add(
    _ new: VelocityInnovation<Scalar>, leastResidual: Scalar, variance: Scalar, duration: Scalar
  ) {
    let largest = 2.0 * Self.largestSquare * variance
    let weight = largest / (variance * Scalar.maximum(largest, leastResidual))
    let squares = (measured: weight * new.measured.squaredLength, felt: weight * new.felt.squaredLength)
    // The set-up stays: what is known of it gives way to newer evidence, and hardly to time.
    let forgotten = Scalar.minimum(0.5, duration / Self.memory + (squares.measured + squares.felt) / Self.largestSum)
    scale(by: 1.0 - forgotten)
    count += 1.0
    measuredSquare += squares.measured
    feltSquare += squares.felt
    let mirror = Vector2(x: new.measured.x, y: -new.measured.y)
    plain += weight * new.felt.dotAndCross(new.measured)
    mirrored += weight * new.felt.dotAndCross(mirror)
    for row in 0..<5 {
      let effect = new.effects[row]
      for column in row..<5 { information[row, column] += weight * effect.dot(new.effects[column]) }
      feltMoment[row] += weight * effect.dot(new.felt)
      plainMoment[row] += weight * effect.dotAndCross(new.measured)
      mirroredMoment[row] += weight * effect.dotAndCross(mirror)
    }
  }

  @export(implementation)
  mutating func scale(by factor: Scalar) {
    count *= factor
    measuredSquare *= factor
    feltSquare *= factor
    plain = factor * plain
    mirrored = factor * mirrored
    for row in 0..<5 {
      for column in row..<5 { information[row, column] *= factor }
      feltMoment[row] *= factor
      plainMoment[row] = factor * plainMoment[row]
      mirroredMoment[row] = factor * mirroredMoment[row]
    }
  }

  /// Turns what was felt in level axes by a heading that was found.
  @export(implementation)
  mutating func turn(by heading: Scalar) {
    let (sine, cosine) = Scalar.sineAndCosine(heading)
    func turned(_ sums: Vector2<Scalar>) -> Vector2<Scalar> {
      Vector2(x: cosine * sums.x + sine * sums.y, y: cosine * sums.y - sine * sums.x)
    }
    plain = turned(plain)
    mirrored = turned(mirrored)
    for row in 0..<5 {
      plainMoment[row] = turned(plainMoment[row])
      mirroredMoment[row] = turned(mirroredMoment[row])
    }
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&count, with: other.count, .nonnegative)
    visitor.visit(&measuredSquare, with: other.measuredSquare, .nonnegative)
    visitor.visit(&feltSquare, with: other.feltSquare, .nonnegative)
    visitor.visit(&plain, with: other.plain)
    visitor.visit(&mirrored, with: other.mirrored)
    visitor.visit(&information, with: other.information)
    for row in 0..<5 {
      visitor.visit(&feltMoment[row], with: other.feltMoment[row])
      visitor.visit(&plainMoment[row], with: other.plainMoment[row])
      visitor.visit(&mirroredMoment[row], with: other.mirroredMoment[row])
    }
  }
}

extension Vector2 {
  /// The dot product and the cross product.
  @export(implementation) @inline(__always)
  func dotAndCross(_ other: Self) -> Self { Self(x: dot(other), y: quarterTurn.dot(other)) }
}
