import Rotations

/// Turns the mean field of a step into a heading measurement whose noise follows the field's anomaly, and maintains the
/// reference of the undisturbed field (TheDefaultFilter.md, equations 13, 42 to 47 and 52).
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
    /// The part of the tilt's variance that the difference shows, rad² (V_t).
    @usableFromInline var seenTilt: Scalar = 0.0

    @export(implementation)
    init() {}
  }

  /// The state of the rest of the filter in this step.
  @frozen @usableFromInline
  struct Situation: Sendable {
    /// The length of the step, s.
    @usableFromInline var duration: Scalar
    /// The share of full motion, 0 to 1: at rest a candidate gains no support.
    @usableFromInline var motion: Scalar
    @usableFromInline var tiltVariance: Scalar
    @usableFromInline var headingVariance: Scalar
    @usableFromInline var isAtRest: Scalar.Mask
    @usableFromInline var isAligned: Scalar.Mask

    @export(implementation)
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
  /// The squared anomaly of the field in units of its horizontal part, averaged (ā²).
  @usableFromInline var squaredAnomaly: Scalar = 0.0

  /// Whether the reference was given as a parameter.
  @usableFromInline let isReferenceGiven: Bool
  @usableFromInline var hasStarted = Scalar.Mask(repeating: false)
  @usableFromInline var averagingTime: Scalar = 0.0
  @usableFromInline var learningTime: Scalar = 0.0
  @usableFromInline var candidate = FieldReference<Scalar>()
  @usableFromInline var candidateSupport: Scalar = 0.0
  @usableFromInline var candidateAge: Scalar = 0.0
  /// The mean squared difference of measured and estimated heading, and what it was expected to be, rad² (equation 52).
  @usableFromInline var squaredInnovation: Scalar
  @usableFromInline var expectedInnovation: Scalar

  /// An estimator before its first field.
  @export(implementation)
  init(_ parameters: VelocityBoundedParameters<Scalar>) {
    squaredInnovation = parameters.fieldDirectionDeviation.squared
    expectedInnovation = squaredInnovation
    guard let known = parameters.magneticReference, known.isUsable else {
      isReferenceGiven = false
      return
    }
    isReferenceGiven = true
    reference = known.parts
  }

  /// The heading of a field, rad: zero where its horizontal part points to +y (equation 42).
  @export(implementation) @inline(__always)
  static func heading(of field: Vector3<Scalar>) -> Scalar { Scalar.arcTangent(y: field.x, x: field.y) }

  /// Whether the field has a usable horizontal part (equation 42).
  @export(implementation) @inline(__always)
  static func hasHeading(_ field: Vector3<Scalar>) -> Scalar.Mask {
    FieldReference(of: field).horizontal .> FieldReference.leastHorizontalShare * field.z.absoluteValue
  }

  /// The growth of the heading of a field in level axes for each radian of tilt error about level x and y; a steep field
  /// enlarges it (equation 48).
  @export(implementation) @inline(__always)
  static func tiltEffect(on field: Vector3<Scalar>) -> Vector2<Scalar> {
    let growth = -field.z / (field.x.squared + field.y.squared)
    return Vector2(x: growth * field.x, y: growth * field.y)
  }

  /// The heading variance that the tilt variance causes; a steep field enlarges it (equation 47).
  @export(implementation) @inline(__always)
  static func seenTiltVariance(_ field: FieldReference<Scalar>, _ tiltVariance: Scalar) -> Scalar {
    tiltVariance * (1.0 + field.squaredSlope)
  }

  @export(implementation)
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&offset, with: other.offset)
    visitor.visit(&isReady, with: other.isReady)
    visitor.visit(&reference, with: other.reference)
    visitor.visit(&squaredAnomaly, with: other.squaredAnomaly, .nonnegative)
    visitor.visit(&hasStarted, with: other.hasStarted)
    visitor.visit(&averagingTime, with: other.averagingTime, .nonnegative)
    visitor.visit(&learningTime, with: other.learningTime, .nonnegative)
    visitor.visit(&candidate, with: other.candidate)
    visitor.visit(&candidateSupport, with: other.candidateSupport, .nonnegative)
    visitor.visit(&candidateAge, with: other.candidateAge, .nonnegative)
    visitor.visit(&squaredInnovation, with: other.squaredInnovation, .nonnegative)
    visitor.visit(&expectedInnovation, with: other.expectedInnovation, .nonnegative)
  }
}

