import Rotations

/// The last reading of one sensor that was used, and what the differences of successive ones show.
@frozen @usableFromInline
struct SuccessiveReadings<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var last: Vector3<Scalar> = .zero
  /// The noise of a reading: half the mean squared difference of successive ones, which shows it whatever the body does (N; J. von
  /// Neumann, "Distribution of the ratio of the mean square successive difference to the variance", 1941).
  @usableFromInline var noise: Scalar = 0.0
  /// The turn of the body, rad, or the time, s, since the reading changed.
  @usableFromInline var held: Scalar = 0.0
  @usableFromInline var isKnown = Scalar.Mask(repeating: false)

  @export(implementation)
  init() {}

  /// The squared change from the last reading to one in the lanes of `mask`; of a first one zero.
  @export(implementation) @inline(__always)
  mutating func squaredChange(to reading: Vector3<Scalar>, where mask: Scalar.Mask) -> Scalar {
    if (mask .& .!isKnown).isTrueInAnyLaneUnlikely {
      last.replace(with: reading, where: mask .& .!isKnown)
    }
    return (reading - last).squaredLength
  }

  /// The next reading is a first one.
  @export(implementation)
  mutating func forget(where mask: Scalar.Mask) {
    isKnown = isKnown .& .!mask
    held.replace(with: 0.0, where: mask)
  }

  /// Makes a reading the one before the next, as the first of a stream that has no interval.
  @export(implementation) @inline(__always)
  mutating func begin(with reading: Vector3<Scalar>, where mask: Scalar.Mask) {
    last.replace(with: reading, where: mask)
    isKnown = isKnown .| mask
  }

  /// The lanes in which the reading did not change.
  @export(implementation) @inline(__always)
  mutating func noteHeld(_ squaredChange: Scalar, where mask: Scalar.Mask) -> Scalar.Mask {
    let isHeld = mask .& isKnown .& (squaredChange .== 0.0)
    held.replace(with: 0.0, where: mask .& .!isHeld)
    return isHeld
  }

  /// Takes a reading in the lanes of `mask` (equation 6).
  @export(implementation) @inline(__always)
  mutating func take(_ reading: Vector3<Scalar>, _ squaredChange: Scalar, gain: Scalar, where mask: Scalar.Mask) {
    noise.replace(with: noise + gain * (0.5 * squaredChange - noise), where: mask)
    last.replace(with: reading, where: mask)
    isKnown = isKnown .| mask
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&last, with: other.last)
    visitor.visit(&noise, with: other.noise, .nonnegative)
    visitor.visit(&held, with: other.held, .nonnegative)
    visitor.visit(&isKnown, with: other.isKnown)
  }
}

/// Detects a clipped sensor whose range is not known: a reading that repeats to the last bit near the largest
/// reading so far (equation 3).
@frozen @usableFromInline
struct ClippingDetector<Scalar: RealLanes>: VisitableState, Sendable {
  /// The largest reading so far of those that can be clipped; zero before one.
  @usableFromInline var largest: Scalar = 0.0
  @usableFromInline var isClipped = Scalar.Mask(repeating: false)

  /// The share of the largest reading from which a repeated one is clipped.
  @export(implementation) static var shareOfLargest: Scalar { 0.95 }

  @export(implementation)
  init() {}

  /// Processes a reading, of the squared length `square`; those below `least` are never clipped.
  @export(implementation) @inline(__always)
  mutating func update(
    _ reading: Vector3<Scalar>, square: Scalar, previous: Vector3<Scalar>, least: Scalar, isPresent: Scalar.Mask
  ) {
    var isStuck = Scalar.Mask(repeating: false)
    // A length is no less than its largest component, and known.
    if (square .>= least.squared).isTrueInAnyLaneUnlikely {
      let magnitude = reading.largestMagnitude
      largest.replace(with: Scalar.maximum(largest, magnitude), where: isPresent .& (magnitude .>= least))
      let top = Scalar.maximum(Self.shareOfLargest * largest, least)
      isStuck =
        Self.isStuck(reading.x, previous.x, top) .| Self.isStuck(reading.y, previous.y, top)
        .| Self.isStuck(reading.z, previous.z, top)
    }
    isClipped = isStuck .& isPresent
  }

  @export(implementation) @inline(__always)
  static func isStuck(_ value: Scalar, _ previous: Scalar, _ top: Scalar) -> Scalar.Mask {
    (value .== previous) .& (value.absoluteValue .>= top)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&largest, with: other.largest, .nonnegative)
    visitor.visit(&isClipped, with: other.isClipped)
  }
}
