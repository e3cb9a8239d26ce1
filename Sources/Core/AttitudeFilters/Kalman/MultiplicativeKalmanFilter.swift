import MotionSamples
import Rotations

/// A plain multiplicative extended Kalman filter (MEKF): attitude and gyroscope bias.
///
/// The rate is integrated; its noise and the bias make the covariance grow. The horizontal part of the specific force, in
/// ENU, measures the two tilt errors; the azimuth of the field measures the heading error. The
/// magnetometer corrects heading and bias only, with the uncertainty of tilt taken into account.
///
/// On data with the modelled noise the standard deviations match the errors. They mean little where the noise model does not
/// hold, above all under lasting acceleration. What a faulty sensor shows by itself is no measurement: readings that hang are missing,
/// a single spike of the accelerometer is left out, vibration is noise, a clipped gyroscope leaves the attitude unknown, a mean
/// force below a quarter of gravity has no up, and a field that contradicts the heading makes it doubtful.
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
  @usableFromInline var readings = ReadingChecks<Scalar>()
  @usableFromInline var start = AttitudeStart<Scalar>()
  @usableFromInline var enuFromBodyEstimate: Rotation<Scalar> = .identity
  @usableFromInline var bias: Vector3<Scalar> = .zero
  @usableFromInline var covariance: AttitudeCovariance<Scalar>
  /// Time since the last specific force, and since the last magnetic field, in seconds.
  @usableFromInline var forceInterval: Scalar = 0.0
  @usableFromInline var fieldInterval: Scalar = 0.0
  /// The specific force in ENU, averaged over a second, in m/s².
  @usableFromInline var averageForce: Vector3<Scalar>
  /// The time since the gyroscope began to be clipped, s; zero while it is not.
  @usableFromInline var clippedTime: Scalar = 0.0
  @usableFromInline var headingDoubt = HeadingDoubt<Scalar>()

  /// A filter before its first sample.
  @export(implementation)
  public init(parameters: MultiplicativeKalmanParameters<Scalar> = MultiplicativeKalmanParameters()) {
    self.parameters = parameters
    covariance = AttitudeCovariance(biasDeviation: parameters.initialBiasDeviation)
    averageForce = Vector3.unitZ * parameters.gravity
  }

  @export(implementation)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    var admitted = sampleGuard.admit(sample)
    let measuredForce = admitted.specificForce
    let findings = readings.check(&admitted, bias: bias)
    if readings.holdsForceBack.isTrueInAnyLaneUnlikely { leaveOutSpike(measuredForce, of: &admitted) }
    let (angularRate, interval, gap) = (admitted.angularRate, admitted.interval, admitted.gap)
    let (specificForce, magneticField) = (admitted.specificForce, admitted.magneticField)
    modify(where: admitted.outcome.isAfterGap) { $0.openAfterGap(gap) }
    forgetFalseStart()
    let isStarting = findStart(admitted)
    let advances = admitted.hasInterval .& .!isStarting
    modify(where: advances) { $0.predict(angularRate, interval) }
    widen(silence: Scalar.maximum(admitted.silence, readings.frozenTime), interval, where: advances)
    if (findings.squaredFalseTurn .> 0.0).isTrueInAnyLaneUnlikely { addVariance(findings.squaredFalseTurn) }
    modify(where: advances .& admitted.hasSpecificForce) {
      $0.observeUp(specificForce, squaredChange: findings.squaredForceChange)
    }
    modify(where: advances .& admitted.hasMagneticField) { $0.observeNorth(magneticField) }
    let isLost = advances .& contradictsSpecificForce
    modify(where: isLost) { $0.findAgain() }

    var outcome = start.outcome(of: admitted, isStarting: isStarting)
    outcome.isCorrectedByJump = isLost
    outcome.isSaturated = readings.forceClipping.isClipped .| readings.rateClipping.isClipped
    return outcome
  }

  /// Forgets a tilt or a heading that was found from readings that never changed.
  @export(implementation) @inline(__always)
  mutating func forgetFalseStart() {
    let hangs = readings.hangsSinceStart
    guard (hangs.force .| hangs.field).isTrueInAnyLaneUnlikely else { return }
    start.hasTilt = start.hasTilt .& .!hangs.force
    start.hasHeading = start.hasHeading .& .!(hangs.force .| hangs.field)
    covariance.isolate(2, variance: Scalar.pi.squared, where: hangs.force .| hangs.field)
  }

  /// The variance of a doubtful tilt, rad²: (30 degrees)². The field then shows no heading, and a force that is longer or shorter than
  /// gravity by half was not gravity alone.
  @export(implementation) static var doubtfulTiltVariance: Scalar { 0.25 }

  /// The first attitude and its uncertainty. A force that is not as long as gravity is tilted by about the difference.
  @export(implementation) @inline(__always)
  mutating func findStart(_ admitted: SampleGuard<Scalar>.AdmittedSample) -> Scalar.Mask {
    let found = start.find(&enuFromBodyEstimate, admitted)
    let isStarting = found.tilt .| found.heading
    if isStarting.isTrueInAnyLane {
      let force = admitted.squaredSpecificForce.squareRoot()
      averageForce.replace(with: Vector3.unitZ * force, where: found.tilt)
      readings.force.begin(with: admitted.specificForce, where: found.tilt)
      let excess = Scalar.minimum(
        (force / parameters.gravity - 1.0).squared, AttitudeStart<Scalar>.unknownTiltVariance)
      let tiltVariance =
        parameters.initialTiltDeviation.squared
        + Scalar.zero.replacing(with: excess, where: excess .> Self.doubtfulTiltVariance)
      covariance.isolate(0, variance: tiltVariance, where: found.tilt)
      covariance.isolate(1, variance: tiltVariance, where: found.tilt)
      let headingVariance = parameters.initialHeadingDeviation.squared.replacing(
        with: Scalar.pi.squared, where: .!isTiltKnown)
      covariance.isolate(2, variance: headingVariance, where: found.heading)
      headingDoubt.replace(with: HeadingDoubt(), where: found.heading)
    }
    return isStarting
  }

  /// The mean variance of tilt about the level axes, rad².
  @export(implementation) @inline(__always)
  var tiltVariance: Scalar { (covariance.matrix[0, 0] + covariance.matrix[1, 1]) * 0.5 }
  /// The lanes in which the tilt is not doubtful.
  @export(implementation) @inline(__always)
  var isTiltKnown: Scalar.Mask { tiltVariance .<= Self.doubtfulTiltVariance }

  /// Strapdown integration by two half turns, with the attitude half-way for the covariance.
  @export(implementation) @inline(__always)
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

  /// The time in which the rate that a clipped gyroscope misses grows to half of what it shows, s: a peak that is cut off misses little.
  @export(implementation) static var timeToMiss: Scalar { 0.1 }

  /// The body turns by an unknown angle while the gyroscope is silent or hangs: 3 rad/s and three times the rate before, all the time.
  /// One that is clipped misses as much as it shows, once it is clipped for longer than a tenth of a second.
  @export(implementation) @inline(__always)
  mutating func widen(silence: Scalar, _ interval: Scalar, where mask: Scalar.Mask) {
    let isClipped = readings.rateClipping.isClipped
    clippedTime.replace(with: Scalar.zero.replacing(with: clippedTime + interval, where: isClipped), where: mask)
    guard ((silence .> 0.0) .| (mask .& isClipped)).isTrueInAnyLaneUnlikely else { return }
    let rate = 3.0 + 3.0 * sampleGuard.rateBeforeSilence
    let missed = readings.rateClipping.largest * (clippedTime / (Self.timeToMiss + clippedTime))
    let growth = (rate.squared * silence + missed.squared * clippedTime) * (2.0 * interval)
    addVariance(growth)
  }

  /// Adds the same variance to the three attitude errors, rad².
  @export(implementation) @inline(__always)
  mutating func addVariance(_ growth: Scalar) {
    for index in 0..<3 { covariance.matrix[index, index] += growth }
    boundHeadingVariance()
  }

  /// Keeps the heading variance below half a turn squared.
  @export(implementation) @inline(__always)
  mutating func boundHeadingVariance() {
    let largest = Scalar.pi.squared
    let isUnknown = covariance.matrix[2, 2] .> largest
    if isUnknown.isTrueInAnyLane { covariance.isolate(2, variance: largest, where: isUnknown) }
  }

  /// Finds tilt and heading from the next sample; the bias, which was learned with a wrong attitude, is reset.
  @export(implementation)
  mutating func findAgain() {
    start = AttitudeStart()
    averageForce = Vector3.unitZ * parameters.gravity
    covariance = AttitudeCovariance(biasDeviation: parameters.initialBiasDeviation)
    bias = .zero
  }

  /// Finds tilt and heading from the next sample. The bias has drifted; without a magnetic field the heading is lost.
  @export(implementation)
  mutating func openAfterGap(_ gap: Scalar) {
    start = AttitudeStart()
    averageForce = Vector3.unitZ * parameters.gravity
    let everything = Scalar.Mask(repeating: true)
    covariance.isolate(2, variance: Scalar.pi.squared, where: everything)
    let growth = parameters.biasRandomWalk.squared * gap
    for index in 3..<6 { covariance.matrix[index, index] += growth }
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&readings, with: other.readings)
    visitor.visit(&start, with: other.start)
    visitor.visit(&enuFromBodyEstimate, with: other.enuFromBodyEstimate)
    visitor.visit(&bias, with: other.bias)
    visitor.visit(&covariance, with: other.covariance)
    visitor.visit(&forceInterval, with: other.forceInterval, .nonnegative)
    visitor.visit(&fieldInterval, with: other.fieldInterval, .nonnegative)
    visitor.visit(&averageForce, with: other.averageForce)
    visitor.visit(&clippedTime, with: other.clippedTime, .nonnegative)
    visitor.visit(&headingDoubt, with: other.headingDoubt)
  }
}

