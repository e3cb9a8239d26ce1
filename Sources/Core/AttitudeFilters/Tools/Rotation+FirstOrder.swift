import Rotations

// First-order steps of unit norm.
//
// Goals, in order: the norm is that of the exact form to rounding; no square root and no division for small steps.

extension Rotation {
  /// First the turn by twice the vector, in radians, then this rotation. Below 0.1 rad to first order, 1 + v, as in the
  /// published filters, an error below 0.1 %; above, by the exponential. The result has unit length, also where this rotation
  /// does not; the length is computed beside the product.
  @export(implementation) @inline(__always)
  func turned(byTwice vector: Vector3<Scalar>) -> Self {
    let vector = vector.optimizationBarrier
    let square = vector.squaredLength.optimizationBarrier
    let inverse = Scalar.inverseSquareRoot(onePlus: square + (quaternion.squaredNorm - 1.0))
    let result = Self(unchecked: quaternion * Quaternion(real: 1.0, vector: vector) * inverse)
    let isLarge = square .> 0.0025
    guard isLarge.isTrueInAnyLaneUnlikely else { return result }
    let turned = optimizationBarrier.turned(byAnyTwice: vector.optimizationBarrier)
    return result.replacing(with: turned.optimizationBarrier, where: isLarge)
  }

  /// The same, less `scale` times a gradient; `squaredDescent` is the squared length of both (Madgwick, equation 43).
  @export(implementation) @inline(__always)
  func turned(
    byTwice vector: Vector3<Scalar>, descending gradient: Quaternion<Scalar>, _ scale: Scalar, _ squaredDescent: Scalar
  ) -> Self {
    let vector = vector.optimizationBarrier
    let square = vector.squaredLength.optimizationBarrier
    let along = 2.0 * (gradient.w + gradient.vector.dot(vector))
    let excess = (square + squaredDescent + (quaternion.squaredNorm - 1.0)) - scale * along
    let inverse = Scalar.inverseSquareRoot(onePlus: excess)
    let factor = (Quaternion(real: 1.0, vector: vector) - gradient * scale).optimizationBarrier
    let result = Self(unchecked: (quaternion * factor).optimizationBarrier * inverse)
    // A long descent that all but cancels the rotation leaves a short product, whose length is not known to rounding.
    let isLarge = (square .> 0.0025) .| (excess .< -0.75)
    guard isLarge.isTrueInAnyLaneUnlikely else { return result }
    let turned = optimizationBarrier.turned(
      byAnyTwice: vector.optimizationBarrier, descending: (gradient * scale).optimizationBarrier)
    return result.replacing(with: turned.optimizationBarrier, where: isLarge)
  }

  @export(implementation) @inline(never)
  func turned(byAnyTwice vector: Vector3<Scalar>) -> Self {
    turned(by: Rotation(rotationVector: vector * 2.0).quaternion)
  }

  @export(implementation) @inline(never)
  func turned(byAnyTwice vector: Vector3<Scalar>, descending descent: Quaternion<Scalar>) -> Self {
    let product = quaternion * (Rotation(rotationVector: vector * 2.0).quaternion - descent)
    return Self(unchecked: product * (1.0 / product.squaredNorm.squareRoot()))
  }
}

extension Rotation {
  /// The factor that brings the norm back to 1, by one Newton step: see `renormalized`. In a product it may go to the
  /// other factor, which does not have to wait for it: the norm is then behind by the rounding of one step.
  @export(implementation) @inline(__always)
  var normCorrection: Scalar { 1.5 - 0.5 * quaternion.squaredNorm }

  /// First `turn`, of unit norm, then this rotation, its norm corrected.
  @export(implementation) @inline(__always)
  func turned(by turn: Quaternion<Scalar>) -> Self {
    Self(unchecked: quaternion * (turn * normCorrection))
  }
}

extension RealLanes {
  /// 1 / sqrt(value) within 2 units in the last place, for a value neither tiny nor huge; division and root run in parallel.
  @export(implementation) @inline(__always)
  static func inverseSquareRoot(of value: Self) -> Self { value.squareRoot() * (1.0 / value) }

  /// 1 / sqrt(1 + excess). Up to 0.0026 either way it is the binomial series, whose first term left out is below 1e-16
  /// (`Double`, six terms) or 6e-9 (`Float`, three terms).
  @export(implementation) @inline(__always)
  static func inverseSquareRoot(onePlus excess: Self) -> Self {
    var result = multiplyAdd(multiplyAdd(0.375, excess, -0.5), excess, 1.0)
    if !isSinglePrecision {
      let square = excess * excess
      let tail = multiplyAdd(-0.24609375, square, multiplyAdd(0.2734375, excess, -0.3125))
      result = multiplyAdd(tail, square * excess, result)
    }
    let isFar = .!(excess.absoluteValue .<= 0.0026)
    if isFar.isTrueInAnyLaneUnlikely { result.replace(with: 1.0 / (1.0 + excess).squareRoot(), where: isFar) }
    return result
  }
}
