import Rotations

/// The covariance of attitude and gyroscope bias, and its three rules: growth with time, an observed tilt, an observed
/// heading.
///
/// States: attitude error in ENU 0-2 (rad; 2 is the heading), R_true = Exp(error) R, and the error of the
/// bias in the body 3-5 (rad/s). The attitude error moves by -R (bias error): a constant noise of the rate keeps its
/// shape in ENU, and tilt and heading stand apart in the matrix.
@frozen @usableFromInline
struct AttitudeCovariance<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var matrix = SymmetricMatrix<6, Scalar>()

  /// Tilt and heading known, the bias with a standard deviation.
  @export(implementation)
  init(biasDeviation: Scalar) {
    for index in 3..<6 { matrix[index, index] = biasDeviation.squared }
  }

  /// Carries the covariance over an interval with a mean attitude, exactly for a constant rate of change.
  @export(implementation) @inline(__always)
  mutating func predict(
    enuFromBody: Matrix3<Scalar>, interval: Scalar, rateDensity: Scalar, biasDensity: Scalar
  ) {
    let transition = enuFromBody * interval
    let biasGrowth = biasDensity.squared * interval
    let attitudeGrowth = rateDensity.squared * interval + biasGrowth * interval.squared * (1.0 / 3.0)

    let oldCross = matrix.block(0, 3)
    var cross = oldCross - transition * matrix.block(3, 3)
    let attitude = matrix.block(0, 0) - transition * oldCross.transpose - cross * transition.transpose
    cross -= transition * (biasGrowth * 0.5)
    matrix.setBlock(0, 0, attitude)
    matrix.setBlock(0, 3, cross)
    for index in 0..<3 {
      matrix[index, index] += attitudeGrowth
      matrix[index + 3, index + 3] += biasGrowth
    }
  }

  /// 1 / (known variance + variance of the measurement). A measurement that is exact beside what is known would leave a variance
  /// of rounding errors, which may be negative.
  @export(implementation) @inline(__always)
  static func inverse(of known: Scalar, plus variance: Scalar) -> Scalar {
    1.0 / (known + Scalar.maximum(variance, 16.0 * Scalar.ulpOfOne * known))
  }

  /// A measurement of one attitude error; adds its correction to `correction`.
  @export(implementation) @inline(__always)
  mutating func observe(
    _ state: Int, difference: Scalar, variance: Scalar, _ correction: inout InlineArray<6, Scalar>
  ) {
    var column = InlineArray<6, Scalar>(repeating: 0.0)
    for index in 0..<6 { column[index] = matrix[index, state] }
    let inverse = Self.inverse(of: column[state], plus: variance)
    let innovation = (difference - correction[state]) * inverse
    for row in 0..<6 {
      correction[row] += column[row] * innovation
      let gain = column[row] * inverse
      for other in row..<6 { matrix[row, other] -= gain * column[other] }
    }
  }

  /// A measurement of the heading error plus `tiltGain` times the tilt error about y. It corrects heading and bias only, where
  /// `showsBias` is false the heading only; the rest is considered, not corrected (S. Schmidt, "Application of state-space methods to
  /// navigation problems", 1966).
  @export(implementation) @inline(__always)
  mutating func observeHeading(
    difference: Scalar, tiltGain: Scalar, variance: Scalar, showsBias: Scalar.Mask,
    _ correction: inout InlineArray<6, Scalar>
  ) {
    var column = InlineArray<6, Scalar>(repeating: 0.0)
    for index in 0..<6 { column[index] = matrix[index, 2] + tiltGain * matrix[index, 1] }
    let inverse = Self.inverse(of: column[2] + tiltGain * column[1], plus: variance)
    let inverseOfBias = Scalar.zero.replacing(with: inverse, where: showsBias)
    for row in 0..<6 {
      let (gain, gainOfBias) = (column[row] * inverse, column[row] * inverseOfBias)
      if row >= 2 { correction[row] += (row == 2 ? gain : gainOfBias) * difference }
      for other in max(row, 2)..<6 {
        matrix[row, other] -= (row == 2 || other == 2 ? gain : gainOfBias) * column[other]
      }
    }
  }

  /// Makes one state independent of the others, where `mask` is true.
  @export(implementation)
  mutating func isolate(_ state: Int, variance: Scalar, where mask: Scalar.Mask) {
    modify(where: mask) { $0.matrix.isolate(state, variance: variance) }
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&matrix, with: other.matrix)
    visitor.check(matrix.isCovariance(within: 1024.0 * Scalar.ulpOfOne))
  }
}
