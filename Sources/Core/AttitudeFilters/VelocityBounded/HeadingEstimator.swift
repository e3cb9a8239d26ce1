import Rotations

/// Turns the mean field of a step into a heading measurement whose noise follows the field's anomaly, and maintains the
/// reference of the undisturbed field (TheDefaultFilter.md, equations 39 to 50).
@frozen @usableFromInline
struct HeadingEstimator<Scalar: RealLanes>: VisitableState, Sendable {
  /// A measurement of the heading for the Kalman filter.
  @frozen @usableFromInline
  struct Measurement: Sendable {
    /// Measured less estimated, rad.
    @usableFromInline var difference: Scalar = 0.0
    /// The growth of the difference for each radian of tilt error about level x and y.
    @usableFromInline var tiltEffect: Vector2<Scalar> = .zero
    /// The variance of the measurement, rad².
    @usableFromInline var variance: Scalar = 1.0
    /// Heading variance to add before the measurement, rad².
    @usableFromInline var addedVariance: Scalar = 0.0

    @inlinable
    init() {}
  }

  /// The state of the rest of the filter in this step.
  @frozen @usableFromInline
  struct Situation: Sendable {
    /// The length of the step, s.
    @usableFromInline var duration: Scalar
    /// The share of full motion, 0 to 1: at rest the field is not learned.
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

  /// The angle about up that turns level into ENU, rad.
  @usableFromInline var offset: Scalar = 0.0
  /// Whether the heading is measured; until then it is averaged.
  @usableFromInline var isReady = Scalar.Mask(repeating: false)
  /// The undisturbed field.
  @usableFromInline var reference = FieldReference<Scalar>()
  /// The squared anomaly of the field in units of its horizontal part, with a fast attack and a slow decay (ā²).
  @usableFromInline var squaredAnomaly: Scalar = 0.0

  /// Whether the reference was given as a parameter.
  @usableFromInline let isReferenceGiven: Bool
  @usableFromInline var hasStarted = Scalar.Mask(repeating: false)
  @usableFromInline var averagingTime: Scalar = 0.0
  @usableFromInline var learningTime: Scalar = 0.0
  @usableFromInline var support: Scalar = 0.0
  @usableFromInline var candidate = FieldReference<Scalar>()
  @usableFromInline var candidateSupport: Scalar = 0.0
  @usableFromInline var candidateAge: Scalar = 0.0
  @usableFromInline var meanDifference: Scalar = 0.0

  /// An estimator before its first field.
  @inlinable
  init(_ known: MagneticReference<Scalar>? = nil) {
    guard let known, known.isUsable else {
      isReferenceGiven = false
      return
    }
    isReferenceGiven = true
    reference = known.parts
    support = Self.supportOfGivenReference
  }

  /// The heading of a field, rad: zero where its horizontal part points to +y (equation 39).
  @inlinable @inline(__always)
  static func heading(of field: Vector3<Scalar>) -> Scalar { Scalar.arcTangent(y: field.x, x: field.y) }

  /// Whether the field has a usable horizontal part (equation 39).
  @inlinable @inline(__always)
  static func hasHeading(_ field: Vector3<Scalar>) -> Scalar.Mask {
    FieldReference(of: field).horizontal .> FieldReference.leastHorizontalShare * field.z.absoluteValue
  }

  /// The growth of the heading of a field in level axes for each radian of tilt error about level x and y; a steep field
  /// enlarges it (equation 49).
  @inlinable @inline(__always)
  static func tiltEffect(on field: Vector3<Scalar>) -> Vector2<Scalar> {
    let growth = -field.z / (field.x.squared + field.y.squared)
    return Vector2(x: growth * field.x, y: growth * field.y)
  }

