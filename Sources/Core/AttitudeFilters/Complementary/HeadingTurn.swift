import Rotations

/// A turn about up, as cosine and sine of half its angle.
@frozen @usableFromInline
struct HeadingTurn<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var halfCosine: Scalar
  @usableFromInline var halfSine: Scalar

  @export(implementation) @inline(__always)
  init(halfCosine: Scalar = 1.0, halfSine: Scalar = 0.0) {
    self.halfCosine = halfCosine
    self.halfSine = halfSine
  }

  /// The same turn behind a barrier: see `RealLanes.optimizationBarrier`.
  @export(implementation) @inline(__always)
  var optimizationBarrier: Self {
    Self(halfCosine: halfCosine.optimizationBarrier, halfSine: halfSine.optimizationBarrier)
  }

  /// First the rotation, then this turn.
  @export(implementation) @inline(__always)
  func applied(to rotation: Rotation<Scalar>) -> Rotation<Scalar> {
    let (q, halfCosine, halfSine) = (
      rotation.quaternion.optimizationBarrier, halfCosine.optimizationBarrier, halfSine.optimizationBarrier
    )
    return Rotation(
      unchecked: Quaternion(
        w: halfCosine * q.w - halfSine * q.z, x: halfCosine * q.x - halfSine * q.y,
        y: halfCosine * q.y + halfSine * q.x, z: halfCosine * q.z + halfSine * q.w))
  }

  /// First this turn, then a part of the one that makes a field, given before this turn, point north; none where it has
  /// no horizontal part.
  ///
  /// The turn that makes the field point north from the start has half the angle of (field, north): its cosine and sine are
  /// as the length of the field plus its part to the north, and its part to the east. From this turn to that one the part
  /// is a straight line, brought back to unit length, as long as the cosine between them exceeds 0.9 (as `PartialTilt`);
  /// its squared length is 1 - 2 s (1 - s) (1 - cosine). The line is drawn to the turn before it has unit length, so that
  /// one root is left to wait for after the field's length.
  @export(implementation) @inline(__always)
  func turned(part share: Scalar, bringingToNorth field: (x: Scalar, y: Scalar)) -> Self {
    optimizationBarrier.turnedBetweenBarriers(part: share, bringingToNorth: field).optimizationBarrier
  }

  @export(implementation) @inline(__always)
  func turnedBetweenBarriers(part share: Scalar, bringingToNorth field: (x: Scalar, y: Scalar)) -> Self {
    let rest = 1.0 - share
    let missing = (1.0 - Scalar.multiplyAdd(halfCosine, halfCosine, halfSine * halfSine)).optimizationBarrier
    let squaredLength = Scalar.multiplyAdd(field.x, field.x, field.y * field.y)
    let length = squaredLength.squareRoot()
    let sum = (length + field.y.absoluteValue).optimizationBarrier
    let squaredTarget = (2.0 * length * sum).optimizationBarrier
    // Where the field points south the same half angle, better conditioned.
    let isSouth = field.y .< 0.0
    let cosine = sum.replacing(with: field.x, where: isSouth).optimizationBarrier
    let sine = field.x.replacing(with: sum, where: isSouth).optimizationBarrier
    let along = Scalar.multiplyAdd(halfCosine, cosine, halfSine * sine).optimizationBarrier
    let signedShare = share.replacing(with: -share, where: along .< 0.0)

    let target = squaredTarget.squareRoot()
    let inverse = target * (1.0 / squaredTarget)
    let between = along.absoluteValue * inverse
    let excess = rest * (2.0 * share * (between - 1.0) - missing)
    let factor = inverse * Scalar.inverseSquareRoot(onePlus: excess)
    let kept = rest * target
    let newCosine = Scalar.multiplyAdd(kept, halfCosine, signedShare * cosine).optimizationBarrier
    let newSine = Scalar.multiplyAdd(kept, halfSine, signedShare * sine).optimizationBarrier
    let near = Self(halfCosine: newCosine * factor, halfSine: newSine * factor)
    // A hardly horizontal field too: its squares leave the range of a Float.
    let isFar = .!((between .> 0.9) .& (squaredLength .> 1e-30))
    guard isFar.isTrueInAnyLaneUnlikely else { return near }
    return near.replacing(
      with: optimizationBarrier.turned(
        farPart: share.optimizationBarrier, field.x.optimizationBarrier, field.y.optimizationBarrier
      ).optimizationBarrier, where: isFar)
  }

  @export(implementation) @inline(never)
  func turned(farPart share: Scalar, _ x: Scalar, _ y: Scalar) -> Self {
    let length = Scalar.multiplyAdd(x, x, y * y).squareRoot()
    let hasHeading = length .> 1e-15
    let inverse = 1.0 / length.replacing(with: 1.0, where: .!hasHeading)
    let cosine = (halfCosine * halfCosine - halfSine * halfSine) * inverse
    let sine = 2.0 * halfCosine * halfSine * inverse
    let part = Rotation(aboutZWithSine: cosine * x - sine * y, cosine: sine * x + cosine * y).fraction(share).quaternion
    let normCorrection = 1.5 - 0.5 * (halfCosine * halfCosine + halfSine * halfSine)
    return replacing(with: after(part.w * normCorrection, part.z * normCorrection), where: hasHeading)
  }

  @export(implementation) @inline(__always)
  func after(_ cosine: Scalar, _ sine: Scalar) -> Self {
    Self(
      halfCosine: halfCosine * cosine - halfSine * sine, halfSine: halfSine * cosine + halfCosine * sine)
  }

  @export(implementation) @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&halfCosine, with: other.halfCosine)
    visitor.visit(&halfSine, with: other.halfSine)
    visitor.checkUnit(squaredNorm: halfCosine.squared + halfSine.squared)
  }
}
