import MotionSamples
import Rotations

/// The input check of every filter.
///
/// Readings that are absent, not finite, out of range or zero are flagged and replaced by harmless values, so that the filter
/// needs no checks of its own. Zero, negative and infinite intervals are rejected; long ones are gaps, as is a long silence of
/// the gyroscope.
@frozen
public struct SampleGuard<Scalar: RealLanes>: VisitableState, Sendable {
  /// A sample that is safe to compute with, and its flags.
  @frozen
  public struct AdmittedSample: Sendable {
    /// Time to integrate over, s: positive and at most `longestInterval`.
    public var interval: Scalar
    /// The length of a gap before this sample, s; zero if there was none.
    public var gap: Scalar
    /// The time since the last valid angular rate, s; zero with a valid one.
    public var silence: Scalar
    /// Angular rate, rad/s. Without a valid one, the last one for `longestExtrapolation`, then zero.
    public var angularRate: Vector3<Scalar>
    /// Specific force, m/s²; zero where `hasSpecificForce` is false.
    public var specificForce: Vector3<Scalar>
    /// Magnetic field, µT; zero where `hasMagneticField` is false.
    public var magneticField: Vector3<Scalar>
    /// The squared length of the specific force; 1 where `hasSpecificForce` is false, so that it has an inverse.
    public var squaredSpecificForce: Scalar
    /// The squared strength of the magnetic field; 1 where `hasMagneticField` is false.
    public var squaredMagneticField: Scalar
    /// The lanes with a valid specific force.
    public var hasSpecificForce: Scalar.Mask
    /// The lanes with a valid magnetic field.
    public var hasMagneticField: Scalar.Mask
    /// The lanes with a valid interval: false for the first sample and for repeated timestamps.
    public var hasInterval: Scalar.Mask
    /// The flags of the sample.
    public var outcome: UpdateOutcome<Scalar>

    @export(implementation) @inline(__always)
    init(
      interval: Scalar, gap: Scalar, silence: Scalar, angularRate: Vector3<Scalar>, specificForce: Vector3<Scalar>,
      magneticField: Vector3<Scalar>, squaredSpecificForce: Scalar, squaredMagneticField: Scalar,
      hasSpecificForce: Scalar.Mask, hasMagneticField: Scalar.Mask, hasInterval: Scalar.Mask,
      outcome: UpdateOutcome<Scalar>
    ) {
      self.interval = interval
      self.gap = gap
      self.silence = silence
      self.angularRate = angularRate
      self.specificForce = specificForce
      self.magneticField = magneticField
      self.squaredSpecificForce = squaredSpecificForce
      self.squaredMagneticField = squaredMagneticField
      self.hasSpecificForce = hasSpecificForce
      self.hasMagneticField = hasMagneticField
      self.hasInterval = hasInterval
      self.outcome = outcome
    }

    /// Takes the specific force away in the lanes of `mask`.
    @export(implementation) @inline(__always)
    mutating func dropSpecificForce(where mask: Scalar.Mask) {
      hasSpecificForce = hasSpecificForce .& .!mask
      specificForce.replace(with: .zero, where: mask)
      squaredSpecificForce.replace(with: 1.0, where: mask)
    }

    /// Takes the magnetic field away in the lanes of `mask`.
    @export(implementation) @inline(__always)
    mutating func dropMagneticField(where mask: Scalar.Mask) {
      hasMagneticField = hasMagneticField .& .!mask
      magneticField.replace(with: .zero, where: mask)
      squaredMagneticField.replace(with: 1.0, where: mask)
    }

    /// The unit vector along the specific force in body axes; zero without a valid reading.
    @export(implementation) @inline(__always)
    var measuredUp: Vector3<Scalar> {
      (specificForce * (1.0 / squaredSpecificForce.squareRoot())).optimizationBarrier
    }

    /// The unit vector along the magnetic field in body axes; zero without a valid reading.
    @export(implementation) @inline(__always)
    var measuredFieldDirection: Vector3<Scalar> {
      (magneticField * (1.0 / squaredMagneticField.squareRoot())).optimizationBarrier
    }
  }

  /// The angular rate of the last sample, rad/s: zero after a long silence of the gyroscope.
  public var lastAngularRate: Vector3<Scalar>
  /// The length of the last valid angular rate before a silence, rad/s.
  public var rateBeforeSilence: Scalar
  /// The time since the last valid angular rate, s.
  public var silence: Scalar
  /// The last valid interval that was not a gap, s.
  public var nominalInterval: Scalar
  /// Whether a sample was admitted before.
  public var hasSeenSample: Scalar.Mask

  /// A guard before its first sample. `nominalInterval` replaces a gap until a valid interval was seen.
  @export(implementation)
  public init(nominalInterval: Scalar = 0.01) {
    lastAngularRate = .zero
    rateBeforeSilence = 0.0
    silence = 0.0
    self.nominalInterval = nominalInterval
    hasSeenSample = Scalar.Mask(repeating: false)
  }

  /// The longest interval that is integrated, s; longer ones are gaps, as is a longer silence
  /// of the gyroscope.
  @export(implementation) public static var longestInterval: Scalar { 0.5 }
  /// The time for which the last angular rate replaces missing ones, s.
  @export(implementation) public static var longestExtrapolation: Scalar { 0.1 }
  /// The largest valid angular rate, rad/s (57 000 degrees/s; gyroscopes end at 4 000).
  @export(implementation) public static var largestAngularRate: Scalar { 1000.0 }
  /// The largest valid specific force, m/s² (10 000 g, the range of shock sensors).
  @export(implementation) public static var largestSpecificForce: Scalar { 1e5 }
  /// The largest valid magnetic field, µT (1 T).
  @export(implementation) public static var largestMagneticField: Scalar { 1e6 }

