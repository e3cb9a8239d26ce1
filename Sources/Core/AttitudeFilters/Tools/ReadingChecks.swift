import Rotations

/// Checks what successive readings of each sensor show: their noise, readings that hang, spikes of the accelerometer, and the ends of
/// a sensor's range (TheDefaultFilter.md, equations 1, 2, 3 and 6).
@frozen @usableFromInline
struct ReadingChecks<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var rate = SuccessiveReadings<Scalar>()
  @usableFromInline var force = SuccessiveReadings<Scalar>()
  @usableFromInline var field = SuccessiveReadings<Scalar>()
  /// The time since the first sample, at most that of the noise, s.
  @usableFromInline var noiseTime: Scalar = 0.0
  @usableFromInline var rateClipping = ClippingDetector<Scalar>()
  @usableFromInline var forceClipping = ClippingDetector<Scalar>()

  /// The specific force when the angular rate last changed, turned since as the rate says, m/s².
  @usableFromInline var expectedForce: Vector3<Scalar> = .zero
  /// Whether the gyroscope hangs.
  @usableFromInline var isRateFrozen = Scalar.Mask(repeating: false)

  /// The mean squared step between two forces, (m/s²)² (N_s), a force that waits for the next one, m/s², and how many have waited one
  /// after the other.
  @usableFromInline var usualSquaredStep: Scalar = 0.0
  @usableFromInline var waitingForce: Vector3<Scalar> = .zero
  @usableFromInline var waitingCount: Scalar = 0.0

  @inlinable
  init() {}

  /// The time in which the last angular rate fades by half where it stands in for missing ones, s: a body turns on for about as long.
  @inlinable static var extrapolationTime: Scalar { 1.0 }
  /// The turn of the body after which a field or a force should have changed, rad: far above the noise of either.
  @inlinable static var largestTurn: Scalar { 0.1 }
  /// The turn after which a field that repeats is told, rad.
  @inlinable static var turnOfFrozenField: Scalar { 1.0 }
  /// The time for which an angular rate may repeat, s: two readings of a sensor of 10 Hz. The squared difference of the specific
  /// force from what the rate says that shows another turn, (m/s²)²: 3 m/s², more than a car accelerates, whose gyroscope may well read
  /// zero in a coarse log.
  @inlinable static var longestRepetition: Scalar { 0.25 }
  @inlinable static var squaredForceOfTurn: Scalar { 9.0 }
  /// The usual steps that a step may be long, squared: 3². The squared step that never waits, (m/s²)²: 1 m/s² costs nothing to wait
  /// for 10 ms. The averaging time of the steps, s.
  @inlinable static var squaredUsualSteps: Scalar { 9.0 }
  /// The share of a step within which the next force agrees with it, squared: ½². The forces that wait one after the other at most: a
  /// third one far from all before shows that the sensor shakes.
  @inlinable static var squaredAgreement: Scalar { 0.25 }
  @inlinable static var largestWaitingCount: Scalar { 2.0 }
  @inlinable static var leastSquaredStep: Scalar { 1.0 }
  @inlinable static var stepTime: Scalar { 1.0 }
  /// The smallest readings that can be clipped, m/s² and rad/s (equation 3).
  @inlinable static var leastClippedForce: Scalar { 1.5 * Scalar.nominalGravity }
  @inlinable static var leastClippedRate: Scalar { .degrees(240.0) }
  /// The averaging time of the noise, s (equation 6).
  @inlinable static var noiseAveragingTime: Scalar { 6.0 }

  /// The time since the force contradicted a gyroscope that hangs, s: 0 while it does not hang.
  @inlinable @inline(__always)
  var frozenTime: Scalar { Scalar.zero.replacing(with: rate.held, where: isRateFrozen) }

  /// The lanes in which the force of the last sample waits for the next one.
  @inlinable @inline(__always)
  var holdsForceBack: Scalar.Mask { waitingCount .> 0.0 }

  /// The lanes in which a force or a field has hung since the first one: a start by it means nothing.
  @inlinable @inline(__always)
  var hangsSinceStart: (force: Scalar.Mask, field: Scalar.Mask) {
    (
      (force.held .> Self.largestTurn) .& (force.noise .== 0.0),
      (field.held .> Self.largestTurn) .& (field.noise .== 0.0)
    )
  }

  /// Checks the readings of a sample, and takes away those that hang. `bias` is that of the gyroscope.
  ///
  /// - Returns: The squared change of the force since the last one that was used, (m/s²)²; zero of one that waits.
  @inlinable @inline(__always) @discardableResult
  mutating func check(_ admitted: inout SampleGuard<Scalar>.AdmittedSample, bias: Vector3<Scalar>) -> Scalar {
    if admitted.outcome.isAfterGap.isTrueInAnyLaneUnlikely { forget(where: admitted.outcome.isAfterGap) }
    let interval = admitted.interval
    let gain = interval / (noiseTime + interval)
    noiseTime += Scalar.zero.replacing(
      with: Scalar.minimum(interval, Self.noiseAveragingTime - noiseTime), where: admitted.hasInterval)

    let hasRate = admitted.hasInterval .& .!(admitted.silence .> 0.0)
    let hasForce = admitted.hasInterval .& admitted.hasSpecificForce
    let hasField = admitted.hasInterval .& admitted.hasMagneticField
    let rateChange = rate.squaredChange(to: admitted.angularRate, where: hasRate)
    var forceChange = force.squaredChange(to: admitted.specificForce, where: hasForce)
    let isRateHeld = rate.noteHeld(rateChange, where: hasRate)
    let isForceHeld = force.noteHeld(forceChange, where: hasForce)
    holdBackSpike(&admitted.specificForce, &forceChange, interval, where: hasForce)  // (2)

    rateClipping.update(
      admitted.angularRate, previous: rate.last, least: Self.leastClippedRate, isPresent: hasRate)
    forceClipping.update(
      admitted.specificForce, previous: force.last, least: Self.leastClippedForce, isPresent: hasForce)  // (3)
    let forceBefore = force.last
    rate.take(admitted.angularRate, rateChange, gain: gain, where: hasRate)
    force.take(admitted.specificForce, forceChange, gain: gain, where: hasForce)  // (6)
    isRateFrozen = isRateFrozen .& (isRateHeld .| .!hasRate)

    var isFieldHeld = Scalar.Mask(repeating: false)
    if hasField.isTrueInAnyLane {
      let fieldChange = field.squaredChange(to: admitted.magneticField, where: hasField)
      isFieldHeld = field.noteHeld(fieldChange, where: hasField)
      field.take(admitted.magneticField, fieldChange, gain: gain, where: hasField)
    }
    guard (isRateHeld .| isForceHeld .| isFieldHeld).isTrueInAnyLane else { return forceChange }
    if isRateHeld.isTrueInAnyLaneUnlikely {
      removeFrozenRate(from: &admitted, bias, forceBefore, where: isRateHeld .& force.isKnown)
    }
    // A rate of exactly zero is that of a model or a coarse log, whatever the bias: it turns nothing.
    let turns = (admitted.angularRate - bias).replacing(
      with: .zero, where: admitted.angularRate.squaredLength .== 0.0)
    removeFrozen(from: &admitted, turns, isForceHeld, isFieldHeld)  // (1)
    return forceChange
  }

  /// A silent gyroscope has its last rate, which fades.
  @inlinable @inline(__always)
  func bridgeSilence(of admitted: inout SampleGuard<Scalar>.AdmittedSample) {
    let isSilent = admitted.hasInterval .& (admitted.silence .> 0.0)
    guard isSilent.isTrueInAnyLaneUnlikely else { return }
    let share = Self.extrapolationTime / (Self.extrapolationTime + admitted.silence)
    admitted.angularRate.replace(with: rate.last * share, where: isSilent .& rate.isKnown)
  }

  /// After a gap no reading is compared with those before it.
  @inlinable
  mutating func forget(where mask: Scalar.Mask) {
    rate.forget(where: mask)
    force.forget(where: mask)
    field.forget(where: mask)
    waitingCount.replace(with: 0.0, where: mask)
    isRateFrozen = isRateFrozen .& .!mask
  }

  /// Takes a field and a force away that repeat to the last bit while the body turns them by more than their noise: of a sensor that
  /// hangs, or that is asked more often than it measures. A turn about the field or the force itself shows nothing.
  @inlinable @inline(__always)
  mutating func removeFrozen(
    from admitted: inout SampleGuard<Scalar>.AdmittedSample, _ rate: Vector3<Scalar>, _ isForceHeld: Scalar.Mask,
    _ isFieldHeld: Scalar.Mask
  ) {
    func turn(_ vector: Vector3<Scalar>, _ squaredLength: Scalar) -> Scalar {
      (rate.cross(vector).squaredLength / squaredLength).squareRoot() * admitted.interval
    }
    let fieldTurn = turn(admitted.magneticField, admitted.squaredMagneticField)
    let forceTurn = turn(admitted.specificForce, admitted.squaredSpecificForce)
    field.held += Scalar.zero.replacing(with: fieldTurn, where: isFieldHeld)
    force.held += Scalar.zero.replacing(with: forceTurn, where: isForceHeld)
    let isForceFrozen = isForceHeld .& (force.held .> Self.largestTurn)
    // A field that repeats is usual: many magnetometers are slower than the gyroscope.
    let isFieldFrozen = isFieldHeld .& (field.held .> Self.turnOfFrozenField)
    admitted.outcome.isSpecificForceRejected = admitted.outcome.isSpecificForceRejected .| isForceFrozen
    admitted.outcome.isMagneticFieldRejected = admitted.outcome.isMagneticFieldRejected .| isFieldFrozen
    admitted.dropSpecificForce(where: isForceFrozen)
    admitted.dropMagneticField(where: isFieldHeld .& (field.held .> Self.largestTurn))
  }

  /// Takes an angular rate away that repeats to the last bit while the force moves in another way than it says. `forceBefore` is that of
  /// the sample before.
  @inlinable
  mutating func removeFrozenRate(
    from admitted: inout SampleGuard<Scalar>.AdmittedSample, _ bias: Vector3<Scalar>, _ forceBefore: Vector3<Scalar>,
    where isHeld: Scalar.Mask
  ) {
    let before = expectedForce.replacing(with: forceBefore, where: rate.held .== 0.0)
    let turn = (admitted.angularRate - bias) * admitted.interval
    expectedForce.replace(with: Rotation(rotationVector: -turn).rotate(before), where: isHeld)
    rate.held += Scalar.zero.replacing(with: admitted.interval, where: isHeld)
    let difference = (admitted.specificForce - expectedForce).squaredLength
    let moves = admitted.hasSpecificForce .& (difference .> Self.squaredForceOfTurn)
    let begins = isHeld .& moves .& .!isRateFrozen .& (rate.held .> Self.longestRepetition)
    rate.held.replace(with: admitted.interval, where: begins)
    isRateFrozen = isRateFrozen .| begins
    let isFrozen = isHeld .& isRateFrozen
    admitted.outcome.isAngularRateRejected = admitted.outcome.isAngularRateRejected .| isFrozen
    admitted.angularRate.replace(with: bias, where: isFrozen)
  }

  /// Holds back a force that its neighbours contradict, as of a lost bit or a knock on the sensor. A force far from the one before
  /// waits for the next: if that agrees with it, or the third is far too, the body has accelerated, and steps of this size are usual
  /// from then on.
  @inlinable @inline(__always)
  mutating func holdBackSpike(
    _ force: inout Vector3<Scalar>, _ squaredChange: inout Scalar, _ interval: Scalar, where mask: Scalar.Mask
  ) {
    let limit = Self.squaredUsualSteps * (usualSquaredStep + Self.leastSquaredStep)
    var (squaredStep, isUsed) = (squaredChange, mask)
    if (mask .& ((waitingCount .> 0.0) .| (squaredStep .> limit))).isTrueInAnyLaneUnlikely {
      let (isWaiting, isFar) = (mask .& (waitingCount .> 0.0), mask .& (squaredStep .> limit))
      let agrees = (force - waitingForce).squaredLength .< Self.squaredAgreement * squaredStep
      let isTrueStep = isWaiting .& isFar .& (agrees .| (waitingCount .>= Self.largestWaitingCount))
      let waits = isFar .& .!isTrueStep
      usualSquaredStep.replace(
        with: Scalar.maximum(usualSquaredStep, squaredStep * (1.0 / Self.squaredUsualSteps)), where: isTrueStep)
      squaredStep.replace(with: Scalar.minimum(squaredStep, limit), where: isWaiting)
      waitingForce.replace(with: force, where: waits)
      waitingCount.replace(with: Scalar.zero.replacing(with: waitingCount + 1.0, where: waits), where: mask)
      force.replace(with: self.force.last, where: waits)
      squaredChange.replace(with: 0.0, where: waits)
      isUsed = mask .& .!waits
    }
    let gain = interval / (Self.stepTime + interval)
    usualSquaredStep.replace(with: usualSquaredStep + gain * (squaredStep - usualSquaredStep), where: isUsed)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&rate, with: other.rate)
    visitor.visit(&force, with: other.force)
    visitor.visit(&field, with: other.field)
    visitor.visit(&noiseTime, with: other.noiseTime, .nonnegative)
    visitor.visit(&rateClipping, with: other.rateClipping)
    visitor.visit(&forceClipping, with: other.forceClipping)
    visitor.visit(&expectedForce, with: other.expectedForce)
    visitor.visit(&isRateFrozen, with: other.isRateFrozen)
    visitor.visit(&usualSquaredStep, with: other.usualSquaredStep, .nonnegative)
    visitor.visit(&waitingForce, with: other.waitingForce)
    visitor.visit(&waitingCount, with: other.waitingCount, .nonnegative)
  }
}

