import Rotations

/// The doubt about a heading that the magnetic field contradicts, as of a magnetometer that was turned or began beside a magnet
/// (TheDefaultFilter.md, equation 48).
///
/// A filter follows the field, also a wrong one. So the field is compared with the heading by the gyroscope alone, which is the estimate
/// less the turns that the field has asked for. Where they differ by more than is explained, either may be wrong: the heading is off by
/// those turns if the gyroscope is right, and by the rest of the difference if the field is. The larger one, squared, is the variance
/// that is reported beside the covariance. A field that contradicts the heading shows no bias of the gyroscope.
@frozen @usableFromInline
struct HeadingDoubt<Scalar: RealLanes>: VisitableState, Sendable {
  /// The variance of the heading that the field shows, rad² (V_d).
  @usableFromInline var variance: Scalar = 0.0
  /// The heading by the field less that by the gyroscope alone, averaged, rad (ζ).
  @usableFromInline var difference: Scalar = 0.0
  /// What the field has turned the heading by, rad (ξ).
  @usableFromInline var followed: Scalar = 0.0
  /// The variance of a difference that is explained, rad² (V_e).
  @usableFromInline var explained: Scalar = 0.0

  @export(implementation)
  init() {}

  /// The averaging time of the difference, s: a body tilts this way and that in more.
  @export(implementation) static var averagingTime: Scalar { 1.0 }
  /// The time in which the variance fades once the field agrees, s.
  @export(implementation) static var fadingTime: Scalar { 3.0 }
  /// The time in which what was explained and what was followed are forgotten, s; while there is a doubt the second one takes as long as
  /// a gyroscope keeps a heading.
  @export(implementation) static var memory: Scalar { 10.0 }
  @export(implementation) static var memoryInDoubt: Scalar { 600.0 }
  /// The squared standard deviations that are explained: 3².
  @export(implementation) static var squaredDeviations: Scalar { 9.0 }
  /// The square of a difference that is always explained, rad²: (10 degrees)², of iron indoors.
  @export(implementation) static var leastSquare: Scalar { Scalar.degrees(10.0).squared }
  /// A single difference has this many times the square of an averaged one before it shows no bias.
  @export(implementation) static var squareOfOne: Scalar { 2.0 }

  /// The lanes in which the heading is in doubt.
  @export(implementation) @inline(__always)
  var isInDoubt: Scalar.Mask { variance .> Self.leastSquare }

  /// Compares a field with the heading. `azimuth` is its heading less the estimate, rad, `known` the variance of that by what is known of
  /// heading and tilt, and `noise` the one by the noise of this field, rad².
  ///
  /// - Returns: The lanes in which the field shows the gyroscope's bias.
  @export(implementation) @inline(__always)
  mutating func compare(
    _ azimuth: Scalar, known: Scalar, noise: Scalar = 0.0, interval: Scalar,
    where mask: Scalar.Mask = Scalar.Mask(repeating: true)
  ) -> Scalar.Mask {
    var showsBias = mask
    modify(where: mask) { showsBias = $0.compared(azimuth, known, noise, interval) }
    return showsBias .& mask
  }

  @export(implementation) @inline(__always)
  mutating func compared(
    _ azimuth: Scalar, _ known: Scalar, _ noise: Scalar, _ interval: Scalar
  ) -> Scalar.Mask {
    let single = (followed + azimuth).wrappedToHalfTurn()
    let gain = interval / (Self.averagingTime + interval)
    difference = (difference + (single - difference).wrappedToHalfTurn() * gain).wrappedToHalfTurn()
    let forgotten = interval / (Self.memory + interval)
    // The variance of an average of gain k is k / 2 times that of a reading.
    let known = Scalar.minimum(known + noise * (0.5 * gain), Scalar.pi.squared)
    explained = Scalar.maximum(known, explained - explained * forgotten)

    let isInDoubt = self.isInDoubt
    let limit = Self.leastSquare + (Self.squaredDeviations * explained).replacing(with: 0.0, where: isInDoubt)
    let contradicts = difference.squared .> limit
    let isDoubted = contradicts .| isInDoubt
    variance -= variance * (interval / (Self.fadingTime + interval))
    if isDoubted.isTrueInAnyLaneUnlikely {
      let rest = (difference - followed).wrappedToHalfTurn()
      let shown = Scalar.maximum(variance, Scalar.maximum(followed.squared, rest.squared))
      variance.replace(with: shown, where: isDoubted)
    }
    followed -= followed * forgotten.replacing(with: interval / (Self.memoryInDoubt + interval), where: isInDoubt)
    let one = Scalar.maximum(single.squared, azimuth.squared)
    return .!(contradicts .| (one .> Self.squareOfOne * limit + Self.squaredDeviations * noise))
  }

  /// Adds a turn of the heading by the field, rad.
  @export(implementation) @inline(__always)
  mutating func follow(_ turn: Scalar) { followed = (followed + turn).wrappedToHalfTurn() }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&variance, with: other.variance, .nonnegative)
    visitor.visit(&difference, with: other.difference)
    visitor.visit(&followed, with: other.followed)
    visitor.visit(&explained, with: other.explained, .nonnegative)
  }
}