  /// The heading variance that the tilt variance causes; a steep field enlarges it (equation 40).
  @inlinable @inline(__always)
  static func seenTiltVariance(_ field: FieldReference<Scalar>, _ tiltVariance: Scalar) -> Scalar {
    tiltVariance * (1.0 + field.squaredSlope)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&offset, with: other.offset)
    visitor.visit(&isReady, with: other.isReady)
    visitor.visit(&reference, with: other.reference)
    visitor.visit(&squaredAnomaly, with: other.squaredAnomaly, .nonnegative)
    visitor.visit(&hasStarted, with: other.hasStarted)
    visitor.visit(&averagingTime, with: other.averagingTime, .nonnegative)
    visitor.visit(&learningTime, with: other.learningTime, .nonnegative)
    visitor.visit(&support, with: other.support, .nonnegative)
    visitor.visit(&candidate, with: other.candidate)
    visitor.visit(&candidateSupport, with: other.candidateSupport, .nonnegative)
    visitor.visit(&candidateAge, with: other.candidateAge, .nonnegative)
    visitor.visit(&meanDifference, with: other.meanDifference)
  }
}

// MARK: Constants

extension HeadingEstimator {
  /// The squared anomaly from which the field is reported as disturbed: 0.2² (equation 44).
  @inlinable static var squaredAnomalyOfDisturbance: Scalar { 0.04 }
  /// The seen tilt deviation at which a field counts half, rad (equation 45).
  @inlinable static var tiltDeviationOfHalfTrust: Scalar { .degrees(5.0) }
  /// The standard deviation of the heading after a new reference, rad (equation 48).
  @inlinable static var startDeviation: Scalar { .degrees(20.0) }

  /// The least share of a field in the first average (equation 41).
  @inlinable static var leastStartShare: Scalar { 0.1 }

  /// The decay time of the anomaly, s, and by how much faster it grows (equation 44).
  @inlinable static var anomalyDecayTime: Scalar { 0.3 }
  @inlinable static var anomalyAttack: Scalar { 5.0 }
  /// How much an anomaly lowers the trust in a field: 1 / 0.2² (equation 45).
  @inlinable static var anomalyDistrust: Scalar { 25.0 }

  /// The memory of the reference, s: also the largest learning time and support (equation 46).
  @inlinable static var referenceMemory: Scalar { 60.0 }
  /// The time in which the reference is learned whatever the anomaly, s, and where learning starts (equation 46).
  @inlinable static var unconditionalLearningTime: Scalar { 5.0 }
  @inlinable static var firstLearningTime: Scalar { 1e-3 }
  /// The learning rate at rest (equation 46).
  @inlinable static var learningAtRest: Scalar { 0.1 }
  /// The seconds of motion that must support another field when the reference was given.
  @inlinable static var supportOfGivenReference: Scalar { 20.0 }

  /// The squared radius of a candidate, in units of its horizontal part: 0.4² (equation 47).
  @inlinable static var squaredCandidateRadius: Scalar { 0.16 }
  /// The averaging time of a candidate, s (equation 47).
  @inlinable static var candidateMemory: Scalar { 10.0 }
  /// The least support of a new reference, s, and its least squared distance from the old one: 0.2² (equation 48).
  @inlinable static var leastSupport: Scalar { 3.0 }
  @inlinable static var squaredDistanceOfOther: Scalar { 0.04 }
  /// The largest support of a reference after the hard iron was switched, s (equation 65).
  @inlinable static var supportAfterSwitch: Scalar { 5.0 }

  /// The factor of the measurement's variance at rest, where the error of the field does not average out (equation 49).
  @inlinable static var varianceFactorAtRest: Scalar { 50.0 }
  /// The averaging time of the difference, s, its inverse, and the excess that is tolerated (equation 50).
  @inlinable static var differenceAveragingTime: Scalar { 5.0 }
  @inlinable static var differenceAveragingRate: Scalar { 0.2 }
  @inlinable static var toleratedExcess: Scalar { 2.0 }
}

// MARK: Before the heading is ready

extension HeadingEstimator {
  /// Averages heading and reference in the lanes of `mask` (equations 41 and 42). True where the heading becomes ready.
  @inlinable
  mutating func start(_ field: Vector3<Scalar>, _ situation: Situation, where mask: Scalar.Mask) -> Scalar.Mask {
    var isReadyNow = Scalar.Mask(repeating: false)
    modify(where: mask) { isReadyNow = $0.started(field, situation) }
    return isReadyNow .& mask
  }

