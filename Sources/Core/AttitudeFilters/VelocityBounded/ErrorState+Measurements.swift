import Rotations

// Measurements of the error state (TheDefaultFilter.md, equations 35, 36, 41 and 48).

extension ErrorState {
  /// The share of the level part of the bias in the gain of a heading: a disturbed field must not tilt (equation 48).
  @export(implementation) static var levelBiasShare: Scalar { 0.4 }
  /// The share of the bias' part of the velocity's gain that is held back about up (equation 36).
  @export(implementation) static var verticalShare: Scalar { 0.9 }

  /// A measurement of the velocity, with the same variance for both components, whose gain is reduced for the gyroscope's
  /// errors: the velocity of a carrier is not white, and gravity shows nothing of a bias about up. `difference` is measured less
  /// predicted, `up` the up axis in body axes (equations 35 and 36; K. Brink, "Partial-update Schmidt-Kalman filter", 2017).
  @export(implementation) @inline(__always)
  mutating func observeVelocity(
    _ difference: Vector2<Scalar>, variance: Scalar, up: Vector3<Scalar>, scaleShare: Scalar, biasShare: Scalar
  ) {
    let x = covariance.column(Self.velocityX)
    let xInverse = 1.0 / (x[Self.velocityX] + variance)
    let xHeld = heldBack(of: x, up: up, scaleShare: scaleShare, biasShare: biasShare)
    correct(by: Self.difference(x, xHeld), times: (difference.x - correction[Self.velocityX]) * xInverse)

    let y = column(Self.velocityY, after: x, times: xInverse)
    let yInverse = 1.0 / (y[Self.velocityY] + variance)
    let yHeld = heldBack(of: y, up: up, scaleShare: scaleShare, biasShare: biasShare)
    correct(by: Self.difference(y, yHeld), times: (difference.y - correction[Self.velocityY]) * yInverse)

    // For the gain (column - held) / innovation variance, (35) is P -= (column columnᵀ - held heldᵀ) / innovation variance.
    covariance.subtractSquares(of: x, times: xInverse, and: y, times: yInverse)
    let (gyroscope, cross) = (Self.bias..<Self.velocityX, Self.crossAxis..<stateCount)
    covariance.subtractSquares(
      of: xHeld, times: -xInverse, and: yHeld, times: -yInverse, inRows: gyroscope, columns: gyroscope)
    if Self.hasCrossAxis {
      covariance.subtractSquares(
        of: xHeld, times: -xInverse, and: yHeld, times: -yInverse, inRows: gyroscope, columns: cross)
      covariance.subtractSquares(
        of: xHeld, times: -xInverse, and: yHeld, times: -yInverse, inRows: cross, columns: cross)
    }
  }

  /// The part of a gain, in units of 1 / innovation variance, that is held back (equation 36); zero but for the gyroscope's errors.
  @export(implementation) @inline(__always)
  func heldBack(
    of column: InlineArray<stateCount, Scalar>, up: Vector3<Scalar>, scaleShare: Scalar, biasShare: Scalar
  ) -> InlineArray<stateCount, Scalar> {
    var held = InlineArray<stateCount, Scalar>(repeating: 0.0)
    let bias = Self.vector(in: column, from: Self.bias)
    let along = up * (Self.verticalShare * biasShare * up.dot(bias))
    for axis in 0..<3 { held[Self.bias + axis] = (1.0 - biasShare) * bias[axis] + along[axis] }
    for row in Self.scale..<Self.velocityX { held[row] = column[row] * (1.0 - scaleShare) }
    for row in Self.crossAxis..<stateCount { held[row] = column[row] * (1.0 - scaleShare) }
    return held
  }

  @export(implementation) @inline(__always)
  static func difference(
    _ left: InlineArray<stateCount, Scalar>, _ right: InlineArray<stateCount, Scalar>
  ) -> InlineArray<stateCount, Scalar> {
    var difference = left
    for row in 0..<stateCount { difference[row] -= right[row] }
    return difference
  }

  /// A measurement of the bias in the lanes of `mask`, the same variance for each component (equation 41). The other lanes have
  /// no gain and stay as they are.
  @export(implementation) @inline(__always)
  mutating func observeBias(_ difference: Vector3<Scalar>, variance: Scalar, where mask: Scalar.Mask) {
    let x = covariance.column(Self.bias)
    let xInverse = Scalar.zero.replacing(with: 1.0 / (x[Self.bias] + variance), where: mask)
    correct(by: x, times: (difference.x - correction[Self.bias]) * xInverse)

    let y = column(Self.bias + 1, after: x, times: xInverse)
    let yInverse = Scalar.zero.replacing(with: 1.0 / (y[Self.bias + 1] + variance), where: mask)
    correct(by: y, times: (difference.y - correction[Self.bias + 1]) * yInverse)
    let all = 0..<stateCount
    covariance.subtractSquares(of: x, times: xInverse, and: y, times: yInverse, inRows: all, columns: all)

    let z = covariance.column(Self.bias + 2)
    let zInverse = Scalar.zero.replacing(with: 1.0 / (z[Self.bias + 2] + variance), where: mask)
    correct(by: z, times: (difference.z - correction[Self.bias + 2]) * zInverse)
    covariance.subtractSquare(of: z, times: zInverse, inRows: all, columns: all)
  }

