import Rotations

/// Whether a standstill counts as rest, in which the gyroscope shows its bias (TheDefaultFilter.md, equations 39 and 40).
///
/// A turn about up at a constant rate looks like a bias where no field shows it. Such a rate counts as bias as far as the estimate of
/// the bias may be wrong; one against it only if it means a smaller bias, for no turntable stands still.
@frozen @usableFromInline
struct RestGate<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var isAtRest = Scalar.Mask(repeating: false)
  /// The time at rest so far, s (t_r).
  @usableFromInline var restedTime: Scalar = 0.0
  /// The time for which the rate about up was too large for a bias, s (t_x).
  @usableFromInline var closedTime: Scalar = 0.0

  @export(implementation)
  init() {}

  /// The gate in variances: 3². The deviation that is added, rad/s.
  @export(implementation) static var squaredSigmas: Scalar { 9.0 }
  @export(implementation) static var addedDeviation: Scalar { .degrees(0.05) }
  /// The rest before which any bias is accepted, s, and the time after which a smaller bias is believed, s.
  @export(implementation) static var firstRest: Scalar { 2.0 }
  @export(implementation) static var patience: Scalar { 2.0 }

  /// Judges one step. `rate` and `bias` are those about up, `biasVariance` that of the bias about up. Returns the variance of the bias
  /// about up that a rest against the gate adds, (rad/s)².
  @export(implementation) @inline(__always)
  mutating func judge(
    isStanding: Scalar.Mask, rate: Scalar, bias: Scalar, biasVariance: Scalar, duration: Scalar
  ) -> Scalar {
    let squaredDifference = (rate - bias).squared
    let isWithin = squaredDifference .< Self.squaredSigmas * (biasVariance + Self.addedDeviation.squared)
    let isOpen = isWithin .| (restedTime .<= Self.firstRest)  // (39)
    closedTime = Scalar.zero.replacing(with: closedTime + duration, where: isStanding .& .!isOpen)
    let isBelieved = (closedTime .> Self.patience) .& (rate.absoluteValue .< bias.absoluteValue)  // (40)
    isAtRest = isStanding .& (isOpen .| isBelieved)
    restedTime += Scalar.zero.replacing(with: duration, where: isAtRest .& (restedTime .<= Self.firstRest))
    return Scalar.zero.replacing(with: squaredDifference, where: isBelieved)
  }

  /// Judges a step in which nothing stands.
  @export(implementation) @inline(__always)
  mutating func leave() {
    isAtRest = Scalar.Mask(repeating: false)
    closedTime = 0.0
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&isAtRest, with: other.isAtRest)
    visitor.visit(&restedTime, with: other.restedTime, .nonnegative)
    visitor.visit(&closedTime, with: other.closedTime, .nonnegative)
  }
}