// MARK: Constants

extension HeadingEstimator {
  /// The squared anomaly from which the field is reported as disturbed: 0.2².
  @export(implementation) static var squaredAnomalyOfDisturbance: Scalar { 0.04 }
  /// The standard deviation of the heading after a new reference, rad (equation 46).
  @export(implementation) static var startDeviation: Scalar { .degrees(20.0) }

  /// The least share of a field in the first average (equation 13).
  @export(implementation) static var leastStartShare: Scalar { 0.1 }

  /// The averaging time of the anomaly, s (equation 43).
  @export(implementation) static var anomalyTime: Scalar { 0.3 }
  /// The memory of the reference, s, the time in which it is learned whatever the anomaly, s, where learning starts, s, and how much
  /// an anomaly slows it: 1 / 0.2² (equation 44).
  @export(implementation) static var referenceMemory: Scalar { 60.0 }
  @export(implementation) static var unconditionalLearningTime: Scalar { 5.0 }
  @export(implementation) static var firstLearningTime: Scalar { 1e-3 }
  @export(implementation) static var anomalyDistrust: Scalar { 25.0 }

  /// The squared radius of a candidate, in units of its horizontal part: 0.4², and its averaging time, s (equation 45).
  @export(implementation) static var squaredCandidateRadius: Scalar { 0.16 }
  @export(implementation) static var candidateMemory: Scalar { 10.0 }
  /// The seconds of motion that must support a new reference, the same against one that was given, and its least squared distance
  /// from the old one: 0.2² (equation 46).
  @export(implementation) static var leastSupport: Scalar { 12.0 }
  @export(implementation) static var leastSupportAgainstGiven: Scalar { 20.0 }
  @export(implementation) static var squaredDistanceOfOther: Scalar { 0.04 }

  /// The factor of the measurement's variance at rest, where the error of the field does not average out (equation 47).
  @export(implementation) static var varianceFactorAtRest: Scalar { 5.0 }
  /// The averaging time of the innovations, s, and the ends of the factor that they make of the variance (equations 52 and 53).
  @export(implementation) static var innovationTime: Scalar { 30.0 }
  @export(implementation) static var innovationFactor: Scalar { 3.0 }
  @export(implementation) static var leastVarianceFactor: Scalar { 0.25 }
  @export(implementation) static var largestVarianceFactor: Scalar { 400.0 }
}

// MARK: Before the heading is ready

extension HeadingEstimator {
  /// Averages heading and reference in the lanes of `mask` (equation 13). True where the heading becomes ready.
  @export(implementation)
  mutating func start(_ field: Vector3<Scalar>, _ situation: Situation, where mask: Scalar.Mask) -> Scalar.Mask {
    var isReadyNow = Scalar.Mask(repeating: false)
    modify(where: mask) { isReadyNow = $0.started(field, situation) }
    return isReadyNow .& mask
  }

  /// Averages the heading again, after a gap of which nothing is known (equation 4).
  @export(implementation)
  mutating func restart(where mask: Scalar.Mask) {
    isReady = isReady .& .!mask
    averagingTime.replace(with: 0.0, where: mask)
  }

  /// Takes heading and reference from a field.
  @export(implementation)
  mutating func takeFirst(_ field: Vector3<Scalar>) {
    offset = Self.heading(of: field)
    if !isReferenceGiven { reference = FieldReference(of: field) }
    hasStarted = Scalar.Mask(repeating: true)
  }

  @export(implementation)
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
  @export(implementation) @inline(__always)
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