  /// The column of a state after the measurement of another one, whose column is `measured`, with its inverse innovation variance.
  @export(implementation) @inline(__always)
  func column(
    _ state: Int, after measured: InlineArray<stateCount, Scalar>, times inverse: Scalar
  ) -> InlineArray<stateCount, Scalar> {
    var column = covariance.column(state)
    for row in 0..<stateCount {
      column[row] = Scalar.subtractProduct(measured[row] * inverse, measured[state], from: column[row])
    }
    return column
  }

  /// Adds a gain times an innovation to the correction.
  @export(implementation) @inline(__always)
  mutating func correct(by gain: InlineArray<stateCount, Scalar>, times innovation: Scalar) {
    for row in 0..<stateCount { correction[row] = Scalar.multiplyAdd(gain[row], innovation, correction[row]) }
  }

  /// A scalar measurement of one state with full gain. `difference` is the measured value less the estimate before this step's
  /// corrections.
  @export(implementation) @inline(__always)
  mutating func observe(_ state: Int, difference: Scalar, variance: Scalar) {
    let column = covariance.column(state)
    let inverse = 1.0 / (column[state] + variance)
    correct(by: column, times: (difference - correction[state]) * inverse)
    covariance.subtractSquare(of: column, times: inverse, inRows: 0..<stateCount, columns: 0..<stateCount)
  }

  /// A measurement of the heading by the field in the lanes of `mask`, which also shows the tilt error. It corrects heading and
  /// bias; the other states are considered, so that the magnetometer never reaches the tilt (S. Schmidt 1966, equation 48), as is the
  /// bias where `showsBias` is false. `up` is the up axis in body axes.
  ///
  /// - Returns: The turn of the heading, rad.
  @export(implementation) @discardableResult
  mutating func observeHeading(
    _ measurement: HeadingEstimator<Scalar>.Measurement, up: Vector3<Scalar>,
    showsBias: Scalar.Mask = Scalar.Mask(repeating: true), where mask: Scalar.Mask = Scalar.Mask(repeating: true)
  ) -> Scalar {
    let effect = measurement.tiltEffect
    let (tiltX, tiltY) = (covariance.column(Self.tiltX), covariance.column(Self.tiltY))
    var column = covariance.column(Self.heading)
    for row in 0..<stateCount {
      column[row] = Scalar.multiplyAdd(effect.x, tiltX[row], Scalar.multiplyAdd(effect.y, tiltY[row], column[row]))
    }
    let shown = column[Self.heading] + effect.x * column[Self.tiltX] + effect.y * column[Self.tiltY]
    let corrected =
      correction[Self.heading] + effect.x * correction[Self.tiltX] + effect.y * correction[Self.tiltY]
    let inverse = Scalar.zero.replacing(with: 1.0 / (shown + measurement.variance), where: mask)
    let innovation = (measurement.difference - corrected) * inverse

    // The gain, in units of 1 / innovation variance: that of the bias' level part is smaller.
    let bias = Self.vector(in: column, from: Self.bias)
    var held = (bias - up * up.dot(bias)) * (1.0 - Self.levelBiasShare)
    held.replace(with: bias, where: .!showsBias)
    var gain = column
    for axis in 0..<3 { gain[Self.bias + axis] = bias[axis] - held[axis] }
    for row in Self.heading..<Self.scale {
      correction[row] = Scalar.multiplyAdd(gain[row], innovation, correction[row])
    }

    let (tilt, heading, gyroscope) =
      (Self.tiltX..<Self.heading, Self.heading..<Self.bias, Self.bias..<Self.scale)
    covariance.subtractSquare(of: column, times: inverse, inRows: tilt, columns: heading)
    covariance.subtractSquare(of: column, times: inverse, inRows: heading, columns: Self.heading..<stateCount)
    covariance.subtractProduct(of: column, gain, times: inverse, inRows: tilt, columns: gyroscope)
    covariance.subtractProduct(of: gain, column, times: inverse, inRows: gyroscope, columns: Self.scale..<stateCount)
    // In the block of the bias, K cᵀ + c Kᵀ - S K Kᵀ is c cᵀ - (c - S K) (c - S K)ᵀ, over S.
    for row in 0..<3 {
      for other in row..<3 {
        covariance[Self.bias + row, Self.bias + other] -=
          (bias[row] * bias[other] - held[row] * held[other]) * inverse
      }
    }
    return column[Self.heading] * innovation
  }
}
