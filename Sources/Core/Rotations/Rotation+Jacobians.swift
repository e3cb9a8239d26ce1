// How a rotation changes with its rotation vector.
//
// Goals, in order: full relative accuracy of every coefficient near zero, where the textbook forms divide zero by zero;
// one code path for lanes. Source: Solà 2017 (arXiv:1711.02508), equations 143 to 146.

extension Rotation {
  /// The right Jacobian: exp(v + d) = exp(v) exp(Jr(v) d) for a small d (Solà, eq. 143). Defined everywhere, singular at
  /// whole turns.
  @export(implementation)
  public static func rightJacobian(at rotationVector: Vector3<Scalar>) -> Matrix3<Scalar> {
    leftJacobian(at: -rotationVector)
  }

  /// The left Jacobian: exp(v + d) = exp(Jl(v) d) exp(v) for a small d (Solà, eq. 145). Defined everywhere, singular at
  /// whole turns.
  @export(implementation)
  public static func leftJacobian(at rotationVector: Vector3<Scalar>) -> Matrix3<Scalar> {
    let squaredAngle = rotationVector.squaredLength
    let (ofCross, ofSquare) = jacobianCoefficients(squaredAngle)
    return polynomial(of: rotationVector, squaredAngle, ofCross, ofSquare)
  }

  /// The inverse of the right Jacobian: log(exp(v) exp(d)) = v + Jr⁻¹(v) d for a small d (Solà, eq. 144). For rotation
  /// vectors shorter than a whole turn, 2 pi, where it has no limit.
  @export(implementation)
  public static func inverseRightJacobian(at rotationVector: Vector3<Scalar>) -> Matrix3<Scalar> {
    inverseLeftJacobian(at: -rotationVector)
  }

  /// The inverse of the left Jacobian: log(exp(d) exp(v)) = v + Jl⁻¹(v) d for a small d (Solà, eq. 146). For rotation
  /// vectors shorter than a whole turn, 2 pi, where it has no limit.
  @export(implementation)
  public static func inverseLeftJacobian(at rotationVector: Vector3<Scalar>) -> Matrix3<Scalar> {
    let squaredAngle = rotationVector.squaredLength
    return polynomial(of: rotationVector, squaredAngle, -0.5, inverseJacobianCoefficient(squaredAngle))
  }

  /// I + b [v]x + c [v]x², with [v]x² = v vᵀ - |v|² I.
  @export(implementation) @inline(__always)
  static func polynomial(
    of vector: Vector3<Scalar>, _ squaredLength: Scalar, _ ofCross: Scalar, _ ofSquare: Scalar
  ) -> Matrix3<Scalar> {
    Matrix3(diagonal: Vector3(repeating: 1.0 - ofSquare * squaredLength))
      + Matrix3(crossProductBy: vector * ofCross)
      + Matrix3(outerProductOf: vector * ofSquare, vector)
  }

  /// (1 - cos a) / a² and (a - sin a) / a³ from a². Below 0.3 rad the Taylor series; its first term left out is below
  /// 1e-17 of the sum.
  @export(implementation) @inline(__always)
  static func jacobianCoefficients(_ squaredAngle: Scalar) -> (ofCross: Scalar, ofSquare: Scalar) {
    var ofCross = Scalar.horner(
      squaredAngle, 0.5, -1.0 / 24.0, 1.0 / 720.0, -1.0 / 40320.0, 1.0 / 3_628_800.0, -1.0 / 479_001_600.0)
    var ofSquare = Scalar.horner(
      squaredAngle, 1.0 / 6.0, -1.0 / 120.0, 1.0 / 5040.0, -1.0 / 362880.0, 1.0 / 39_916_800.0,
      -1.0 / 6_227_020_800.0)
    let isLarge = .!(squaredAngle .< 0.09)
    if isLarge.isTrueInAnyLane {
      let angle = squaredAngle.squareRoot()
      let (sine, cosine) = Scalar.sineAndCosine(angle * 0.5)
      ofCross.replace(with: 2.0 * sine * sine / squaredAngle, where: isLarge)
      ofSquare.replace(with: (angle - 2.0 * sine * cosine) / (angle * squaredAngle), where: isLarge)
    }
    return (ofCross, ofSquare)
  }

  /// (1 - (a/2) cot(a/2)) / a² = 1/a² - (1 + cos a) / (2 a sin a) from a². Below 0.3 rad the Taylor series, whose
  /// coefficients are |B(2k)| / (2k)! with Bernoulli's numbers.
  @export(implementation) @inline(__always)
  static func inverseJacobianCoefficient(_ squaredAngle: Scalar) -> Scalar {
    var coefficient = Scalar.horner(
      squaredAngle, 1.0 / 12.0, 1.0 / 720.0, 1.0 / 30240.0, 1.0 / 1_209_600.0, 1.0 / 47_900_160.0,
      691.0 / 1_307_674_368_000.0)
    let isLarge = .!(squaredAngle .< 0.09)
    if isLarge.isTrueInAnyLane {
      let half = squaredAngle.squareRoot() * 0.5
      let (sine, cosine) = Scalar.sineAndCosine(half)
      coefficient.replace(with: (1.0 - half * cosine / sine) / squaredAngle, where: isLarge)
    }
    return coefficient
  }
}
