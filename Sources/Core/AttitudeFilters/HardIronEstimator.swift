import Rotations

/// The tuning parameters of `HardIronEstimator`.
@frozen
public struct HardIronParameters<Scalar: RealLanes>: Sendable {
  /// One standard deviation of a reading, local disturbances of the field included, µT. Default 1.
  public var readingDeviation: Scalar = 1.0
  /// One standard deviation of the hard iron before the first turn, µT per axis. Default 100. Zero holds it at zero.
  public var hardIronDeviation: Scalar = 100.0
  /// The turn after which two readings are compared, rad. Default 0.5. Small amplifies the noise, large the gyroscope's
  /// errors.
  public var turnAngle: Scalar = 0.5
  /// The longest turn, s; longer ones are ignored. Default 2. Zero ignores every turn.
  public var longestTurn: Scalar = 2.0
  /// The time constant with which old turns are forgotten, s. Default 600. Shorter for a hard iron that changes, as when
  /// the device is magnetised or a load is switched.
  public var memory: Scalar = 600.0

  /// The default parameters.
  @inlinable
  public init() {}
}

/// Estimates a magnetometer's hard iron while the sensor turns, without knowing the attitude.
///
/// A constant field turns in body axes against the gyroscope's rate ω: m' = -ω × (m - h). Over a turn R the readings
/// before and after satisfy m₁ - h = R (m₀ - h), which is linear in the hard iron: (I - R) h = m₁ - R m₀. Turns enter a
/// least-squares problem with forgetting; those that do not fit have less weight (Cauchy). One axis of rotation determines
/// two coordinates of h, a second axis the third.
///
/// Goals, in order: a finite estimate with a correct standard deviation after every sample; one code path for lanes; small.
///
/// Source: G. Troni and L. Whitcomb, "Adaptive estimation of measurement bias in three-dimensional field sensors with
/// angular-rate sensors", Robotics: Science and Systems 2013 (the same equation, there as an observer).
@frozen
public struct HardIronEstimator<Scalar: RealLanes>: VisitableState, Sendable {
  /// The tuning parameters.
  public let parameters: HardIronParameters<Scalar>
  /// The estimate h, µT; zero before the first turn.
  public var hardIron: Vector3<Scalar> = .zero
  /// One standard deviation of the estimate along each axis, µT; large along axes that no turn has shown.
  public var standardDeviation: Vector3<Scalar>
  @usableFromInline var information: Matrix3<Scalar>
  @usableFromInline var informationVector: Vector3<Scalar> = .zero
  @usableFromInline var anchorField: Vector3<Scalar> = .zero
  @usableFromInline var anchorFromBody: Rotation<Scalar> = .identity
  @usableFromInline var elapsed: Scalar = 0.0
  @usableFromInline var hasAnchor = Scalar.Mask(repeating: false)

  /// An estimator before its first sample.
  @inlinable
  public init(parameters: HardIronParameters<Scalar> = HardIronParameters()) {
    self.parameters = parameters
    standardDeviation = Vector3(repeating: parameters.hardIronDeviation)
    information = .zero
  }

  /// The reading without the hard iron, µT.
  @inlinable @inline(__always)
  public func corrected(_ magneticField: Vector3<Scalar>) -> Vector3<Scalar> { magneticField - hardIron }

  /// Processes the rate of an interval, rad/s without the gyroscope's bias, and the magnetometer's reading at its end, µT, or
  /// not-a-number if it is missing. An invalid rate or interval begins a new turn.
  @inlinable
  public mutating func update(angularRate: Vector3<Scalar>, magneticField: Vector3<Scalar>, interval: Scalar) {
    let isMeasured = angularRate.isFiniteInLane .& interval.isFiniteInLane .& (interval .> 0.0) .& (interval .< 0.5)
    hasAnchor = hasAnchor .& isMeasured
    turn(by: (angularRate * interval).replacing(with: .zero, where: .!isMeasured))
    elapsed += Scalar.zero.replacing(with: interval, where: isMeasured)

    let hasField = magneticField.isFiniteInLane .& (magneticField.largestMagnitude .< 1e6) .& isMeasured
    let field = Vector3.zero.replacing(with: magneticField, where: hasField)
    let isInTime = elapsed .<= parameters.longestTurn
    // The squared sine of half the angle spares an arc tangent for each sample.
    let hasTurned = anchorFromBody.quaternion.vector.squaredLength .> (0.25 * parameters.turnAngle.squared)
    modify(where: hasField .& hasAnchor .& hasTurned .& isInTime) { $0.learn(from: field) }
    modify(where: hasField .& (.!hasAnchor .| hasTurned .| .!isInTime)) { $0.dropAnchor(at: field) }
  }

  /// Adds this sample's turn to the turn since the anchor.
  @inlinable @inline(__always)
  mutating func turn(by angle: Vector3<Scalar>) {
    anchorFromBody = (anchorFromBody * Rotation(rotationVector: angle)).renormalized
  }

  /// One row of three equations, (I - R) h = m₁ - R m₀, in the information form.
  @inlinable
  mutating func learn(from field: Vector3<Scalar>) {
    let bodyFromAnchor = anchorFromBody.inverse.matrix
    let lever = Matrix3.identity - bodyFromAnchor
    let change = field - bodyFromAnchor * anchorField
    let misfit = change - lever * hardIron
    // The squared misfit that the uncertainty of h and the noise of both readings explain.
    let noise = 2.0 * parameters.readingDeviation.squared
    let expected = 3.0 * noise + (lever * standardDeviation).squaredLength
    let weight = 1.0 / (noise * (1.0 + misfit.squaredLength / (9.0 * expected)))
    let kept = 1.0 / (1.0 + elapsed / parameters.memory)
    let gained = lever.transpose
    information = information * kept + gained * lever * weight
    informationVector = informationVector * kept + gained * change * weight
    solve()
  }

  /// The estimate and its standard deviation; the prior is one more measurement, of zero.
  @inlinable
  mutating func solve() {
    let prior = 1.0 / parameters.hardIronDeviation.squared
    let total = information + Matrix3(diagonal: Vector3(repeating: prior))
    let covariance = total.adjugate * (1.0 / total.determinant)
    let variances = covariance.diagonal
    let isSolved = variances.isFiniteInLane .& (variances.x .> 0.0) .& (variances.y .> 0.0) .& (variances.z .> 0.0)
    hardIron.replace(with: covariance * informationVector, where: isSolved)
    let deviation = Vector3(
      x: variances.x.squareRoot(), y: variances.y.squareRoot(), z: variances.z.squareRoot())
    standardDeviation.replace(with: deviation, where: isSolved)
  }

  @inlinable @inline(__always)
  mutating func dropAnchor(at field: Vector3<Scalar>) {
    anchorField = field
    anchorFromBody = .identity
    elapsed = 0.0
    hasAnchor = Scalar.Mask(repeating: true)
  }

  @inlinable
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&hardIron, with: other.hardIron)
    visitor.visit(&standardDeviation, with: other.standardDeviation)
    visitor.visit(&information, with: other.information)
    visitor.visit(&informationVector, with: other.informationVector)
    visitor.visit(&anchorField, with: other.anchorField)
    visitor.visit(&anchorFromBody, with: other.anchorFromBody)
    visitor.visit(&elapsed, with: other.elapsed)
    visitor.visit(&hasAnchor, with: other.hasAnchor)
  }
}
