import Rotations

/// The doubt about the tilt of a start whose mean specific force was not gravity alone: a variance that is reported and does not act on
/// the estimate (TheDefaultFilter.md, equation 51).
///
/// A horizontal acceleration makes the mean force longer than gravity by half the square of the tilt that it feigns. The doubt follows
/// what the force shows since, and what no carrier does for long.
@frozen @usableFromInline
struct StartDoubt<Scalar: RealLanes>: VisitableState, Sendable {
  /// The variance of tilt about each level axis, rad² (X).
  @usableFromInline var variance = Self.largest
  /// The time since the alignment, s.
  @usableFromInline var time: Scalar = 0.0

  @export(implementation)
  init() {}

  /// The variance of an unknown tilt, rad², and that of an alignment that is not complete, rad²: (2 degrees)² (equations 51 and 53).
  @export(implementation) static var largest: Scalar { 2.0 }
  @export(implementation) static var ofAlignment: Scalar { Scalar.degrees(2.0).squared }
  /// The share of gravity by which the accelerometer may be wrong.
  @export(implementation) static var toleratedShare: Scalar { 0.005 }
  /// The largest change of velocity since the start, in units of gravity, s: 20 m/s.
  @export(implementation) static var squaredLargestVelocity: Scalar { (20.0 / Scalar.nominalGravity).squared }

  /// The time in which rest takes the doubt, s.
  @export(implementation) static var restTime: Scalar { 10.0 }

  /// The variance of the tilt where the mean force is longer than gravity by a share of it (X(e)).
  @export(implementation) @inline(__always)
  static func variance(excess: Scalar) -> Scalar {
    let longer = Scalar.minimum(largest, 2.0 * Scalar.maximum(0.0, excess - toleratedShare))
    return longer.replacing(with: 2.0 * excess.squared, where: excess .< 0.0)
  }

  /// Begins with an alignment whose force is longer than gravity by `excess`.
  @export(implementation) @inline(__always)
  mutating func begin(excess: Scalar, where mask: Scalar.Mask) {
    variance.replace(with: Self.variance(excess: excess), where: mask)
  }

  /// Follows the mean force over a step. At rest the doubt fades, for nothing accelerates so evenly for long.
  @export(implementation) @inline(__always)
  mutating func follow(excess: Scalar, isAtRest: Scalar.Mask, duration: Scalar) {
    time = Scalar.minimum(time + duration, 1e6)
    let gain = duration / (1.0 + duration)
    let shown = variance - gain * Scalar.maximum(0.0, variance - Self.variance(excess: excess))
    let faded = shown.replacing(with: shown * (Self.restTime / (Self.restTime + duration)), where: isAtRest)
    variance = Scalar.minimum(faded, Self.squaredLargestVelocity / time.squared)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&variance, with: other.variance, .nonnegative)
    visitor.visit(&time, with: other.time, .nonnegative)
  }
}