  /// Takes heading and reference from a field.
  @inlinable
  mutating func takeFirst(_ field: Vector3<Scalar>) {
    offset = Self.heading(of: field)
    if !isReferenceGiven { reference = FieldReference(of: field) }
    hasStarted = Scalar.Mask(repeating: true)
  }

  @inlinable
  mutating func started(_ field: Vector3<Scalar>, _ situation: Situation) -> Scalar.Mask {
    let heading = Self.heading(of: field)
    let observed = FieldReference(of: field)
    hasStarted = Scalar.Mask(repeating: true)
    averagingTime += situation.duration
    let share = Scalar.maximum(situation.duration / averagingTime, Self.leastStartShare)
    offset = (offset + share * (heading - offset).wrappedToHalfTurn()).wrappedToHalfTurn()
    if isReferenceGiven {
      squaredAnomaly = reference.squaredAnomaly(of: observed)
    } else {
      reference.approach(observed, share: share)
    }

    isReady = situation.isAligned
    // A given reference is learned slowly from the start.
    learningTime.replace(with: isReferenceGiven ? Self.referenceMemory : Self.firstLearningTime, where: isReady)
    return isReady
  }
}

// MARK: Measurement

extension HeadingEstimator {
  /// A measurement of the heading from the mean field of a step, in the lanes of `mask`; the others add no variance.
  @inlinable @inline(__always)
  mutating func measure(
    _ field: Vector3<Scalar>, _ situation: Situation, _ parameters: VelocityBoundedParameters<Scalar>,
    where mask: Scalar.Mask
  ) -> Measurement {
    var measurement = Measurement()
    modify(where: mask) { measurement = $0.measured(field, situation, parameters) }
    measurement.tiltEffect.replace(with: .zero, where: .!mask)
    measurement.addedVariance.replace(with: 0.0, where: .!mask)
    return measurement
  }