/// The last reading of one sensor that was used, and what the differences of successive ones show.
@frozen @usableFromInline
struct SuccessiveReadings<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var last: Vector3<Scalar> = .zero
  /// The noise of a reading: half the mean squared difference of successive ones, which shows it whatever the body does (N; J. von
  /// Neumann, "Distribution of the ratio of the mean square successive difference to the variance", 1941).
  @usableFromInline var noise: Scalar = 0.0
  /// The turn of the body, rad, or the time, s, since the reading changed.
  @usableFromInline var held: Scalar = 0.0
  @usableFromInline var isKnown = Scalar.Mask(repeating: false)

  @inlinable
  init() {}

  /// The squared change from the last reading to one in the lanes of `mask`; of a first one zero.
  @inlinable @inline(__always)
  mutating func squaredChange(to reading: Vector3<Scalar>, where mask: Scalar.Mask) -> Scalar {
    if (mask .& .!isKnown).isTrueInAnyLaneUnlikely {
      last.replace(with: reading, where: mask .& .!isKnown)
    }
    return (reading - last).squaredLength
  }

  /// The next reading is a first one.
  @inlinable
  mutating func forget(where mask: Scalar.Mask) {
    isKnown = isKnown .& .!mask
    held.replace(with: 0.0, where: mask)
  }

  /// Makes a reading the one before the next, as the first of a stream that has no interval.
  @inlinable @inline(__always)
  mutating func begin(with reading: Vector3<Scalar>, where mask: Scalar.Mask) {
    last.replace(with: reading, where: mask)
    isKnown = isKnown .| mask
  }

  /// The lanes in which the reading did not change.
  @inlinable @inline(__always)
  mutating func noteHeld(_ squaredChange: Scalar, where mask: Scalar.Mask) -> Scalar.Mask {
    let isHeld = mask .& isKnown .& (squaredChange .== 0.0)
    held.replace(with: 0.0, where: mask .& .!isHeld)
    return isHeld
  }

  /// Takes a reading in the lanes of `mask` (equation 6).
  @inlinable @inline(__always)
  mutating func take(_ reading: Vector3<Scalar>, _ squaredChange: Scalar, gain: Scalar, where mask: Scalar.Mask) {
    noise.replace(with: noise + gain * (0.5 * squaredChange - noise), where: mask)
    last.replace(with: reading, where: mask)
    isKnown = isKnown .| mask
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&last, with: other.last)
    visitor.visit(&noise, with: other.noise, .nonnegative)
    visitor.visit(&held, with: other.held, .nonnegative)
    visitor.visit(&isKnown, with: other.isKnown)
  }
}

