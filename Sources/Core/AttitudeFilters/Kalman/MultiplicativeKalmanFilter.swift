import MotionSamples
import Rotations

/// A plain multiplicative extended Kalman filter (MEKF): attitude and gyroscope bias.
///
/// The rate is integrated; its noise and the bias make the covariance grow. The horizontal part of the specific force, in
/// ENU, measures the two tilt errors; the azimuth of the field measures the heading error. The
/// magnetometer corrects heading and bias only, with the uncertainty of tilt taken into account.
///
/// On data with the modelled noise the standard deviations match the errors. They mean little where the noise model does not
/// hold, above all under lasting acceleration and in a disturbed field.
///
/// The first sample sets the attitude, as does the first after a gap. A mean specific force that is tilted by more than 45°
/// for a second contradicts the attitude, which is then found again.
///
/// Sources: E. Lefferts, F. Markley, M. Shuster, "Kalman filtering for spacecraft attitude estimation", Journal of
/// Guidance, Control, and Dynamics 5(5), 1982; F. Markley, "Attitude error representations for Kalman filtering", Journal
/// of Guidance, Control, and Dynamics 26(2), 2003.
@frozen
public struct MultiplicativeKalmanFilter<Scalar: RealLanes>: AttitudeFilter {
  public let parameters: MultiplicativeKalmanParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var enuFromBodyEstimate: Rotation<Scalar> = .identity
  @usableFromInline var bias: Vector3<Scalar> = .zero
  @usableFromInline var covariance: AttitudeCovariance<Scalar>
  /// Time since the last specific force, and since the last magnetic field, in seconds.
  @usableFromInline var forceInterval: Scalar = 0.0
  @usableFromInline var fieldInterval: Scalar = 0.0
  /// The specific force in ENU, averaged over a second, in m/s².
  @usableFromInline var averageForce: Vector3<Scalar>

  /// A filter before its first sample.
  @inlinable
  public init(parameters: MultiplicativeKalmanParameters<Scalar> = MultiplicativeKalmanParameters()) {
    self.parameters = parameters
    covariance = AttitudeCovariance(biasDeviation: parameters.initialBiasDeviation)
    averageForce = Vector3.unitZ * parameters.gravity
  }

  @inlinable
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    let admitted = sampleGuard.admit(sample)
    let (angularRate, interval, gap) = (admitted.angularRate, admitted.interval, admitted.gap)
    let (specificForce, magneticField) = (admitted.specificForce, admitted.magneticField)
    modify(where: admitted.outcome.isAfterGap) { $0.openAfterGap(gap) }
    let isStarting = findStart(admitted)
    let advances = admitted.hasInterval .& .!isStarting
    modify(where: advances) { $0.predict(angularRate, interval) }
    if (admitted.silence .> 0.0).isTrueInAnyLaneUnlikely { widen(for: admitted) }
    modify(where: advances .& admitted.hasSpecificForce) { $0.observeUp(specificForce) }
    modify(where: advances .& admitted.hasMagneticField) { $0.observeNorth(magneticField) }
    let isLost = advances .& contradictsSpecificForce
    modify(where: isLost) { $0.findAgain() }