  @inlinable @inline(__always)
  mutating func measured(
    _ field: Vector3<Scalar>, _ situation: Situation, _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Measurement {
    let duration = situation.duration
    let observed = FieldReference(of: field)
    var measurement = Measurement()
    measurement.difference = (Self.heading(of: field) - offset).wrappedToHalfTurn()  // (43)
    measurement.tiltEffect = Self.tiltEffect(on: field)
    let seenTilt = Self.seenTiltVariance(observed, situation.tiltVariance)  // (40)
    let tiltTrust = 1.0 / (1.0 + seenTilt / Self.tiltDeviationOfHalfTrust.squared)  // (45)

    var anomaly = reference.squaredAnomaly(of: observed)  // (43)
    followAnomaly(anomaly, duration)
    learnReference(observed, anomaly, tiltTrust, situation)
    let isReplaced = considerCandidate(observed, tiltTrust, situation)
    anomaly.replace(with: 0.0, where: isReplaced)
    measurement.addedVariance.replace(with: Self.startDeviation.squared, where: isReplaced)  // (48)

    let fieldVariance = parameters.fieldDirectionDeviation.squared
    let anomalyVariance = parameters.anomalyWeight.squared * Scalar.maximum(anomaly, squaredAnomaly)
    let restFactor = Scalar.one.replacing(with: Self.varianceFactorAtRest, where: situation.isAtRest)
    measurement.variance =
      (fieldVariance + anomalyVariance + seenTilt.squared)
      * (2.0 * parameters.fieldCorrelationTime / duration) * restFactor  // (49)
    measurement.addedVariance += unexplainedHeadingVariance(
      measurement.difference, anomalyVariance / fieldVariance, situation.headingVariance + measurement.addedVariance,
      situation, parameters)
    return measurement
  }

  /// Equation 44.
  @inlinable @inline(__always)
  mutating func followAnomaly(_ anomaly: Scalar, _ duration: Scalar) {
    let decay = duration / (Self.anomalyDecayTime + duration)
    let attack = Scalar.minimum(1.0, Self.anomalyAttack * decay)
    let gain = decay.replacing(with: attack, where: anomaly .> squaredAnomaly)
    squaredAnomaly += gain * (anomaly - squaredAnomaly)
  }

  /// Equations 45 and 46.
  @inlinable @inline(__always)
  mutating func learnReference(
    _ observed: FieldReference<Scalar>, _ anomaly: Scalar, _ tiltTrust: Scalar, _ situation: Situation
  ) {
    let duration = situation.duration
    var trust = tiltTrust / (1.0 + anomaly * Self.anomalyDistrust)
    support = Scalar.minimum(Self.referenceMemory, support + situation.motion * trust * duration)
    trust.replace(with: trust * Self.learningAtRest, where: situation.isAtRest)
    learningTime.replace(
      with: learningTime + tiltTrust * duration, where: learningTime .< Self.referenceMemory)
    let isUnconditional = learningTime .< Self.unconditionalLearningTime
    let early = trust.replacing(with: tiltTrust, where: isUnconditional) * duration / learningTime
    let late = trust * duration / (Self.referenceMemory + duration)
    reference.approach(observed, share: Scalar.minimum(1.0, Scalar.maximum(late, early)))
  }

  /// Replaces the reference by a field that was supported for longer, as after a start beside a magnet (equations 47, 48).
  @inlinable @inline(__always)
  mutating func considerCandidate(
    _ observed: FieldReference<Scalar>, _ tiltTrust: Scalar, _ situation: Situation
  ) -> Scalar.Mask {
    let duration = situation.duration
    let fits =
      (candidate.horizontal .> 0.0)
      .& (observed.squaredDistance(to: candidate) .< Self.squaredCandidateRadius * candidate.horizontal.squared)
    candidateAge = Scalar.zero.replacing(with: candidateAge + duration, where: fits)
    let share = duration / (Scalar.minimum(candidateAge, Self.candidateMemory) + duration)
    var moved = candidate
    moved.approach(observed, share: share)
    candidate = observed.replacing(with: moved, where: fits)
    candidateSupport = Scalar.zero.replacing(
      with: candidateSupport + situation.motion * tiltTrust * duration, where: fits)

    let isOther =
      candidate.squaredDistance(to: reference) .> Self.squaredDistanceOfOther * reference.horizontal.squared
    let isReplaced = fits .& (candidateSupport .>= Scalar.maximum(support, Self.leastSupport)) .& isOther
    modify(where: isReplaced) {
      $0.reference = $0.candidate
      $0.learningTime = Self.referenceMemory
      $0.squaredAnomaly = 0.0
      $0.support = $0.candidateSupport
      $0.candidateSupport = 0.0
    }
    return isReplaced
  }

  /// The heading variance to add when the mean difference is larger than the model explains (equation 50).
  @inlinable @inline(__always)
  mutating func unexplainedHeadingVariance(
    _ difference: Scalar, _ anomalyRatio: Scalar, _ headingVariance: Scalar, _ situation: Situation,
    _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Scalar {
    let duration = situation.duration
    let gain = duration / (Self.differenceAveragingTime + duration) / (1.0 + anomalyRatio)
    meanDifference.replace(
      with: meanDifference + gain * (difference - meanDifference), where: .!situation.isAtRest)
    let fieldVariance = parameters.fieldDirectionDeviation.squared
    let expected =
      headingVariance + fieldVariance * (1.0 + anomalyRatio) * parameters.fieldCorrelationTime
      * Self.differenceAveragingRate
    let excess = meanDifference.squared - Self.toleratedExcess * expected
    return Scalar.zero.replacing(
      with: duration * excess * Self.differenceAveragingRate, where: (excess .> 0.0) .& .!situation.isAtRest)
  }

  /// After the hard iron was switched on or off (equation 65).
  @inlinable @inline(__always)
  mutating func forgetCandidate(where mask: Scalar.Mask) {
    candidate.horizontal.replace(with: 0.0, where: mask)
    candidateSupport.replace(with: 0.0, where: mask)
    squaredAnomaly.replace(with: 0.0, where: mask)
    meanDifference.replace(with: 0.0, where: mask)
    support.replace(with: Scalar.minimum(support, Self.supportAfterSwitch), where: mask)
  }

  /// After a missed rotation (equation 72).
  @inlinable
  mutating func forgetDifferences() {
    squaredAnomaly = 0.0
    meanDifference = 0.0
  }
}