extension MultiplicativeKalmanFilter {
  @export(implementation)
  public var enuFromBody: Rotation<Scalar> { enuFromBodyEstimate }
  @export(implementation)
  public var gyroscopeBias: Vector3<Scalar> { bias }
  @export(implementation)
  public var correctedAngularRate: Vector3<Scalar> { sampleGuard.lastAngularRate - bias }

  /// The share of an attitude that is unknown at the start: all of it until the first specific force, fading in a tenth of a second. Where
  /// no time passes, nothing connects one reading with the next.
  @export(implementation) @inline(__always)
  var unknownShare: Scalar {
    Scalar(1.0).replacing(with: Scalar.maximum(0.0, 1.0 - 10.0 * readings.noiseTime), where: start.hasTilt)
  }

  /// One standard deviation of tilt about each level axis, rad: the root of the mean of both variances; that of an unknown tilt before
  /// the first specific force, and at most that.
  @export(implementation)
  public var tiltStandardDeviation: Scalar? {
    let unknown = AttitudeStart<Scalar>.unknownTiltVariance
    return Scalar.minimum(unknown, tiltVariance + unknownShare * unknown).squareRoot()
  }

  /// One standard deviation of the heading, rad; without a magnetic field that of the heading since the start, half a turn before the
  /// first specific force.
  @export(implementation)
  public var headingStandardDeviation: Scalar? {
    let unknown = Scalar.pi.squared
    let known = covariance.matrix[2, 2] + headingDoubt.variance
    return Scalar.minimum(unknown, known + unknownShare * unknown).squareRoot()
  }

  /// One standard deviation of the estimated bias of each axis, rad/s.
  @export(implementation)
  public var gyroscopeBiasStandardDeviation: Vector3<Scalar>? {
    covariance.matrix.block(3, 3).diagonal.elementwiseSquareRoot
  }
}