    var outcome = start.outcome(of: admitted, isStarting: isStarting)
    outcome.isCorrectedByJump = isLost
    return outcome
  }

  /// The first attitude and its uncertainty.
  @inlinable @inline(__always)
  mutating func findStart(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    let found = start.find(&enuFromBodyEstimate, admitted)
    let isStarting = found.tilt .| found.heading
    if isStarting.isTrueInAnyLane {
      let tiltVariance = parameters.initialTiltDeviation.squared
      covariance.isolate(0, variance: tiltVariance, where: found.tilt)
      covariance.isolate(1, variance: tiltVariance, where: found.tilt)
      covariance.isolate(2, variance: parameters.initialHeadingDeviation.squared, where: found.heading)
    }
    return isStarting
  }

  /// Strapdown integration by two half turns, with the attitude half-way for the covariance.
  @inlinable @inline(__always)
  mutating func predict(_ angularRate: Vector3<Scalar>, _ interval: Scalar) {
    forceInterval += interval
    fieldInterval += interval
    let halfTurn = Rotation(rotationVector: (angularRate - bias) * (interval * 0.5))
    let halfway = enuFromBodyEstimate * halfTurn
    enuFromBodyEstimate = (halfway * halfTurn).renormalized
    covariance.predict(
      enuFromBody: halfway.matrix, interval: interval, rateDensity: parameters.gyroscopeNoiseDensity,
      biasDensity: parameters.biasRandomWalk)
    boundHeadingVariance()
  }

  /// The body turns by an unknown angle while the gyroscope is silent: 3 rad/s and three times the rate before, all the time.
  @inlinable
  mutating func widen(for admitted: SampleGuard<Scalar>.AdmittedSample) {
    let rate = 3.0 + 3.0 * sampleGuard.rateBeforeSilence
    let growth = rate.squared * 2.0 * admitted.silence * admitted.interval
    for index in 0..<3 { covariance.matrix[index, index] += growth }
    boundHeadingVariance()
  }

  /// Keeps the heading variance below half a turn squared.
  @inlinable @inline(__always)
  mutating func boundHeadingVariance() {
    let largest = Scalar.pi.squared
    let isUnknown = covariance.matrix[2, 2] .> largest
    if isUnknown.isTrueInAnyLane { covariance.isolate(2, variance: largest, where: isUnknown) }
  }

  /// Up: R f = g z - (tilt error) × g z + noise, so the tilt errors about x and y are f_y / g and -f_x / g.
  @inlinable @inline(__always)
  mutating func observeUp(_ specificForce: Vector3<Scalar>) {
    let interval = Scalar.minimum(forceInterval, 1.0)
    forceInterval = 0.0
    let force = enuFromBodyEstimate.rotate(specificForce)
    averageForce += (force - averageForce) * (interval / (1.0 + interval))

    let inverse = 1.0 / parameters.gravity
    let variance = (parameters.specificForceNoiseDensity * inverse).squared / interval
    var correction = InlineArray<6, Scalar>(repeating: 0.0)
    covariance.observe(0, difference: force.y * inverse, variance: variance, &correction)
    covariance.observe(1, difference: -force.x * inverse, variance: variance, &correction)
    apply(correction)
  }

  /// North: the azimuth of the field is the heading error, less what a tilt error makes of a field that dips.
  @inlinable @inline(__always)
  mutating func observeNorth(_ magneticField: Vector3<Scalar>) {
    let interval = Scalar.minimum(fieldInterval, 1.0)
    fieldInterval = 0.0
    let field = enuFromBodyEstimate.rotate(magneticField)
    let squaredHorizontal = field.x * field.x + field.y * field.y
    // A field this close to vertical, or this weak (µT²), has no azimuth.
    let hasAzimuth = squaredHorizontal .> Scalar.maximum(1e-6 * field.squaredLength, 1e-12)
    let inverse = 1.0 / squaredHorizontal.replacing(with: 1.0, where: .!hasAzimuth)
    let azimuth = Scalar.arcTangent(y: field.x, x: field.y)
    // At the estimate the field points north, so only a tilt about y turns its azimuth. The measured azimuth must not
    // enter here: its noise would meet itself in the gain.
    let tiltGain = -field.z * inverse.squareRoot()
    let variance = parameters.magneticFieldNoiseDensity.squared * inverse / interval
    modify(where: hasAzimuth) {
      var correction = InlineArray<6, Scalar>(repeating: 0.0)
      $0.covariance.observeHeading(
        difference: azimuth, tiltGain: tiltGain, variance: variance, &correction)
      $0.apply(correction)
    }
  }

  /// Moves the correction into attitude and bias.
  @inlinable @inline(__always)
  mutating func apply(_ correction: InlineArray<6, Scalar>) {
    let turn = Vector3(x: correction[0], y: correction[1], z: correction[2])
    enuFromBodyEstimate = (Rotation(rotationVector: turn) * enuFromBodyEstimate).renormalized
    let biasCorrection = Vector3(x: correction[3], y: correction[4], z: correction[5])
    bias = (bias + biasCorrection).clamped(to: parameters.biasLimit)
  }

  /// Whether a specific force as long as gravity was tilted by more than 45° for a second.
  @inlinable @inline(__always)
  var contradictsSpecificForce: Scalar.Mask {
    let force = averageForce
    let leans = force.x * force.x + force.y * force.y .> force.z * force.z.absoluteValue
    let lower = 0.75 * parameters.gravity
    let upper = 1.25 * parameters.gravity
    let square = force.squaredLength
    return leans .& (square .> lower.squared) .& (square .< upper.squared)
  }

  /// Finds tilt and heading from the next sample; the bias, which was learned with a wrong attitude, is reset.
  @inlinable
  mutating func findAgain() {
    start = AttitudeStart()
    averageForce = Vector3.unitZ * parameters.gravity
    covariance = AttitudeCovariance(biasDeviation: parameters.initialBiasDeviation)
    bias = .zero
  }

  /// Finds tilt and heading from the next sample. The bias has drifted; without a magnetic field the heading is lost.
  @inlinable
  mutating func openAfterGap(_ gap: Scalar) {
    start = AttitudeStart()
    averageForce = Vector3.unitZ * parameters.gravity
    let everything = Scalar.Mask(repeating: true)
    covariance.isolate(2, variance: Scalar.pi.squared, where: everything)
    let growth = parameters.biasRandomWalk.squared * gap
    for index in 3..<6 { covariance.matrix[index, index] += growth }
  }

  @inlinable
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&start, with: other.start)
    visitor.visit(&enuFromBodyEstimate, with: other.enuFromBodyEstimate)
    visitor.visit(&bias, with: other.bias)
    visitor.visit(&covariance, with: other.covariance)
    visitor.visit(&forceInterval, with: other.forceInterval, .nonnegative)
    visitor.visit(&fieldInterval, with: other.fieldInterval, .nonnegative)
    visitor.visit(&averageForce, with: other.averageForce)
  }
}

extension MultiplicativeKalmanFilter {
  @inlinable
  public var enuFromBody: Rotation<Scalar> { enuFromBodyEstimate }
  @inlinable
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @inlinable
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }

  /// One standard deviation of tilt about each level axis, rad: the root of the mean of both variances; that of an unknown tilt before
  /// the first specific force.
  @inlinable
  public var tiltStandardDeviation: Scalar? {
    let variance = (covariance.matrix[0, 0] + covariance.matrix[1, 1]) * 0.5
    return AttitudeStart<Scalar>.unknownTiltVariance.replacing(with: variance, where: start.hasTilt).squareRoot()
  }

  /// One standard deviation of the heading, rad; without a magnetic field that of the heading since the start, half a turn before the
  /// first specific force.
  @inlinable
  public var headingStandardDeviation: Scalar? {
    Scalar.pi.replacing(with: covariance.matrix[2, 2].squareRoot(), where: start.hasTilt)
  }

  /// One standard deviation of the estimated bias of each axis, rad/s.
  @inlinable
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? {
    covariance.matrix.block(3, 3).diagonal.elementwiseSquareRoot
  }
}
