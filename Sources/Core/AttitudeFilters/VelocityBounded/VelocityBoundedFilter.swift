import MotionSamples
import Rotations

/// The default filter: a velocity-bounded, scale-calibrating error-state Kalman filter.
///
/// It integrates the gyroscope at every sample. Every 50 ms a Kalman filter corrects attitude, gyroscope bias and scale, and
/// horizontal velocity. The accelerometer enters as one measurement, "the mean velocity is zero", whose noise is learned, so
/// that accelerations disturb the tilt little. The magnetometer corrects the heading and never the tilt; its noise follows
/// the observed anomaly of the field. Monitors recover from what the model does not contain: clipping, missed rotations, gaps,
/// silent sensors, a start beside a magnet.
///
/// It runs with and without a magnetometer, from any start. With 11 states (`DefaultFilter`) it estimates the scale of a
/// calibrated gyroscope; with 14 (`DefaultFilter14`) also the cross-axis terms of an uncalibrated one.
///
/// Equations, parameters, accuracy and limits: TheDefaultFilter.md. Its equation numbers stand in the source.
@frozen
public struct VelocityBoundedFilter<let stateCount: Int, Scalar: RealLanes>: AttitudeFilter {
  @usableFromInline var tuning: VelocityBoundedParameters<Scalar>

  @usableFromInline var sampleGuard = SampleGuard<Scalar>()
  @usableFromInline var readings = ReadingChecks<Scalar>()
  @usableFromInline var strapdown = StrapdownIntegrator<stateCount, Scalar>()
  @usableFromInline var errorState: ErrorState<stateCount, Scalar>
  @usableFromInline var velocityMonitor: VelocityMonitor<Scalar>
  @usableFromInline var velocityDensity: VelocityDensity<Scalar>
  @usableFromInline var restGate = RestGate<Scalar>()
  @usableFromInline var startDoubt = StartDoubt<Scalar>()
  @usableFromInline var fieldConditioner = FieldConditioner<Scalar>()
  @usableFromInline var missedRotationDetector = MissedRotationDetector<Scalar>()
  @usableFromInline var headingEstimator: HeadingEstimator<Scalar>
  @usableFromInline var headingDrift = HeadingDrift<Scalar>()
  @usableFromInline var headingDoubt = HeadingDoubt<Scalar>()
  @usableFromInline var aiding = VelocityAiding<Scalar>()

  @usableFromInline var enuFromLevel: Rotation<Scalar> = .identity
  @usableFromInline var alignedTime: Scalar = 0.0
  @usableFromInline var alignmentSum: Vector3<Scalar> = .zero
  @usableFromInline var timeWithoutField: Scalar = 0.0
  @usableFromInline var hasAttitude = Scalar.Mask(repeating: false)
  @usableFromInline var hasJumped = Scalar.Mask(repeating: false)
  /// Whether there was a step since the last gap; without one the intervals are all gaps.
  @usableFromInline var hasSteppedSinceGap = Scalar.Mask(repeating: false)
  /// Whether the second half of the last step is still to be done (`VelocityBoundedParameters.spreadsSteps`).
  @usableFromInline var isCorrectionDue = Scalar.Mask(repeating: false)

  @export(implementation)
  public init(parameters: VelocityBoundedParameters<Scalar> = VelocityBoundedParameters()) {
    tuning = parameters
    errorState = ErrorState(parameters)
    velocityMonitor = VelocityMonitor()
    velocityDensity = VelocityDensity(parameters)
    headingEstimator = HeadingEstimator(parameters)
  }

  @export(implementation)
  public static func initialize(_ filter: UnsafeMutablePointer<Self>, parameters: VelocityBoundedParameters<Scalar>) {
    // A field at a time: all of them together are long for the stack of a microcontroller.
    filter.pointee.tuning = parameters
    filter.pointee.sampleGuard = SampleGuard()
    filter.pointee.readings = ReadingChecks()
    filter.pointee.strapdown = StrapdownIntegrator()
    filter.pointee.errorState = ErrorState(parameters)
    filter.pointee.velocityMonitor = VelocityMonitor()
    filter.pointee.velocityDensity = VelocityDensity(parameters)
    filter.pointee.restGate = RestGate()
    filter.pointee.startDoubt = StartDoubt()
    filter.pointee.fieldConditioner = FieldConditioner()
    filter.pointee.missedRotationDetector = MissedRotationDetector()
    filter.pointee.headingEstimator = HeadingEstimator(parameters)
    filter.pointee.headingDrift = HeadingDrift()
    filter.pointee.headingDoubt = HeadingDoubt()
    filter.pointee.aiding = VelocityAiding()
    filter.pointee.enuFromLevel = .identity
    filter.pointee.alignedTime = 0.0
    filter.pointee.alignmentSum = .zero
    filter.pointee.timeWithoutField = 0.0
    filter.pointee.hasAttitude = Scalar.Mask(repeating: false)
    filter.pointee.hasJumped = Scalar.Mask(repeating: false)
    filter.pointee.hasSteppedSinceGap = Scalar.Mask(repeating: false)
    filter.pointee.isCorrectionDue = Scalar.Mask(repeating: false)
  }

  /// The tuning parameters.
  @export(implementation) @inline(__always)
  public var parameters: VelocityBoundedParameters<Scalar> { tuning }

  @export(implementation) @inline(__always)
  @discardableResult
  public mutating func update(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    var outcome = advance(sample)
    let isDue = isStepDue
    if isDue.isTrueInAnyLane { step(where: isDue, completing: &outcome) }
    return outcome
  }

