import Rotations

// Measurements of the error state (TheDefaultFilter.md, equations 36 to 38 and 51).

extension ErrorState {
  /// The share of the level part of the bias in the gain of a heading: a disturbed field must not tilt (equation 51).
  @inlinable static var levelBiasShare: Scalar { 0.2 }
  /// The share of the bias' part of the velocity's gain that is held back about up (equation 37).
  @inlinable static var verticalShare: Scalar { 0.5 }

  /// A measurement of the velocity, with the same variance for both components, whose gain is reduced for the gyroscope's
  /// errors: the velocity of a carrier is not white, and gravity shows nothing of a bias about up. `difference` is measured less
  /// predicted, `up` the up axis in body axes (equations 36 and 37; K. Brink, "Partial-update Schmidt-Kalman filter", 2017).
  @inlinable @inline(__always)
  mutating func observeVelocity(
    _ difference: Vector2<Scalar>, variance: Scalar, up: Vector3<Scalar>, scaleShare: Scalar, biasShare: Scalar
  ) {
    observePartly(
      Self.velocityX, difference: difference.x, variance: variance, up: up, scaleShare: scaleShare, biasShare: biasShare
    )
    observePartly(
      Self.velocityY, difference: difference.y, variance: variance, up: up, scaleShare: scaleShare, biasShare: biasShare
    )
  }

  /// The measurement of one component (equations 36 and 37).
  @inlinable @inline(__always)
  mutating func observePartly(
    _ state: Int, difference: Scalar, variance: Scalar, up: Vector3<Scalar>, scaleShare: Scalar, biasShare: Scalar
  ) {
    let column = covariance.column(state)
    let inverse = 1.0 / (column[state] + variance)
    let innovation = (difference - correction[state]) * inverse
    // For the gain (column - held) / innovation variance, (36) is P -= (column columnᵀ - held heldᵀ) / innovation variance.
    var held = InlineArray<stateCount, Scalar>(repeating: 0.0)
    let bias = Vector3(x: column[Self.bias], y: column[Self.bias + 1], z: column[Self.bias + 2])
    let along = up * (Self.verticalShare * biasShare * up.dot(bias))
    for axis in 0..<3 { held[Self.bias + axis] = (1.0 - biasShare) * bias[axis] + along[axis] }
    for row in Self.scale..<Self.velocityX { held[row] = column[row] * (1.0 - scaleShare) }
    for row in Self.crossAxis..<stateCount { held[row] = column[row] * (1.0 - scaleShare) }
    for row in 0..<stateCount {
      correction[row] = Scalar.multiplyAdd(column[row] - held[row], innovation, correction[row])
    }
    covariance.subtractSquare(of: column, times: inverse, inRows: 0..<stateCount, columns: 0..<stateCount)
    let (gyroscope, cross) = (Self.bias..<Self.velocityX, Self.crossAxis..<stateCount)
    covariance.subtractSquare(of: held, times: -inverse, inRows: gyroscope, columns: gyroscope)
    if Self.hasCrossAxis {
      covariance.subtractSquare(of: held, times: -inverse, inRows: gyroscope, columns: cross)
      covariance.subtractSquare(of: held, times: -inverse, inRows: cross, columns: cross)
    }
  }

  /// A measurement of the bias in the lanes of `mask`, the same variance for each component.
  @inlinable @inline(__always)
  mutating func observeBias(_ difference: Vector3<Scalar>, variance: Scalar, where mask: Scalar.Mask) {
    // One by one: a loop over the states would copy the covariance for its changing index.
    observe(Self.bias, difference: difference.x, variance: variance, where: mask)
    observe(Self.bias + 1, difference: difference.y, variance: variance, where: mask)
    observe(Self.bias + 2, difference: difference.z, variance: variance, where: mask)
  }

  /// A scalar measurement of one state in the lanes of `mask` (equation 38). `difference` is the measured value less the
  /// estimate before this step's corrections. The other lanes have no gain and stay as they are.
  @inlinable @inline(__always)
  mutating func observe(
    _ state: Int, difference: Scalar, variance: Scalar, where mask: Scalar.Mask = Scalar.Mask(repeating: true)
  ) {
    let column = covariance.column(state)
    let inverse = Scalar.zero.replacing(with: 1.0 / (column[state] + variance), where: mask)
    let innovation = (difference - correction[state]) * inverse
    for row in 0..<stateCount {
      correction[row] = Scalar.multiplyAdd(column[row], innovation, correction[row])
    }
    covariance.subtractSquare(of: column, times: inverse, inRows: 0..<stateCount, columns: 0..<stateCount)
  }

  /// A measurement of the heading by the field in the lanes of `mask`, which also shows the tilt error. It corrects heading and
  /// bias; the other states are considered, so that the magnetometer never reaches the tilt (S. Schmidt 1966, equation 51). `up` is
  /// the up axis in body axes.
  @inlinable
  mutating func observeHeading(
    _ measurement: HeadingEstimator<Scalar>.Measurement, up: Vector3<Scalar>,
    where mask: Scalar.Mask = Scalar.Mask(repeating: true)
  ) {
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
    let bias = Vector3(x: column[Self.bias], y: column[Self.bias + 1], z: column[Self.bias + 2])
    let level = (bias - up * up.dot(bias)) * (1.0 - Self.levelBiasShare)
    var gain = column
    for axis in 0..<3 { gain[Self.bias + axis] = bias[axis] - level[axis] }
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
          (bias[row] * bias[other] - level[row] * level[other]) * inverse
      }
    }
  }
}
