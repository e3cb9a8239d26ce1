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

  /// The angular rate before a large step, rad/s, and the square of that step, (rad/s)²; zero without a step.
  @usableFromInline var rateBeforeJump: Vector3<Scalar> = .zero
  @usableFromInline var squaredJump: Scalar = 0.0

  /// What a check found beside the readings that it took away.
  @frozen @usableFromInline
  struct Findings: Sendable {
    /// The squared change of the force since the last one that was used, (m/s²)²; zero of one that waits.
    @usableFromInline var squaredForceChange: Scalar
    /// The squared turn of a spike of the gyroscope, which was not the body's, rad²; zero without one.
    @usableFromInline var squaredFalseTurn: Scalar

    @export(implementation) @inline(__always)
    init(squaredForceChange: Scalar, squaredFalseTurn: Scalar) {
      self.squaredForceChange = squaredForceChange
      self.squaredFalseTurn = squaredFalseTurn
    }
  }

  @export(implementation)
  init() {}

  /// The time in which the last angular rate fades by half where it stands in for missing ones, s: a body turns on for about as long.
  @export(implementation) static var extrapolationTime: Scalar { 1.0 }
  /// The turn of the body after which a field or a force should have changed, rad: far above the noise of either.
  @export(implementation) static var largestTurn: Scalar { 0.1 }
  /// The turn after which a field that repeats is told, rad.
  @export(implementation) static var turnOfFrozenField: Scalar { 1.0 }
  /// The time for which an angular rate may repeat, s: two readings of a sensor of 10 Hz. The squared difference of the specific
  /// force from what the rate says that shows another turn, (m/s²)²: 3 m/s², more than a car accelerates, whose gyroscope may well read
  /// zero in a coarse log.
  @export(implementation) static var longestRepetition: Scalar { 0.25 }
  @export(implementation) static var squaredForceOfTurn: Scalar { 9.0 }
  /// The usual steps that a step may be long, squared: 3². The squared step that never waits, (m/s²)²: 1 m/s² costs nothing to wait
  /// for 10 ms. The averaging time of the steps, s.
  @export(implementation) static var squaredUsualSteps: Scalar { 9.0 }
  /// The share of a step within which the next force agrees with it, squared: ½². The forces that wait one after the other at most: a
  /// third one far from all before shows that the sensor shakes.
  @export(implementation) static var squaredAgreement: Scalar { 0.25 }
  @export(implementation) static var largestWaitingCount: Scalar { 2.0 }
  @export(implementation) static var leastSquaredStep: Scalar { 1.0 }
  @export(implementation) static var stepTime: Scalar { 1.0 }
  /// The squared step of the angular rate that may be that of a spike, in units of its noise: 3² times twice a reading's. The least one,
  /// (rad/s)²: a sample of 0.1 rad/s more turns nothing by much.
  @export(implementation) static var squaredRateStep: Scalar { 18.0 }
  @export(implementation) static var leastSquaredRateStep: Scalar { 0.01 }
  /// The smallest readings that can be clipped, m/s² and rad/s (equation 3).
  @export(implementation) static var leastClippedForce: Scalar { 1.5 * Scalar.nominalGravity }
  @export(implementation) static var leastClippedRate: Scalar { .degrees(240.0) }
  /// The averaging time of the noise, s (equation 6).
  @export(implementation) static var noiseAveragingTime: Scalar { 6.0 }

  /// The time since the force contradicted a gyroscope that hangs, s: 0 while it does not hang.
  @export(implementation) @inline(__always)
  var frozenTime: Scalar { Scalar.zero.replacing(with: rate.held, where: isRateFrozen) }

  /// The lanes in which the force of the last sample waits for the next one.
  @export(implementation) @inline(__always)
  var holdsForceBack: Scalar.Mask { waitingCount .> 0.0 }

  /// The lanes in which a force or a field has hung since the first one: a start by it means nothing.
  @export(implementation) @inline(__always)
  var hangsSinceStart: (force: Scalar.Mask, field: Scalar.Mask) {
    (
      (force.held .> Self.largestTurn) .& (force.noise .== 0.0),
      (field.held .> Self.largestTurn) .& (field.noise .== 0.0)
    )
  }

  /// Checks the readings of a sample, and takes away those that hang. `bias` is that of the gyroscope.
  @export(implementation) @inline(__always)
  mutating func check(_ admitted: inout SampleGuard<Scalar>.AdmittedSample, bias: Vector3<Scalar>) -> Findings {
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
    holdBackSpike(of: &admitted, &forceChange, where: hasForce)  // (2)
    let falseTurn = squaredFalseTurn(by: admitted.angularRate, rateChange, interval, where: hasRate)  // (6)
    let findings = Findings(squaredForceChange: forceChange, squaredFalseTurn: falseTurn)

    let (squaredRate, squaredForce) = (admitted.angularRate.squaredLength, admitted.squaredSpecificForce)
    rateClipping.update(
      admitted.angularRate, square: squaredRate, previous: rate.last, least: Self.leastClippedRate, isPresent: hasRate)
    forceClipping.update(
      admitted.specificForce, square: squaredForce, previous: force.last, least: Self.leastClippedForce,
      isPresent: hasForce)  // (3)
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
    guard (isRateHeld .| isForceHeld .| isFieldHeld).isTrueInAnyLane else { return findings }
    if isRateHeld.isTrueInAnyLaneUnlikely {
      removeFrozenRate(from: &admitted, bias, forceBefore, where: isRateHeld .& force.isKnown)
    }
    // A rate of exactly zero is that of a model or a coarse log, whatever the bias: it turns nothing.
    let turns = (admitted.angularRate - bias).replacing(
      with: .zero, where: admitted.angularRate.squaredLength .== 0.0)
    removeFrozen(from: &admitted, turns, isForceHeld, isFieldHeld)  // (1)
    return findings
  }

  /// A silent gyroscope has its last rate, which fades.
  @export(implementation) @inline(__always)
  func bridgeSilence(of admitted: inout SampleGuard<Scalar>.AdmittedSample) {
    let isSilent = admitted.hasInterval .& (admitted.silence .> 0.0)
    guard isSilent.isTrueInAnyLaneUnlikely else { return }
    let share = Self.extrapolationTime / (Self.extrapolationTime + admitted.silence)
    admitted.angularRate.replace(with: rate.last * share, where: isSilent .& rate.isKnown)
  }

  /// After a gap no reading is compared with those before it.
  @export(implementation)
  mutating func forget(where mask: Scalar.Mask) {
    rate.forget(where: mask)
    force.forget(where: mask)
    field.forget(where: mask)
    waitingCount.replace(with: 0.0, where: mask)
    squaredJump.replace(with: 0.0, where: mask)
    isRateFrozen = isRateFrozen .& .!mask
  }

  /// Takes a field and a force away that repeat to the last bit while the body turns them by more than their noise: of a sensor that
  /// hangs, or that is asked more often than it measures. A turn about the field or the force itself shows nothing.
  @export(implementation) @inline(__always)
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
  @export(implementation)
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
  @export(implementation) @inline(__always)
  mutating func holdBackSpike(
    of admitted: inout SampleGuard<Scalar>.AdmittedSample, _ squaredChange: inout Scalar, where mask: Scalar.Mask
  ) {
    let limit = Self.squaredUsualSteps * (usualSquaredStep + Self.leastSquaredStep)
    var (squaredStep, isUsed) = (squaredChange, mask)
    if (mask .& ((waitingCount .> 0.0) .| (squaredStep .> limit))).isTrueInAnyLaneUnlikely {
      let (isWaiting, isFar) = (mask .& (waitingCount .> 0.0), mask .& (squaredStep .> limit))
      let agrees = (admitted.specificForce - waitingForce).squaredLength .< Self.squaredAgreement * squaredStep
      let isTrueStep = isWaiting .& isFar .& (agrees .| (waitingCount .>= Self.largestWaitingCount))
      let waits = isFar .& .!isTrueStep
      usualSquaredStep.replace(
        with: Scalar.maximum(usualSquaredStep, squaredStep * (1.0 / Self.squaredUsualSteps)), where: isTrueStep)
      squaredStep.replace(with: Scalar.minimum(squaredStep, limit), where: isWaiting)
      waitingForce.replace(with: admitted.specificForce, where: waits)
      waitingCount.replace(with: Scalar.zero.replacing(with: waitingCount + 1.0, where: waits), where: mask)
      admitted.specificForce.replace(with: force.last, where: waits)
      admitted.squaredSpecificForce.replace(with: force.last.squaredLength, where: waits)
      squaredChange.replace(with: 0.0, where: waits)
      isUsed = mask .& .!waits
    }
    let gain = admitted.interval / (Self.stepTime + admitted.interval)
    usualSquaredStep.replace(with: usualSquaredStep + gain * (squaredStep - usualSquaredStep), where: isUsed)
  }

  /// The squared turn of an angular rate that was far from the one before and that the next one takes back, as of a lost bit, rad². It
  /// was integrated, and it was not the body's.
  @export(implementation) @inline(__always)
  mutating func squaredFalseTurn(
    by rate: Vector3<Scalar>, _ squaredStep: Scalar, _ interval: Scalar, where mask: Scalar.Mask
  ) -> Scalar {
    let isFar = mask .& (squaredStep .> Self.squaredRateStep * self.rate.noise + Self.leastSquaredRateStep)
    guard (isFar .| (squaredJump .> 0.0)).isTrueInAnyLaneUnlikely else { return 0.0 }
    let isBack = (rate - rateBeforeJump).squaredLength .< Self.squaredAgreement * squaredJump
    let returns = mask .& (squaredJump .> 0.0) .& isBack
    let falseTurn = Scalar.zero.replacing(with: squaredJump * interval.squared, where: returns)
    rateBeforeJump.replace(with: self.rate.last, where: mask)
    squaredJump.replace(with: Scalar.zero.replacing(with: squaredStep, where: isFar .& .!returns), where: mask)
    return falseTurn
  }

  @export(implementation)
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
    visitor.visit(&rateBeforeJump, with: other.rateBeforeJump)
    visitor.visit(&squaredJump, with: other.squaredJump, .nonnegative)
  }
}
