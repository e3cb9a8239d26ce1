import Rotations

/// The error state of the default filter: its covariance, and the correction that the measurements of one step add up
/// to. The Kalman core, without any knowledge of where the measurements come from.
///
/// States: attitude error in the earth frame 0-2 (rad; 2 is the heading), bias of the gyroscope 3-5 (rad/s), scale error of
/// the gyroscope 6-8, horizontal velocity 9-10 (m/s), and with 14 states the gyroscope's cross-axis terms 11-13.
///
/// Sources: E. Lefferts, F. Markley, M. Shuster, "Kalman filtering for spacecraft attitude estimation", 1982;
/// F. Markley, "Attitude error representations for Kalman filtering", 2003; TheDefaultFilter.md, sections 1 and 3.
@frozen
public struct ErrorState<let stateCount: Int, Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The covariance of the state.
  public var covariance = SymmetricMatrix<stateCount, Scalar>()
  /// The correction that has been collected in this step.
  public var correction = InlineArray<stateCount, Scalar>(repeating: 0.0)

  @inlinable static var heading: Int { 2 }
  @inlinable static var bias: Int { 3 }
  @inlinable static var scale: Int { 6 }
  @inlinable static var velocity: Int { 9 }
  @inlinable static var crossAxis: Int { 11 }
  @inlinable static var hasCrossAxis: Bool { stateCount > 11 }

  /// Nothing known but the prior deviations of the parameters.
  @inlinable
  public init(_ parameters: VelocityBoundedParameters<Scalar>) {
    for index in Self.bias..<Self.scale { covariance[index, index] = parameters.biasDeviation.squared }
    for index in Self.scale..<Self.velocity { covariance[index, index] = parameters.scaleDeviation.squared }
    for index in Self.crossAxis..<stateCount { covariance[index, index] = parameters.crossAxisDeviation.squared }
    resetTilt(parameters)
  }

  /// Forgets tilt and velocity; bias, scale and heading survive (RESET_TILT).
  @inlinable
  public mutating func resetTilt(_ parameters: VelocityBoundedParameters<Scalar>) {
    for index in 0..<2 { covariance.isolate(index, variance: parameters.initialTiltDeviation.squared) }
    resetVelocity(parameters)
  }

  /// Forgets the velocity.
  @inlinable
  public mutating func resetVelocity(_ parameters: VelocityBoundedParameters<Scalar>) {
    let variance = parameters.initialVelocityDeviation.squared
    for index in Self.velocity..<Self.crossAxis { covariance.isolate(index, variance: variance) }
  }

  /// The variance of the heading.
  @inlinable @inline(__always) var headingVariance: Scalar { covariance[Self.heading, Self.heading] }
  /// The mean variance of the two components of tilt.
  @inlinable @inline(__always) var tiltVariance: Scalar { (covariance[0, 0] + covariance[1, 1]) * 0.5 }
  /// The mean variance of the two components of the velocity.
  @inlinable @inline(__always) var velocityVariance: Scalar {
    (covariance[Self.velocity, Self.velocity] + covariance[Self.velocity + 1, Self.velocity + 1]) * 0.5
  }

  /// Adds the same variance to the three attitude errors.
  @inlinable @inline(__always)
  mutating func addAttitudeVariance(_ variance: Scalar) {
    for index in 0..<3 { covariance[index, index] += variance }
  }

  /// Carries the covariance over one step (TheDefaultFilter.md, 3.3) and starts a new correction.
  @inlinable @inline(__always)
  mutating func predict(
    _ increment: MotionIncrement<Scalar>, _ parameters: VelocityBoundedParameters<Scalar>, gravity: Scalar
  ) {
    carryVelocityError(gravity * increment.duration)
    carryAttitudeError(increment)
    addNoise(increment, parameters)
    for index in 0..<stateCount { correction[index] = 0.0 }
  }

  /// F1: a tilt error accelerates. velocity x += g T (tilt y), velocity y -= g T (tilt x).
  @inlinable @inline(__always)
  mutating func carryVelocityError(_ gain: Scalar) {
    let (vx, vy) = (Self.velocity, Self.velocity + 1)
    let (xx, xy, yy) = (covariance[0, 0], covariance[0, 1], covariance[1, 1])
    let (vxTiltX, vxTiltY) = (covariance[vx, 0], covariance[vx, 1])
    let (vyTiltX, vyTiltY) = (covariance[vy, 0], covariance[vy, 1])
    covariance[vx, vx] += gain * (2.0 * vxTiltY + gain * yy)
    covariance[vx, vy] += gain * (vyTiltY - vxTiltX - gain * xy)
    covariance[vy, vy] += gain * (gain * xx - 2.0 * vyTiltX)
    for other in 0..<stateCount where other != vx && other != vy {
      covariance[vx, other] += gain * covariance[1, other]
      covariance[vy, other] -= gain * covariance[0, other]
    }
  }

  /// F2: bias, scale and cross-axis errors turn. attitude -= A bias + B scale + C cross-axis.
  @inlinable @inline(__always)
  mutating func carryAttitudeError(_ increment: MotionIncrement<Scalar>) {
    let byBias = increment.rotationIntegral
    let byScale = increment.rateIntegral
    let biasBlock = covariance.block(Self.bias, Self.bias)
    let biasScale = covariance.block(Self.bias, Self.scale)
    let scaleBlock = covariance.block(Self.scale, Self.scale)
    let attitudeBias = covariance.block(0, Self.bias)
    let attitudeScale = covariance.block(0, Self.scale)

    var newBias = attitudeBias - byBias * biasBlock - byScale * biasScale.transpose
    var newScale = attitudeScale - byBias * biasScale - byScale * scaleBlock
    var attitude =
      covariance.block(0, 0) - byBias * attitudeBias.transpose - byScale * attitudeScale.transpose

    if Self.hasCrossAxis {
      let byCross = increment.crossAxisIntegral
      let attitudeCross = covariance.block(0, Self.crossAxis)
      let biasCross = covariance.block(Self.bias, Self.crossAxis)
      let scaleCross = covariance.block(Self.scale, Self.crossAxis)
      let crossBlock = covariance.block(Self.crossAxis, Self.crossAxis)
      newBias -= byCross * biasCross.transpose
      newScale -= byCross * scaleCross.transpose
      attitude -= byCross * attitudeCross.transpose
      let newCross = attitudeCross - byBias * biasCross - byScale * scaleCross - byCross * crossBlock
      attitude -= newCross * byCross.transpose
      covariance.setBlock(0, Self.crossAxis, newCross)
    }
    for column in Self.velocity..<Self.crossAxis {
      let biasColumn = covarianceColumn(Self.bias, column)
      let scaleColumn = covarianceColumn(Self.scale, column)
      var change = byBias * biasColumn + byScale * scaleColumn
      if Self.hasCrossAxis { change += increment.crossAxisIntegral * covarianceColumn(Self.crossAxis, column) }
      for row in 0..<3 { covariance[row, column] -= change[row] }
    }
    attitude -= newBias * byBias.transpose
    attitude -= newScale * byScale.transpose
    covariance.setBlock(0, 0, attitude)
    covariance.setBlock(0, Self.bias, newBias)
    covariance.setBlock(0, Self.scale, newScale)
  }

  @inlinable @inline(__always)
  func covarianceColumn(_ row: Int, _ column: Int) -> Vector3<Scalar> {
    Vector3(x: covariance[row, column], y: covariance[row + 1, column], z: covariance[row + 2, column])
  }

  /// Process noise.
  @inlinable @inline(__always)
  mutating func addNoise(_ increment: MotionIncrement<Scalar>, _ parameters: VelocityBoundedParameters<Scalar>) {
    let duration = increment.duration
    let rateNoise = parameters.relativeRateNoise.squared * parameters.relativeRateNoiseTime
    addAttitudeVariance(parameters.angleRandomWalk.squared * duration + rateNoise * increment.squaredRateIntegral)
    addGyroscopeWalk(over: duration, parameters)
    // While the accelerometer is clipped the velocity increment is unknown: 20 m/s².
    let velocityNoise = parameters.accelerometerNoise.squared + 400.0 * increment.clippedDuration
    for index in Self.velocity..<Self.crossAxis { covariance[index, index] += velocityNoise * duration }
  }

  /// The gyroscope's errors wander, but are never less known than at the start.
  @inlinable @inline(__always)
  mutating func addGyroscopeWalk(over duration: Scalar, _ parameters: VelocityBoundedParameters<Scalar>) {
    let biasGrowth = parameters.biasWalk.squared * duration
    let scaleGrowth = parameters.scaleWalk.squared * duration
    addWalk(Self.bias..<Self.scale, biasGrowth, below: parameters.biasDeviation.squared)
    addWalk(Self.scale..<Self.velocity, scaleGrowth, below: parameters.scaleDeviation.squared)
    addWalk(Self.crossAxis..<stateCount, scaleGrowth, below: parameters.crossAxisDeviation.squared)
  }

  @inlinable @inline(__always)
  mutating func addWalk(_ states: Range<Int>, _ variance: Scalar, below limit: Scalar) {
    for index in states {
      let value = covariance[index, index]
      covariance[index, index] = value.replacing(with: value + variance, where: value .< limit)
    }
  }

  /// There is no heading variance before there is a heading, and none above half a turn.
  @inlinable @inline(__always)
  mutating func boundHeadingVariance(isHeadingKnown: Scalar.Mask) {
    covariance.clear(Self.heading, where: .!isHeadingKnown)
    let largest = Scalar.pi.squared
    covariance.isolate(Self.heading, variance: largest, where: headingVariance .> largest)
  }

  /// A measurement of one state in the lanes of `mask`: `difference` is what was measured less the estimate before this
  /// step's corrections. A measurement without gain leaves the other lanes as they are.
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

  /// A measurement of the heading that may correct heading and bias only; the other states are considered
  /// (S. Schmidt, "Application of state-space methods to navigation problems", 1966), so that the magnetometer never
  /// reaches the tilt. In the lanes of `mask`.
  @inlinable @inline(__always)
  mutating func observeHeading(
    difference: Scalar, variance: Scalar, where mask: Scalar.Mask = Scalar.Mask(repeating: true)
  ) {
    let column = covariance.column(Self.heading)
    let inverse = Scalar.zero.replacing(with: 1.0 / (column[Self.heading] + variance), where: mask)
    let innovation = (difference - correction[Self.heading]) * inverse
    for row in Self.heading..<Self.scale {
      correction[row] = Scalar.multiplyAdd(column[row], innovation, correction[row])
    }
    let corrected = Self.heading..<Self.scale
    covariance.subtractSquare(of: column, times: inverse, inRows: 0..<Self.heading, columns: corrected)
    covariance.subtractSquare(of: column, times: inverse, inRows: corrected, columns: corrected.lowerBound..<stateCount)
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    covariance.replace(with: other.covariance, where: mask)
    for index in 0..<stateCount { correction[index].replace(with: other.correction[index], where: mask) }
  }
}
