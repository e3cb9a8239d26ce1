import Rotations

/// The search for the heading without a magnetometer: changes of the velocity over ground are compared with those that the
/// accelerometer felt in the level frame (TheDefaultFilter.md, equation 60).
@frozen @usableFromInline
struct CourseSearch<Scalar: RealLanes>: VisitableState, Sendable {
  /// A heading that was found, and its variance.
  @frozen @usableFromInline
  struct Finding: Sendable {
    @usableFromInline var heading: Scalar
    @usableFromInline var variance: Scalar

    @export(implementation)
    init(heading: Scalar, variance: Scalar) {
      self.heading = heading
      self.variance = variance
    }
  }

  /// Whether the heading was found.
  @usableFromInline var isFound = Scalar.Mask(repeating: false)
  /// The number of pairs and the mean changes, felt and measured, m/s; each pair counts 0.9 of the next.
  @usableFromInline var pairCount: Scalar = 0.0
  @usableFromInline var feltMean: Vector2<Scalar> = .zero
  @usableFromInline var measuredMean: Vector2<Scalar> = .zero
  /// Sums of what differs from the mean, with the same weights: cross product and dot product of the changes, their squares,
  /// felt and measured, (m/s)².
  @usableFromInline var crossSum: Scalar = 0.0
  @usableFromInline var dotSum: Scalar = 0.0
  @usableFromInline var feltSum: Scalar = 0.0
  @usableFromInline var measuredSum: Scalar = 0.0

  /// The share of a sum that the next pair keeps.
  @export(implementation) static var memory: Scalar { 0.9 }
  /// The felt changes of velocity that determine a heading, in variances of the measurement, the least coherence, and the least
  /// number of pairs.
  @export(implementation) static var leastChange: Scalar { 200.0 }
  @export(implementation) static var leastCoherence: Scalar { 0.9 }
  @export(implementation) static var leastCount: Scalar { 2.5 }
  /// The standard deviation of a heading that was found, rad, and the growth of its variance with the measurement's.
  @export(implementation) static var deviation: Scalar { .degrees(15.0) }
  @export(implementation) static var varianceFactor: Scalar { 20.0 }

  @export(implementation)
  init() {}

  /// Takes a change, measured with a velocity of this variance. Returns the heading once it is certain.
  @export(implementation)
  mutating func observe(_ change: VelocityChange<Scalar>, variance: Scalar) -> Finding? {
    let (felt, measured) = (change.felt, change.measured)
    pairCount = Self.memory * pairCount + 1.0
    feltMean += (1.0 / pairCount) * (felt - feltMean)
    measuredMean += (1.0 / pairCount) * (measured - measuredMean)
    // A wrong tilt adds the same to all that is felt: only what differs from the mean counts.
    let share = Scalar.maximum(0.0, 1.0 - 1.0 / pairCount)
    let (felts, measureds) = (felt - feltMean, measured - measuredMean)
    crossSum = Self.memory * crossSum + share * felts.quarterTurn.dot(measureds)
    dotSum = Self.memory * dotSum + share * felts.dot(measureds)
    feltSum = Self.memory * feltSum + share * felts.squaredLength
    measuredSum = Self.memory * measuredSum + share * measureds.squaredLength
    let isCoherent =
      crossSum.squared + dotSum.squared .> Self.leastCoherence.squared * feltSum * measuredSum
    guard
      (isCoherent .& (feltSum .> Self.leastChange * variance) .& (pairCount .> Self.leastCount)).isTrueInAnyLane
    else { return nil }
    isFound = Scalar.Mask(repeating: true)
    return Finding(
      heading: Scalar.arcTangent(y: crossSum, x: dotSum),
      variance: Self.deviation.squared + Self.varianceFactor * variance / feltSum)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&isFound, with: other.isFound)
    visitor.visit(&crossSum, with: other.crossSum)
    visitor.visit(&dotSum, with: other.dotSum)
    visitor.visit(&feltSum, with: other.feltSum, .nonnegative)
    visitor.visit(&measuredSum, with: other.measuredSum, .nonnegative)
    visitor.visit(&pairCount, with: other.pairCount, .nonnegative)
    visitor.visit(&feltMean, with: other.feltMean)
    visitor.visit(&measuredMean, with: other.measuredMean)
  }
}