  @export(implementation) @inline(__always)
  mutating func measured(
    _ field: Vector3<Scalar>, _ situation: Situation, _ parameters: VelocityBoundedParameters<Scalar>
  ) -> Measurement {
    let duration = situation.duration
    let observed = FieldReference(of: field)
    var measurement = Measurement()
    measurement.difference = (Self.heading(of: field) - offset).wrappedToHalfTurn()
    measurement.tiltEffect = Self.tiltEffect(on: field)

    var anomaly = reference.squaredAnomaly(of: observed)  // (42)
    squaredAnomaly += duration / (Self.anomalyTime + duration) * (anomaly - squaredAnomaly)  // (43)
    learnReference(observed, anomaly, duration)
    let isReplaced = considerCandidate(observed, situation)
    anomaly.replace(with: 0.0, where: isReplaced)
    measurement.addedVariance.replace(with: Self.startDeviation.squared, where: isReplaced)  // (46)

    let seenTilt = Self.seenTiltVariance(observed, situation.tiltVariance)
    let anomalyVariance = parameters.anomalyWeight.squared * Scalar.maximum(anomaly, squaredAnomaly)
    let error = parameters.fieldDirectionDeviation.squared + anomalyVariance + seenTilt.squared
    let restFactor = Scalar.one.replacing(with: Self.varianceFactorAtRest, where: situation.isAtRest)
    measurement.seenTilt = seenTilt
    measurement.variance = error * (2.0 * parameters.fieldCorrelationTime / duration) * restFactor  // (47)
    followInnovation(measurement, error, situation)
    return measurement
  }

  /// Equation 44.
  @export(implementation) @inline(__always)
  mutating func learnReference(_ observed: FieldReference<Scalar>, _ anomaly: Scalar, _ duration: Scalar) {
    learningTime = Scalar.minimum(Self.referenceMemory, learningTime + duration)
    let isUnconditional = learningTime .< Self.unconditionalLearningTime
    let trust = (1.0 / (1.0 + anomaly * Self.anomalyDistrust)).replacing(with: 1.0, where: isUnconditional)
    reference.approach(observed, share: Scalar.minimum(1.0, trust * duration / learningTime))
  }

  /// Replaces the reference by a field that was supported for long, as after a start beside a magnet (equations 45 and 46).
  @export(implementation) @inline(__always)
  mutating func considerCandidate(_ observed: FieldReference<Scalar>, _ situation: Situation) -> Scalar.Mask {
    let duration = situation.duration
    let fits =
      (candidate.horizontal .> 0.0)
      .& (observed.squaredDistance(to: candidate) .< Self.squaredCandidateRadius * candidate.horizontal.squared)
    candidateAge = Scalar.zero.replacing(
      with: Scalar.minimum(Self.candidateMemory, candidateAge + duration), where: fits)
    var moved = candidate
    moved.approach(observed, share: duration / (candidateAge + duration))
    candidate = observed.replacing(with: moved, where: fits)
    candidateSupport = Scalar.zero.replacing(with: candidateSupport + situation.motion * duration, where: fits)

    let isOther =
      candidate.squaredDistance(to: reference) .> Self.squaredDistanceOfOther * reference.horizontal.squared
    let asked = isReferenceGiven ? Self.leastSupportAgainstGiven : Self.leastSupport
    let isReplaced = fits .& (candidateSupport .>= asked) .& isOther
    modify(where: isReplaced) {
      $0.reference = $0.candidate
      $0.learningTime = Self.referenceMemory
      $0.squaredAnomaly = 0.0
      $0.candidateSupport = 0.0
    }
    return isReplaced
  }

  /// Compares the differences with what they were expected to be (equation 52).
  @export(implementation) @inline(__always)
  mutating func followInnovation(_ measurement: Measurement, _ error: Scalar, _ situation: Situation) {
    let gain = situation.motion * situation.duration / (Self.innovationTime + situation.duration)
    let expected = situation.headingVariance + measurement.addedVariance + error
    squaredInnovation += gain * (measurement.difference.squared - squaredInnovation)
    expectedInnovation += gain * (expected - expectedInnovation)
  }

  /// The factor of the reported variance: the field's error is coloured, and the filter follows it (κ of equation 53).
  @export(implementation) @inline(__always)
  var varianceFactor: Scalar {
    (Self.innovationFactor * squaredInnovation / expectedInnovation).clamped(
      Self.leastVarianceFactor, Self.largestVarianceFactor)
  }

  /// After the hard iron was switched on or off (equation 20).
  @export(implementation) @inline(__always)
  mutating func forgetCandidate(where mask: Scalar.Mask) {
    candidate.horizontal.replace(with: 0.0, where: mask)
    candidateSupport.replace(with: 0.0, where: mask)
    squaredAnomaly.replace(with: 0.0, where: mask)
  }
}
