import Rotations

/// Turns the mean field of a step into a heading measurement with a noise that follows the field's observed anomaly, and
/// keeps the reference of the undisturbed field (TheDefaultFilter.md, section 4).
@frozen
public struct HeadingEstimator<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// A measurement of the heading for the Kalman core.
  @frozen
  public struct Measurement: Sendable {
    /// What was measured less the estimate, rad.
    @usableFromInline var difference: Scalar
    /// Its variance for one step, rad².
    @usableFromInline var variance: Scalar
    /// Heading variance to add first, rad².
    @usableFromInline var addedVariance: Scalar

    @inlinable
    init(difference: Scalar, variance: Scalar, addedVariance: Scalar) {
      self.difference = difference
      self.variance = variance
      self.addedVariance = addedVariance
    }
  }

  /// What the heading estimator must know of the rest of the filter in this step.
  @frozen
  public struct Situation: Sendable {
    @usableFromInline var duration: Scalar
    /// The share of a full 20 degrees/s of motion: at rest the field teaches nothing.
    @usableFromInline var motion: Scalar
    @usableFromInline var tiltVariance: Scalar
    @usableFromInline var headingVariance: Scalar
    @usableFromInline var isAtRest: Scalar.Mask
    @usableFromInline var isAligned: Scalar.Mask

    @inlinable
    init(
      duration: Scalar, motion: Scalar, tiltVariance: Scalar, headingVariance: Scalar, isAtRest: Scalar.Mask,
      isAligned: Scalar.Mask
    ) {
      self.duration = duration
      self.motion = motion
      self.tiltVariance = tiltVariance
      self.headingVariance = headingVariance
      self.isAtRest = isAtRest
      self.isAligned = isAligned
    }
  }

  /// The heading of the level frame's y axis from magnetic north, rad: turns the attitude with free heading into ENU.
  public var offset: Scalar = 0.0
  /// Whether heading is measured; before, it is averaged.
  public var isReady = Scalar.Mask(repeating: false)
  /// The field of the place without disturbance.
  public var reference = FieldReference<Scalar>()
  /// The anomaly of the field in units of its horizontal part, squared, with a quick attack and a slow decay (d2f).
  public var squaredAnomaly: Scalar = 0.0

  /// Whether the reference was given, and not learned from the first fields.
  @usableFromInline let isReferenceGiven: Bool
  @usableFromInline var hasStarted = Scalar.Mask(repeating: false)
  @usableFromInline var averagingTime: Scalar = 0.0  // t_m
  @usableFromInline var learningTime: Scalar = 0.0  // W
  @usableFromInline var support: Scalar = 0.0  // t_ref
  @usableFromInline var candidate = FieldReference<Scalar>()
  @usableFromInline var candidateSupport: Scalar = 0.0  // t_c
  @usableFromInline var candidateAge: Scalar = 0.0  // t_a
  @usableFromInline var meanDifference: Scalar = 0.0

  /// An estimator that has seen no field, but may know what it should be.
  @inlinable
  public init(_ known: MagneticReference<Scalar>? = nil) {
    guard let known, known.isUsable else {
      isReferenceGiven = false
      return
    }
    isReferenceGiven = true
    reference = known.parts
    support = Self.supportOfGivenReference
  }

  /// So many seconds of motion must speak for another field, where the reference was given.
  @inlinable static var supportOfGivenReference: Scalar { 20.0 }

  /// The heading of a field, rad: zero where its horizontal part points to +y.
  @inlinable @inline(__always)
  static func heading(of field: Vector3<Scalar>) -> Scalar { Scalar.arcTangent(y: field.x, x: field.y) }

  /// Whether the field has a horizontal part to speak of.
  @inlinable @inline(__always)
  static func hasHeading(_ field: Vector3<Scalar>) -> Scalar.Mask {
    FieldReference(of: field).horizontal .> 1e-3 * field.z.absoluteValue
  }

  /// The tilt variance as seen in the heading, which a steep field enlarges.
  @inlinable @inline(__always)
  static func seenTiltVariance(_ field: FieldReference<Scalar>, _ tiltVariance: Scalar) -> Scalar {
    tiltVariance * (1.0 + (field.vertical / field.horizontal).squared)
  }

  /// Before the heading is measured, in the lanes of `mask`: averages heading and reference. True in the lanes that have
  /// become ready.
  @inlinable
  mutating func start(_ field: Vector3<Scalar>, _ situation: Situation, where mask: Scalar.Mask) -> Scalar.Mask {
    var isReadyNow = Scalar.Mask(repeating: false)
    modify(where: mask) { isReadyNow = $0.start(field, situation) }
    return isReadyNow .& mask
  }

  @inlinable
  mutating func start(_ field: Vector3<Scalar>, _ situation: Situation) -> Scalar.Mask {
    let heading = Self.heading(of: field)
    let observed = FieldReference(of: field)
    offset.replace(with: heading, where: .!hasStarted)
    if !isReferenceGiven { reference.replace(with: observed, where: .!hasStarted) }
    hasStarted = Scalar.Mask(repeating: true)

    averagingTime += situation.duration
    let share = Scalar.maximum(situation.duration / averagingTime, 0.1)
    offset = (offset + share * (heading - offset).wrappedToHalfTurn()).wrappedToHalfTurn()
    if isReferenceGiven {
      squaredAnomaly = reference.squaredAnomaly(of: field)
    } else {
      reference.approach(observed, share: share)
    }

    let seenTilt = Self.seenTiltVariance(observed, situation.tiltVariance)
    let isGoodEnough = (seenTilt .< Scalar.degrees(5.0).squared) .| (averagingTime .> 10.0)
    isReady = situation.isAligned .& isGoodEnough
    // What was given is not learned in haste.
    learningTime.replace(with: isReferenceGiven ? 60.0 : 1e-3, where: isReady)
    return isReady
  }

  /// A measurement of the heading from the mean field of a step, in the lanes of `mask`; nothing measured and nothing
  /// added in the others.
  @inlinable @inline(__always)
  mutating func measure(
    _ field: Vector3<Scalar>, _ situation: Situation, _ parameters: VelocityBoundedParameters<Scalar>,
    where mask: Scalar.Mask
  ) -> Measurement {
    var measurement = Measurement(difference: 0.0, variance: 1.0, addedVariance: 0.0)
    modify(where: mask) { measurement = $0.measure(field, situation, parameters) }
    measurement.addedVariance = Scalar.zero.replacing(with: measurement.addedVariance, where: mask)
    return measurement
  }

  @inlinable @inline(__always)
  mutating func measure(
    _ field: Vector3<Scalar>, _ situation: Situation, _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Measurement {
    let duration = situation.duration
    let observed = FieldReference(of: field)
    let difference = (Self.heading(of: field) - offset).wrappedToHalfTurn()
    let seenTilt = Self.seenTiltVariance(observed, situation.tiltVariance)
    let tiltTrust = 1.0 / (1.0 + seenTilt / Scalar.degrees(5.0).squared)

    var anomaly = observed.squaredDistance(to: reference) / reference.horizontal.squared
    followAnomaly(anomaly, duration)
    learnReference(observed, anomaly, tiltTrust, situation)
    let isReplaced = considerCandidate(observed, tiltTrust, situation)
    anomaly.replace(with: 0.0, where: isReplaced)
    var addedVariance = Scalar.zero.replacing(with: Scalar.degrees(20.0).squared, where: isReplaced)

    let fieldVariance = parameters.fieldDirectionDeviation.squared
    let anomalyVariance = parameters.anomalyWeight.squared * Scalar.maximum(anomaly, squaredAnomaly)
    let restFactor = Scalar.one.replacing(with: 50.0, where: situation.isAtRest)
    let variance =
      (fieldVariance + anomalyVariance + seenTilt)
      * (2.0 * parameters.fieldCorrelationTime / duration) * restFactor
    addedVariance += unexplainedHeadingVariance(
      difference, anomalyVariance / fieldVariance, situation.headingVariance + addedVariance, situation, parameters)
    return Measurement(difference: difference, variance: variance, addedVariance: addedVariance)
  }

  @inlinable @inline(__always)
  mutating func followAnomaly(_ anomaly: Scalar, _ duration: Scalar) {
    let decay = duration / (0.3 + duration)
    let gain = decay.replacing(with: Scalar.minimum(1.0, 5.0 * decay), where: anomaly .> squaredAnomaly)
    squaredAnomaly += gain * (anomaly - squaredAnomaly)
  }

  @inlinable @inline(__always)
  mutating func learnReference(
    _ observed: FieldReference<Scalar>, _ anomaly: Scalar, _ tiltTrust: Scalar, _ situation: Situation
  ) {
    let duration = situation.duration
    var trust = tiltTrust / (1.0 + anomaly * 25.0)
    support = Scalar.minimum(60.0, support + situation.motion * trust * duration)
    trust.replace(with: trust * 0.1, where: situation.isAtRest)
    learningTime.replace(with: learningTime + tiltTrust * duration, where: learningTime .< 60.0)
    let early = trust.replacing(with: tiltTrust, where: learningTime .< 5.0) * duration / learningTime
    let late = trust * duration / (60.0 + duration)
    reference.approach(observed, share: Scalar.minimum(1.0, Scalar.maximum(late, early)))
  }

  /// A field that has been there longer than the reference replaces it: the recording began beside a magnet.
  @inlinable @inline(__always)
  mutating func considerCandidate(
    _ observed: FieldReference<Scalar>, _ tiltTrust: Scalar, _ situation: Situation
  ) -> Scalar.Mask {
    let duration = situation.duration
    let fits =
      (candidate.horizontal .> 0.0)
      .& (observed.squaredDistance(to: candidate) .< 0.16 * candidate.horizontal.squared)
    candidateAge = Scalar.zero.replacing(with: candidateAge + duration, where: fits)
    let share = duration / (Scalar.minimum(candidateAge, 10.0) + duration)
    var moved = candidate
    moved.approach(observed, share: share)
    candidate = observed.replacing(with: moved, where: fits)
    candidateSupport = Scalar.zero.replacing(
      with: candidateSupport + situation.motion * tiltTrust * duration, where: fits)

    let isOther = candidate.squaredDistance(to: reference) .> 0.04 * reference.horizontal.squared
    let isReplaced = fits .& (candidateSupport .>= Scalar.maximum(support, 3.0)) .& isOther
    modify(where: isReplaced) {
      $0.reference = $0.candidate
      $0.learningTime = 60.0
      $0.squaredAnomaly = 0.0
      $0.support = $0.candidateSupport
      $0.candidateSupport = 0.0
    }
    return isReplaced
  }

  /// The heading variance to add when the mean difference is larger than the model can explain.
  @inlinable @inline(__always)
  mutating func unexplainedHeadingVariance(
    _ difference: Scalar, _ anomalyRatio: Scalar, _ headingVariance: Scalar, _ situation: Situation,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Scalar {
    let duration = situation.duration
    let gain = duration / (5.0 + duration) / (1.0 + anomalyRatio)
    meanDifference.replace(
      with: meanDifference + gain * (difference - meanDifference), where: .!situation.isAtRest)
    let fieldVariance = parameters.fieldDirectionDeviation.squared
    let expected =
      headingVariance + fieldVariance * (1.0 + anomalyRatio) * parameters.fieldCorrelationTime * 0.2
    let excess = meanDifference.squared - 2.0 * expected
    return Scalar.zero.replacing(with: duration * excess * 0.2, where: (excess .> 0.0) .& .!situation.isAtRest)
  }

  /// After the hard iron was switched on or off the field is another one.
  @inlinable @inline(__always)
  mutating func forgetCandidate(where mask: Scalar.Mask) {
    candidate.horizontal.replace(with: 0.0, where: mask)
    candidateSupport.replace(with: 0.0, where: mask)
    squaredAnomaly.replace(with: 0.0, where: mask)
    meanDifference.replace(with: 0.0, where: mask)
    support.replace(with: Scalar.minimum(support, 5.0), where: mask)
  }

  /// After a rotation that was missed.
  @inlinable
  mutating func forgetDifferences() {
    squaredAnomaly = 0.0
    meanDifference = 0.0
  }

  @inlinable
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    offset.replace(with: other.offset, where: mask)
    isReady.replace(with: other.isReady, where: mask)
    reference.replace(with: other.reference, where: mask)
    squaredAnomaly.replace(with: other.squaredAnomaly, where: mask)
    hasStarted.replace(with: other.hasStarted, where: mask)
    averagingTime.replace(with: other.averagingTime, where: mask)
    learningTime.replace(with: other.learningTime, where: mask)
    support.replace(with: other.support, where: mask)
    candidate.replace(with: other.candidate, where: mask)
    candidateSupport.replace(with: other.candidateSupport, where: mask)
    candidateAge.replace(with: other.candidateAge, where: mask)
    meanDifference.replace(with: other.meanDifference, where: mask)
  }
}