  /// Checks a sample. Replacing bad readings is a rare branch of its own; only a magnetometer may be absent throughout.
  @export(implementation) @inline(__always)
  public mutating func admit(_ sample: MotionSample<Scalar>) -> AdmittedSample {
    let sample = sample.optimizationBarrier
    let hasRate = sample.angularRate.squaredLength.isNonnegative(upTo: Self.largestAngularRate.squared)
    let squaredForce = sample.specificForce.squaredLength
    let hasForce = Self.isMeasurement(squaredForce, Self.largestSpecificForce)
    let squaredField = sample.magneticField.squaredLength
    let hasField = Self.isMeasurement(squaredField, Self.largestMagneticField)
    let isNominal = (sample.interval .> 0.0) .& (sample.interval .<= Self.longestInterval)

    var admitted = AdmittedSample(
      interval: sample.interval, gap: 0.0, silence: 0.0, angularRate: sample.angularRate,
      specificForce: sample.specificForce,
      magneticField: sample.magneticField, squaredSpecificForce: squaredForce, squaredMagneticField: squaredField,
      hasSpecificForce: hasForce, hasMagneticField: hasField, hasInterval: isNominal, outcome: UpdateOutcome())
    if !hasField.isTrueInEveryLane {
      let isAbsent = sample.magneticField.isAbsent
      admitted.outcome.isMagneticFieldAbsent = isAbsent
      admitted.outcome.isMagneticFieldRejected = .!hasField .& .!isAbsent
      admitted.magneticField.replace(with: .zero, where: .!hasField)
      admitted.squaredMagneticField.replace(with: 1.0, where: .!hasField)
    }
    if (.!(hasRate .& hasForce .& isNominal .& (silence .== 0.0))).isTrueInAnyLaneUnlikely {
      let isGap = (sample.interval .> Self.longestInterval) .& (sample.interval .< Scalar(Double.infinity))
      admitted.hasInterval = isNominal .| isGap
      admitted.gap.replace(with: sample.interval, where: isGap)
      admitted.interval.replace(with: nominalInterval, where: .!isNominal)
      let isForceAbsent = sample.specificForce.isAbsent
      admitted.specificForce.replace(with: .zero, where: .!hasForce)
      admitted.squaredSpecificForce.replace(with: 1.0, where: .!hasForce)
      admitted.outcome.isSpecificForceAbsent = isForceAbsent
      admitted.outcome.isSpecificForceRejected = .!hasForce .& .!isForceAbsent
      admitted.outcome.isIntervalRejected = .!admitted.hasInterval .& hasSeenSample
      admitted.outcome.isAfterGap = isGap
      bridgeSilence(&admitted, sample.angularRate, hasRate)
    }
    lastAngularRate = admitted.angularRate
    nominalInterval = admitted.interval
    hasSeenSample = Scalar.Mask(repeating: true)
    return admitted
  }

  /// Replaces missing angular rates by the last one, after `longestExtrapolation` by zero. A valid one after more than
  /// `longestInterval` of silence ends a gap.
  @export(implementation)
  mutating func bridgeSilence(
    _ admitted: inout AdmittedSample, _ reading: Vector3<Scalar>, _ hasRate: Scalar.Mask
  ) {
    let elapsed = admitted.interval.replacing(with: admitted.gap, where: admitted.outcome.isAfterGap)
    let isFirst = silence .== 0.0
    let begins = isFirst .& admitted.hasInterval .& (.!hasRate .| admitted.outcome.isAfterGap)
    rateBeforeSilence.replace(with: lastAngularRate.length, where: begins)
    silence += Scalar.zero.replacing(with: elapsed, where: admitted.hasInterval)
    let endsGap = hasRate .& admitted.hasInterval .& .!isFirst .& (silence .> Self.longestInterval)
    admitted.outcome.isAfterGap = admitted.outcome.isAfterGap .| endsGap
    admitted.gap.replace(with: silence, where: endsGap)
    silence.replace(with: 0.0, where: hasRate)
    admitted.silence = silence
    let isAbsent = reading.isAbsent
    admitted.outcome.isAngularRateAbsent = isAbsent
    admitted.outcome.isAngularRateRejected = .!hasRate .& .!isAbsent
    admitted.angularRate.replace(with: lastAngularRate, where: .!hasRate)
    admitted.angularRate.replace(with: .zero, where: silence .> Self.longestExtrapolation)
  }

  /// Whether a squared length is finite, in range and not zero. A vector whose square underflows has no direction either.
  @export(implementation) @inline(__always)
  static func isMeasurement(_ square: Scalar, _ largest: Scalar) -> Scalar.Mask {
    square.isNonnegative(upTo: largest.squared) .& (square .!= 0.0)
  }

  @export(implementation) @inline(__always)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&lastAngularRate, with: other.lastAngularRate)
    visitor.visit(&nominalInterval, with: other.nominalInterval, .nonnegative)
    visitor.visit(&hasSeenSample, with: other.hasSeenSample)
    visitor.visit(&rateBeforeSilence, with: other.rateBeforeSilence, .nonnegative)
    visitor.visit(&silence, with: other.silence, .nonnegative)
  }
}
