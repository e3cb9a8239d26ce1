import Rotations

/// The derivative of a measurement with respect to the errors of attitude and velocity; that to the others is zero.
@frozen @usableFromInline
struct MeasurementRow<Scalar: RealLanes>: Sendable {
  @usableFromInline var attitude: Vector3<Scalar>
  @usableFromInline var velocity: Vector2<Scalar>

  @export(implementation) @inline(__always)
  init(attitude: Vector3<Scalar> = .zero, velocity: Vector2<Scalar>) {
    self.attitude = attitude
    self.velocity = velocity
  }
}

// The error state while the velocity is measured, or its direction is known (TheDefaultFilter.md, equations 54 to 62).

extension ErrorState {
  /// A scalar measurement of attitude and velocity in the lanes of `mask` (equation 56). `difference` is the measured value less
  /// the estimate before this step's corrections. Returns the innovation in standard deviations; where its square is above
  /// `squaredGate` nothing changes.
  @export(implementation) @discardableResult
  mutating func observe(
    _ row: MeasurementRow<Scalar>, difference: Scalar, variance: Scalar, squaredGate: Scalar,
    where mask: Scalar.Mask = Scalar.Mask(repeating: true)
  ) -> Scalar {
    let column = columns(combinedBy: row)
    let total = combined(column, by: row) + variance
    let innovation = difference - combined(correction, by: row)
    let normalizedInnovation = innovation / total.squareRoot()
    let isAccepted = mask .& (normalizedInnovation.squared .<= squaredGate)
    let inverse = Scalar.zero.replacing(with: 1.0 / total, where: isAccepted)
    let gain = Scalar.zero.replacing(with: innovation * inverse, where: isAccepted)
    correct(by: column, times: gain)
    covariance.subtractSquare(of: column, times: inverse, inRows: 0..<stateCount, columns: 0..<stateCount)
    return normalizedInnovation
  }

  /// A measurement of both components of the velocity with full gain.
  @export(implementation)
  mutating func observeVelocity(_ difference: Vector2<Scalar>, variance: Scalar) {
    observe(Self.velocityX, difference: difference.x, variance: variance)
    observe(Self.velocityY, difference: difference.y, variance: variance)
  }

  /// The product of the covariance with a row.
  @export(implementation) @inline(__always)
  func columns(combinedBy row: MeasurementRow<Scalar>) -> InlineArray<stateCount, Scalar> {
    var column = InlineArray<stateCount, Scalar>(repeating: 0.0)
    for index in 0..<stateCount {
      let byAttitude =
        row.attitude.x * covariance[index, Self.tiltX] + row.attitude.y * covariance[index, Self.tiltY]
        + row.attitude.z * covariance[index, Self.heading]
      column[index] =
        byAttitude + row.velocity.x * covariance[index, Self.velocityX]
        + row.velocity.y * covariance[index, Self.velocityY]
    }
    return column
  }

  /// The product of a row with a vector of states.
  @export(implementation) @inline(__always)
  func combined(_ states: InlineArray<stateCount, Scalar>, by row: MeasurementRow<Scalar>) -> Scalar {
    row.attitude.x * states[Self.tiltX] + row.attitude.y * states[Self.tiltY] + row.attitude.z * states[Self.heading]
      + row.velocity.x * states[Self.velocityX] + row.velocity.y * states[Self.velocityY]
  }

  /// Turns the error of a known velocity with the level frame, which the gyroscope's errors turn about up:
  /// ν -= (up × v) (the change of θz) (equation 55). To follow `carryAttitudeError`.
  @export(implementation)
  mutating func carryKnownVelocity(_ velocity: Vector2<Scalar>, _ increment: MotionIncrement<Scalar>) {
    let turning = covarianceWithTurn(increment)
    let squaredTurn = turnOfGyroscopeErrors(turning, increment)
    addToVelocity(velocity.quarterTurn, of: turning, variance: squaredTurn)
  }

  /// Correlates the errors of velocity and heading, so that a velocity over ground says nothing of the heading: ν -= (up × v) θz
  /// (equation 58).
  @export(implementation)
  mutating func tieVelocityToHeading(_ velocity: Vector2<Scalar>) {
    addToVelocity(
      -velocity.quarterTurn, of: covariance.column(Self.heading), variance: headingVariance)
  }

  /// Adds `factor` times an error that is independent of the velocity's own: its covariance with all states, its variance.
  @export(implementation)
  mutating func addToVelocity(
    _ factor: Vector2<Scalar>, of column: InlineArray<stateCount, Scalar>, variance: Scalar
  ) {
    let (vx, vy) = (Self.velocityX, Self.velocityY)
    for index in 0..<stateCount where index != vx && index != vy {
      covariance[vx, index] += factor.x * column[index]
      covariance[vy, index] += factor.y * column[index]
    }
    covariance[vx, vx] += factor.x * (2.0 * column[vx] + factor.x * variance)
    covariance[vy, vy] += factor.y * (2.0 * column[vy] + factor.y * variance)
    covariance[vx, vy] += factor.x * column[vy] + factor.y * column[vx] + factor.x * factor.y * variance
  }

  /// The covariance of all states with the turn of the level frame about up by the gyroscope's errors, negative.
  @export(implementation)
  func covarianceWithTurn(_ increment: MotionIncrement<Scalar>) -> InlineArray<stateCount, Scalar> {
    var column = InlineArray<stateCount, Scalar>(repeating: 0.0)
    for index in 0..<stateCount { column[index] = turnOfGyroscopeErrors(covariance.column(index), increment) }
    return column
  }

  @export(implementation)
  func turnOfGyroscopeErrors(
    _ states: InlineArray<stateCount, Scalar>, _ increment: MotionIncrement<Scalar>
  ) -> Scalar {
    var error = increment.rateError(
      bias: Self.vector(in: states, from: Self.bias), scale: Self.vector(in: states, from: Self.scale))
    if Self.hasCrossAxis { error += increment.crossAxisEffect * Self.vector(in: states, from: Self.crossAxis) }
    return increment.duration * increment.meanRotation.row2.dot(error)
  }

  /// Takes the velocity from outside: what was known of it before does not count.
  @export(implementation)
  mutating func replaceVelocity(variance: Scalar) {
    for index in Self.velocityX...Self.velocityY { covariance.isolate(index, variance: variance) }
  }
}