  @export(implementation)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&sampleGuard, with: other.sampleGuard)
    visitor.visit(&readings, with: other.readings)
    visitor.visit(&strapdown, with: other.strapdown)
    visitor.visit(&errorState, with: other.errorState)
    visitor.visit(&velocityMonitor, with: other.velocityMonitor)
    visitor.visit(&fieldConditioner, with: other.fieldConditioner)
    visitor.visit(&missedRotationDetector, with: other.missedRotationDetector)
    visitor.visit(&headingEstimator, with: other.headingEstimator)
    visitor.visit(&enuFromLevel, with: other.enuFromLevel)
    visitor.visit(&alignedTime, with: other.alignedTime, .nonnegative)
    visitor.visit(&alignmentSum, with: other.alignmentSum)
    visitor.visit(&timeWithoutField, with: other.timeWithoutField, .nonnegative)
    visitor.visit(&hasAttitude, with: other.hasAttitude)
    visitor.visit(&hasJumped, with: other.hasJumped)
    visitor.visit(&hasSteppedSinceGap, with: other.hasSteppedSinceGap)
    visitor.visit(&isCorrectionDue, with: other.isCorrectionDue)
    visitor.visit(&velocityDensity, with: other.velocityDensity)
    visitor.visit(&restGate, with: other.restGate)
    visitor.visit(&startDoubt, with: other.startDoubt)
    visitor.visit(&headingDrift, with: other.headingDrift)
    visitor.visit(&headingDoubt, with: other.headingDoubt)
    visitor.visit(&aiding, with: other.aiding)
  }
}

extension VelocityBoundedFilter: SteppedFilter {
  @export(implementation) @inline(__always)
  public mutating func advance(_ sample: MotionSample<Scalar>) -> UpdateOutcome<Scalar> {
    if isCorrectionDue.isTrueInAnyLaneUnlikely { completeStep() }
    var admitted = sampleGuard.admit(sample)
    readings.bridgeSilence(of: &admitted)  // (1)
    let findings = readings.check(&admitted, bias: strapdown.gyroscopeErrors.bias)  // (1), (2), (3), (6)
    if (findings.squaredFalseTurn .> 0.0).isTrueInAnyLaneUnlikely {
      errorState.addAttitudeVariance(findings.squaredFalseTurn)
    }
    start(admitted)
    if admitted.outcome.isAfterGap.isTrueInAnyLaneUnlikely {
      let isGap = admitted.outcome.isAfterGap .& (sample.interval .> SampleGuard<Scalar>.longestInterval)
      modify(where: isGap) { $0.openAfterGap(admitted) }  // (4)
    }
    hasJumped.replace(with: Scalar.Mask(repeating: false), where: admitted.hasInterval)
    let (rest, frozenTime) = (parameters.rest, readings.frozenTime)
    let (isClipped, isRateClipped) = (readings.forceClipping.isClipped, readings.rateClipping.isClipped)
    strapdown.modify(where: admitted.hasInterval) {
      $0.advance(admitted, frozenTime: frozenTime, isClipped: isClipped, isRateClipped: isRateClipped, rest)
    }
    var outcome = admitted.outcome
    outcome.isAtRest = isAtRest
    outcome.isSaturated = readings.forceClipping.isClipped .| readings.rateClipping.isClipped
    complete(&outcome)
    return outcome
  }

  /// The fewest samples of a step, unless they take two step intervals (equation 10).
  @export(implementation) static var fewestSamples: Scalar { 5.0 }

  /// Whether the increment covers a step, to the nearest sample (equation 10); a broken duration ends one, too.
  @export(implementation) @inline(__always)
  public var isStepDue: Scalar.Mask {
    let (duration, halfInterval) = (strapdown.increment.duration, 0.5 * sampleGuard.nominalInterval)
    // The usual case.
    if (duration .< parameters.stepInterval - halfInterval).isTrueInEveryLane { return Scalar.Mask(repeating: false) }
    let shortest = Scalar.minimum(
      Self.fewestSamples * sampleGuard.nominalInterval, 2.0 * parameters.stepInterval)
    let isShort = duration .< Scalar.maximum(parameters.stepInterval, shortest) - halfInterval
    return .!isShort .& hasAttitude
  }

  @export(implementation)
  public mutating func step(where mask: Scalar.Mask, completing outcome: inout UpdateOutcome<Scalar>) {
    modify(where: mask) { $0.step() }
    complete(&outcome)
  }

  /// Sets the flags that a step may change.
  @export(implementation) @inline(__always)
  func complete(_ outcome: inout UpdateOutcome<Scalar>) {
    outcome.isInitializing = .!hasAttitude .| (alignedTime .< parameters.alignmentDuration)
    outcome.isFieldDisturbed =
      headingEstimator.isReady
      .& (headingEstimator.squaredAnomaly .> HeadingEstimator<Scalar>.squaredAnomalyOfDisturbance)
    outcome.isCorrectedByJump = hasJumped
    outcome.isHeadingUnknown = .!(headingEstimator.hasStarted .| aiding.courses.isFound)
  }
}

/// The default filter with 11 states, for calibrated gyroscopes.
public typealias DefaultFilter<Scalar: RealLanes> = VelocityBoundedFilter<11, Scalar>

/// The default filter with 14 states, for gyroscopes whose axes are not well aligned.
public typealias DefaultFilter14<Scalar: RealLanes> = VelocityBoundedFilter<14, Scalar>

extension RealLanes {
  /// Gravity in the equations of the default filter, m/s² (g). The results depend on it only through the accelerometer's scale.
  @export(implementation) @inline(__always)
  static var nominalGravity: Self { 9.81 }
}
