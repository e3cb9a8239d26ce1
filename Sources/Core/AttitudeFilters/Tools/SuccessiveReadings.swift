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
  /// What each axis should have changed by since it did, as a share of the reading, or the time since then, s.
  @usableFromInline var heldAxes: Vector3<Scalar> = .zero
  /// Whether an axis of the last reading did not change, and whether that is so since the first one.
  @usableFromInline var isHolding = Scalar.Mask(repeating: true)
  @usableFromInline var holdsSinceStart = Scalar.Mask(repeating: true)
  @usableFromInline var isKnown = Scalar.Mask(repeating: false)

  @inlinable
  init() {}

  /// The lanes in which each axis of a reading is that of the last one.
  @frozen @usableFromInline
  struct HeldAxes {
    @usableFromInline var (x, y, z): (Scalar.Mask, Scalar.Mask, Scalar.Mask)

    @inlinable @inline(__always)
    init(_ change: Vector3<Scalar>, where mask: Scalar.Mask) {
      (x, y, z) = (mask .& (change.x .== 0.0), mask .& (change.y .== 0.0), mask .& (change.z .== 0.0))
    }

    @inlinable @inline(__always) var all: Scalar.Mask { x .& y .& z }
    @inlinable @inline(__always) var any: Scalar.Mask { x .| y .| z }

    /// A vector with zeros where an axis changed.
    @inlinable @inline(__always)
    func only(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
      Vector3(
        x: Scalar.zero.replacing(with: vector.x, where: x), y: Scalar.zero.replacing(with: vector.y, where: y),
        z: Scalar.zero.replacing(with: vector.z, where: z))
    }
  }

  /// The change from the last reading to one in the lanes of `mask`; of a first one zero.
  @inlinable @inline(__always)
  mutating func change(to reading: Vector3<Scalar>, where mask: Scalar.Mask) -> Vector3<Scalar> {
    if (mask .& .!isKnown).isTrueInAnyLaneUnlikely {
      last.replace(with: reading, where: mask .& .!isKnown)
    }
    return reading - last
  }

  /// The lanes in which `noteHeld` has something to note.
  @inlinable @inline(__always)
  func mayHold(_ change: Vector3<Scalar>, where mask: Scalar.Mask) -> Scalar.Mask {
    mask .& isKnown .& (isHolding .| (change.x * change.y * change.z .== 0.0))
  }

  /// The next reading is a first one.
  @inlinable
  mutating func forget(where mask: Scalar.Mask) {
    isKnown = isKnown .& .!mask
    isHolding = isHolding .| mask
    holdsSinceStart = holdsSinceStart .| mask
    held.replace(with: 0.0, where: mask)
    heldAxes.replace(with: .zero, where: mask)
  }

  /// Makes a reading the one before the next, as the first of a stream that has no interval.
  @inlinable @inline(__always)
  mutating func begin(with reading: Vector3<Scalar>, where mask: Scalar.Mask) {
    last.replace(with: reading, where: mask)
    isKnown = isKnown .| mask
  }

  /// Notes which axes did not change, and forgets for how long the others had not.
  @inlinable @inline(__always)
  mutating func noteHeld(_ change: Vector3<Scalar>, where mask: Scalar.Mask) -> HeldAxes {
    let held = HeldAxes(change, where: mask)
    self.held.replace(with: 0.0, where: mask .& .!held.all)
    heldAxes.replace(with: held.only(heldAxes), where: mask)
    isHolding = (isHolding .& .!mask) .| held.any
    holdsSinceStart = holdsSinceStart .& (held.any .| .!mask)
    return held
  }

  /// The change that one axis should have had before it hangs, as a share of the reading: far above a step of any converter.
  @inlinable static var largestChangeOfAxis: Scalar { 0.5 }

  /// Whether one axis hangs, which lasts until it changes.
  @inlinable @inline(__always)
  var hasStuckAxis: Scalar.Mask { heldAxes.largestMagnitude .> Self.largestChangeOfAxis }

  /// Adds what the body turned a reading that did not change. `change` is that per second, `squaredLength` that of the reading.
  ///
  /// - Returns: The lanes in which an axis hangs from now on.
  @inlinable @inline(__always)
  mutating func hold(
    _ unchanged: HeldAxes, _ change: Vector3<Scalar>, _ squaredLength: Scalar, _ interval: Scalar
  ) -> Scalar.Mask {
    let turn = (change.squaredLength / squaredLength).squareRoot() * interval
    held += Scalar.zero.replacing(with: turn, where: unchanged.all)
    let wasStuck = hasStuckAxis
    let changed = heldAxes + unchanged.only(change * (interval / squaredLength.squareRoot()))
    heldAxes.replace(with: changed, where: unchanged.any .& .!wasStuck)
    return hasStuckAxis .& .!wasStuck
  }

  /// Takes a reading in the lanes of `mask` (equation 6).
  @inlinable @inline(__always)
  mutating func take(_ reading: Vector3<Scalar>, _ squaredChange: Scalar, gain: Scalar, where mask: Scalar.Mask) {
    noise.replace(with: noise + gain * (0.5 * squaredChange - noise), where: mask)
    last.replace(with: reading, where: mask)
    isKnown = isKnown .| mask
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&last, with: other.last)
    visitor.visit(&noise, with: other.noise, .nonnegative)
    visitor.visit(&held, with: other.held, .nonnegative)
    visitor.visit(&heldAxes, with: other.heldAxes)
    visitor.visit(&isHolding, with: other.isHolding)
    visitor.visit(&holdsSinceStart, with: other.holdsSinceStart)
    visitor.visit(&isKnown, with: other.isKnown)
  }
}

/// Detects a clipped sensor whose range is not known: a reading that repeats to the last bit near the largest
/// reading so far (equation 3).
@frozen @usableFromInline
struct ClippingDetector<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var largest: Scalar = 0.0
  @usableFromInline var isClipped = Scalar.Mask(repeating: false)

  /// The share of the largest reading from which a repeated one is clipped.
  @inlinable static var shareOfLargest: Scalar { 0.95 }

  @inlinable
  init() {}

  /// Processes a reading; those below `least` are never clipped.
  @inlinable @inline(__always)
  mutating func update(
    _ reading: Vector3<Scalar>, previous: Vector3<Scalar>, least: Scalar, isPresent: Scalar.Mask
  ) {
    let magnitude = reading.largestMagnitude
    largest.replace(with: Scalar.maximum(largest, magnitude), where: isPresent)
    var isStuck = Scalar.Mask(repeating: false)
    if (magnitude .>= least).isTrueInAnyLaneUnlikely {
      let top = Scalar.maximum(Self.shareOfLargest * largest, least)
      isStuck =
        Self.isStuck(reading.x, previous.x, top) .| Self.isStuck(reading.y, previous.y, top)
        .| Self.isStuck(reading.z, previous.z, top)
    }
    isClipped = isStuck .& isPresent
  }

  @inlinable @inline(__always)
  static func isStuck(_ value: Scalar, _ previous: Scalar, _ top: Scalar) -> Scalar.Mask {
    (value .== previous) .& (value.absoluteValue .>= top)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&largest, with: other.largest, .nonnegative)
    visitor.visit(&isClipped, with: other.isClipped)
  }
}
