import Rotations

/// A part of the smallest rotation that brings a vector upright, about a level axis, normalized last: what follows need not
/// wait for its length.
///
/// With c = cos(half the angle) the whole rotation of a unit vector `up` is (c, up.y / 2c, -up.x / 2c), since half the angle
/// between two unit vectors is that between one of them and their sum. The part lies on the straight line from no rotation
/// (Valenti, equation 50) as long as c exceeds 0.9, its squared length 1 - 2 s (1 - s) (1 - c); beyond, the general form.
@frozen @usableFromInline
struct PartialTilt<Scalar: RealLanes>: LaneReplaceable {
  @usableFromInline var correction: TiltCorrection<Scalar>
  /// By how much its squared length exceeds 1.
  @usableFromInline var excess: Scalar

  /// The part of the rotation that turns half of `twiceUp`, a unit vector, into +z. Where the vector is missing the share must
  /// be zero.
  @export(implementation) @inline(__always)
  init(_ share: Scalar, bringing twiceUp: Vector3<Scalar>) {
    let share = share.optimizationBarrier
    let (half, rest) = (0.5 * share, 1.0 - share)
    let sum = 2.0 + twiceUp.z
    let twiceCosine = sum.squareRoot()
    // Its inverse, for which the division does not wait for the root.
    let inverse = twiceCosine * (1.0 / sum)
    correction = TiltCorrection(
      real: Scalar.multiplyAdd(half, twiceCosine, rest), x: (half * twiceUp.y * inverse).optimizationBarrier,
      y: (-(half * twiceUp.x) * inverse).optimizationBarrier)
    excess = share * rest * (twiceCosine - 2.0)
    let isFar = (share .> 0.0) .& .!(twiceUp.z .> 1.24)
    if isFar.isTrueInAnyLaneUnlikely {
      replace(with: Self(farPart: share, bringing: twiceUp.optimizationBarrier), where: isFar)
    }
  }

  @export(implementation) @inline(never)
  init(farPart share: Scalar, bringing up: Vector3<Scalar>) {
    let part = Rotation(shortestToUnitZ: up.replacing(with: .unitZ, where: .!(up.squaredLength .> 0.0)))
      .fraction(share).quaternion
    correction = TiltCorrection(real: part.w, x: part.x, y: part.y)
    excess = 0.0
  }

  @export(implementation) @inline(__always)
  mutating func replace(with other: Self, where mask: Scalar.Mask) {
    correction.replace(with: other.correction, where: mask)
    excess.replace(with: other.excess, where: mask)
  }

  /// The rotation after this correction, of unit length, what the rotation lacks of it included.
  @export(implementation) @inline(__always)
  func applied(to rotation: Rotation<Scalar>) -> Rotation<Scalar> {
    let missing = (rotation.quaternion.squaredNorm - 1.0).optimizationBarrier
    let product = correction.product(rotation.quaternion)
    return Rotation(unchecked: product * Scalar.inverseSquareRoot(onePlus: excess + missing)).optimizationBarrier
  }

  /// The horizontal part of a vector after this correction, times the squared length.
  @export(implementation) @inline(__always)
  func rotateLevel(_ vector: Vector3<Scalar>) -> (x: Scalar, y: Scalar) {
    let tilt = correction
    let factor =
      2.0 * Scalar.multiplyAdd(tilt.real, vector.z, Scalar.subtractProduct(tilt.y, vector.x, from: tilt.x * vector.y))
    let squaredLength = 1.0 + excess
    return (
      Scalar.multiplyAdd(tilt.y, factor, squaredLength * vector.x),
      Scalar.subtractProduct(tilt.x, factor, from: squaredLength * vector.y)
    )
  }
}

extension Rotation {
  /// A turn about +z by the angle with the given sine and cosine. Half a turn has no sign; it is taken as +180 degrees.
  @export(implementation) @inline(__always)
  init(aboutZWithSine sine: Scalar, cosine: Scalar) {
    let squaredReal = (1.0 + cosine) * 0.5
    let isHalfTurn = squaredReal .< (Scalar.isSinglePrecision ? 1e-6 : 1e-10)
    let real = squaredReal.replacing(with: 1.0, where: isHalfTurn).squareRoot()
    let half = Quaternion(w: real, x: 0.0, y: 0.0, z: 0.5 * sine / real)
    self.init(unchecked: half.replacing(with: Quaternion(w: 0.0, x: 0.0, y: 0.0, z: 1.0), where: isHalfTurn))
  }

  /// A part of the way from no rotation to this one, whose real part must not be negative: in a straight line where the
  /// real part exceeds 0.9, else along the great circle (Valenti, equations 50 to 52).
  @export(implementation) @inline(__always)
  func fraction(_ share: Scalar) -> Self {
    let real = 1.0 + share * (quaternion.w - 1.0)
    let vector = quaternion.vector * share
    let excess = Scalar.multiplyAdd(real, real, vector.squaredLength) - 1.0
    let inverse = Scalar.inverseSquareRoot(onePlus: excess)
    var result = Self(unchecked: Quaternion(real: real * inverse, vector: vector * inverse))
    let isFar = quaternion.w .<= 0.9
    if isFar.isTrueInAnyLane {
      result.replace(with: Rotation(rotationVector: rotationVector * share), where: isFar)
    }
    return result
  }
}

extension Rotation {
  /// First the turn at a constant rate, rad/s, over an interval in s, then this rotation: the prediction of one sample.
  @export(implementation) @inline(__always)
  func turned(at rate: Vector3<Scalar>, over interval: Scalar) -> Self {
    let turn = Rotation(rotationVector: (rate * interval).optimizationBarrier)
    return (optimizationBarrier * turn).optimizationBarrier
  }
}

extension Matrix3 {
  /// The matrix times a vector, behind barriers.
  @export(implementation) @inline(__always)
  func rotate(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
    (self * vector.optimizationBarrier).optimizationBarrier
  }
}
