import Rotations

/// How far the heading may have drifted since the start, while neither a field nor a course has shown it (TheDefaultFilter.md, equation
/// 53).
///
/// The estimate is not turned back when bias and scale are learned, so what they have done stays in the heading and adds up.
@frozen @usableFromInline
struct HeadingDrift<Scalar: RealLanes>: VisitableState, Sendable {
  /// The variance by noise, gaps and silent sensors, rad².
  @usableFromInline var ofNoise: Scalar = 0.0
  /// The standard deviation by the gyroscope's bias, and by its scale, which turns to and fro take back, rad.
  @usableFromInline var ofBias: Scalar = 0.0
  @usableFromInline var ofScale: Scalar = 0.0

  @export(implementation)
  init() {}

  /// The variance of the heading since the start, rad².
  @export(implementation) @inline(__always)
  var variance: Scalar { ofNoise + ofBias.squared + ofScale.squared }

  /// Follows a step: the standard deviations of the bias about up, rad/s, and of the scale, and the turn about up, rad.
  @export(implementation) @inline(__always)
  mutating func follow(
    biasDeviation: Scalar, scaleDeviation: Scalar, turn: Scalar, duration: Scalar, where mask: Scalar.Mask
  ) {
    ofBias += Scalar.zero.replacing(with: biasDeviation * duration, where: mask)
    ofScale += Scalar.zero.replacing(with: scaleDeviation * turn, where: mask)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&ofNoise, with: other.ofNoise, .nonnegative)
    visitor.visit(&ofBias, with: other.ofBias, .nonnegative)
    visitor.visit(&ofScale, with: other.ofScale)
  }
}
