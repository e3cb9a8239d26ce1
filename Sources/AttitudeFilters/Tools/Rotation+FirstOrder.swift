import Rotations

// First-order steps of unit norm.
//
// Goals, in order: the norm is that of the exact form to rounding; no square root and no division for small steps.

extension Quaternion {
  /// The factor by which a rotation vector, in radians, turns an attitude in one step: 1 + v / 2, as the published filters
  /// take it, below 0.1 rad, where it is short by less than 0.1 %; from there on the exponential. Not of unit length.
  @inlinable @inline(__always)
  init(stepBy rotationVector: Vector3<Scalar>) {
    self.init(real: 1.0, vector: rotationVector * 0.5)
    let isLarge = rotationVector.squaredLength .> 0.01
    if isLarge.isTrueInAnyLane {
      replace(with: Rotation(rotationVector: rotationVector).quaternion, where: isLarge)
    }
  }
}

extension Rotation {
  /// First the turn by twice the vector, in radians, then this rotation: to first order as `Quaternion(stepBy:)`, scaled to
  /// unit length, the norm corrected. The length is found while the product is taken.
  @inlinable @inline(__always)
  func turned(byTwice vector: Vector3<Scalar>) -> Self {
    let square = vector.squaredLength
    let scale = Scalar.inverseSquareRoot(onePlus: square) * normCorrection
    var result = Self(unchecked: quaternion * Quaternion(real: 1.0, vector: vector) * scale)
    let isLarge = square .> 0.0025
    if isLarge.isTrueInAnyLane {
      result.replace(with: turned(by: Rotation(rotationVector: vector * 2.0).quaternion), where: isLarge)
    }
    return result
  }
}

extension RealLanes {
  /// 1 / sqrt(1 + excess). Up to 0.0026 either way it is the binomial series, whose first term left out is below 1e-16
  /// (`Double`, six terms) or 6e-9 (`Float`, three terms).
  @inlinable @inline(__always)
  static func inverseSquareRoot(onePlus excess: Self) -> Self {
    var result = multiplyAdd(multiplyAdd(0.375, excess, -0.5), excess, 1.0)
    if !isSinglePrecision {
      let square = excess * excess
      let tail = multiplyAdd(-0.24609375, square, multiplyAdd(0.2734375, excess, -0.3125))
      result = multiplyAdd(tail, square * excess, result)
    }
    let isFar = .!(excess.absoluteValue .<= 0.0026)
    if isFar.isTrueInAnyLane { result.replace(with: 1.0 / (1.0 + excess).squareRoot(), where: isFar) }
    return result
  }
}
