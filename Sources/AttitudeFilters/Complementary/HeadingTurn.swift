import Rotations

/// A turn about up, as cosine and sine of half its angle.
@frozen @usableFromInline
struct HeadingTurn<Scalar: RealLanes>: LaneReplaceable, Sendable {
  @usableFromInline var halfCosine: Scalar
  @usableFromInline var halfSine: Scalar

  @inlinable @inline(__always)
  init(halfCosine: Scalar = 1.0, halfSine: Scalar = 0.0) {
    self.halfCosine = halfCosine
    self.halfSine = halfSine
  }

  /// See `Rotation.alone`.
  @inlinable @inline(__always)
  var alone: Self { Self(halfCosine: halfCosine.alone, halfSine: halfSine.alone) }

  /// First the rotation, then this turn.
  @inlinable @inline(__always)
  func applied(to rotation: Rotation<Scalar>) -> Rotation<Scalar> {
    let q = rotation.quaternion
    return Rotation(
      unchecked: Quaternion(
        w: halfCosine * q.w - halfSine * q.z, x: halfCosine * q.x - halfSine * q.y,
        y: halfCosine * q.y + halfSine * q.x, z: halfCosine * q.z + halfSine * q.w))
  }

  /// First this turn, then a part of the one that makes a field, given before this turn, point north; none where it has
  /// no horizontal part. As `TiltCorrection.init(unscaledPart:bringing:where:)`, with the length of the horizontal part for 1.
  @inlinable @inline(__always)
  func turned(part share: Scalar, bringingToNorth field: (x: Scalar, y: Scalar)) -> Self {
    let cosine = halfCosine * halfCosine - halfSine * halfSine
    let sine = 2.0 * halfCosine * halfSine
    let east = cosine * field.x - sine * field.y
    let north = sine * field.x + cosine * field.y
    let length = Scalar.multiplyAdd(field.x, field.x, field.y * field.y).squareRoot()

    let sum = length + north
    let whole = (2.0 * length * sum).squareRoot()
    let real = Scalar.multiplyAdd(share, sum - whole, whole)
    let side = share * east
    let inverse = Scalar.inverseSquareRoot(of: Scalar.multiplyAdd(real, real, side * side)) * normCorrection
    let unscaled = after(real, side)
    let near = Self(halfCosine: unscaled.halfCosine * inverse, halfSine: unscaled.halfSine * inverse)
    // A hardly horizontal field too: its squares would leave the range of a Float.
    let isFar = .!(north .> Scalar.multiplyAdd(0.62, length, 1e-15))
    guard isFar.isTrueInAnyLane else { return near }
    return near.replacing(with: turned(farPart: share, east, north, length), where: isFar)
  }

  @inlinable @inline(never)
  func turned(farPart share: Scalar, _ east: Scalar, _ north: Scalar, _ length: Scalar) -> Self {
    let hasHeading = length .> 0.0
    let inverse = 1.0 / length.replacing(with: 1.0, where: .!hasHeading)
    let part = Rotation(aboutZWithSine: east * inverse, cosine: north * inverse).fraction(share).quaternion
    return replacing(with: after(part.w * normCorrection, part.z * normCorrection), where: hasHeading)
  }

  @inlinable @inline(__always)
  var normCorrection: Scalar { 1.5 - 0.5 * (halfCosine * halfCosine + halfSine * halfSine) }

  @inlinable @inline(__always)
  func after(_ cosine: Scalar, _ sine: Scalar) -> Self {
    Self(
      halfCosine: halfCosine * cosine - halfSine * sine, halfSine: halfSine * cosine + halfCosine * sine)
  }

  @inlinable @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    halfCosine.replace(with: other.halfCosine, where: mask)
    halfSine.replace(with: other.halfSine, where: mask)
  }
}