/// Detects a clipped sensor whose range is not known: a reading that repeats to the last bit near the largest
/// reading so far (equation 3).
@frozen @usableFromInline
struct ClippingDetector<Scalar: RealLanes>: VisitableState, Sendable {
  @usableFromInline var largest: Scalar = 0.0
  @usableFromInline var isClipped = Scalar.Mask(repeating: false)

  /// The share of the largest reading from which a repeated one is clipped.
  @inlinable static var shareOfLargest: Scalar { 0.95 }

  @inlinable
  init() {}

  /// Processes a reading; those below `least` are never clipped.
  @inlinable @inline(__always)
  mutating func update(
    _ reading: Vector3<Scalar>, previous: Vector3<Scalar>, least: Scalar, isPresent: Scalar.Mask
  ) {
    let magnitude = reading.largestMagnitude
    largest.replace(with: Scalar.maximum(largest, magnitude), where: isPresent)
    var isStuck = Scalar.Mask(repeating: false)
    if (magnitude .>= least).isTrueInAnyLaneUnlikely {
      let top = Scalar.maximum(Self.shareOfLargest * largest, least)
      isStuck =
        Self.isStuck(reading.x, previous.x, top) .| Self.isStuck(reading.y, previous.y, top)
        .| Self.isStuck(reading.z, previous.z, top)
    }
    isClipped = isStuck .& isPresent
  }

  @inlinable @inline(__always)
  static func isStuck(_ value: Scalar, _ previous: Scalar, _ top: Scalar) -> Scalar.Mask {
    (value .== previous) .& (value.absoluteValue .>= top)
  }

  @inlinable
  mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&largest, with: other.largest, .nonnegative)
    visitor.visit(&isClipped, with: other.isClipped)
  }
}
