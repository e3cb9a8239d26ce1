import Rotations

/// The doubt about a heading that the magnetic field contradicts, as of a magnetometer that was turned: a variance that is reported
/// and does not act on the estimate.
///
/// The field, averaged over a second, points away from north by an angle that neither its noise nor what is known of heading and tilt
/// explains. The doubt is the square of that angle, and fades in ten seconds once the field agrees.
@frozen @usableFromInline
struct HeadingDoubt<Scalar: RealLanes>: VisitableState, Sendable {
  /// The variance of the heading that the field shows, rad².
  @usableFromInline var variance: Scalar = 0.0
  /// The horizontal field in ENU, averaged over a second, µT.
  @usableFromInline var averageField: Vector2<Scalar> = .zero

  @inlinable
  init() {}

  /// The averaging time of the field, and the time in which the doubt fades, s: a body tilts this way and that in less.
  @inlinable static var averagingTime: Scalar { 1.0 }
  @inlinable static var fadingTime: Scalar { 10.0 }
  /// The squared standard deviations of the averaged angle that are explained: 3².
  @inlinable static var squaredDeviations: Scalar { 9.0 }
  /// The square of an angle that is always explained, rad²: (10 degrees)², of iron indoors.
  @inlinable static var leastSquaredAngle: Scalar { Scalar.degrees(10.0).squared }

  /// Follows the field, level in ENU by the estimate. `known` is the variance of its azimuth by heading and tilt, `density` that by the
  /// noise of a second.
  @inlinable @inline(__always)
  mutating func follow(_ field: Vector3<Scalar>, known: Scalar, density: Scalar, interval: Scalar) {
    let gain = interval / (Self.averagingTime + interval)
    averageField.x += (field.x - averageField.x) * gain
    averageField.y += (field.y - averageField.y) * gain
    variance -= variance * (interval / (Self.fadingTime + interval))
    // The variance of an average of gain k is k / 2 times that of a reading.
    let explained =
      Self.squaredDeviations * (known + density * (0.5 / Self.averagingTime)) + Self.leastSquaredAngle
    let pointsAway =
      (averageField.x.squared .> explained * averageField.y.squared) .| (averageField.y .< 0.0)
    let isDoubted = pointsAway .& (explained .< (Scalar.pi * 0.5).squared)
    guard isDoubted.isTrueInAnyLaneUnlikely else { return }
    let angle = Scalar.arcTangent(y: averageField.x, x: averageField.y)
    variance.replace(with: Scalar.maximum(variance, angle.squared), where: isDoubted)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&variance, with: other.variance, .nonnegative)
    visitor.visit(&averageField, with: other.averageField)
  }
}
