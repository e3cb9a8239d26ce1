import MotionSamples
import Rotations

/// The gate in front of every filter: nothing that is not a measurement passes it.
///
/// Not-a-number, infinite, impossible and zero readings are marked and replaced by something harmless, so that the
/// filter behind it can compute without looking. Intervals that are zero, negative or too long are told apart.
@frozen
public struct SampleGuard<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// A sample that can be computed with, and what is true of it.
  @frozen
  public struct AdmittedSample: Sendable {
    /// Time to integrate over, in seconds, always positive and at most `longestInterval`.
    public var interval: Scalar
    /// The time that really passed where there was a gap, in seconds; else zero.
    public var gap: Scalar
    /// Always finite: the last good rate where this one is not a measurement.
    public var angularRate: Vector3<Scalar>
    /// Finite; zero where `hasSpecificForce` is false.
    public var specificForce: Vector3<Scalar>
    /// Finite; zero where `hasMagneticField` is false.
    public var magneticField: Vector3<Scalar>
    /// The square of the specific force's length; 1 where `hasSpecificForce` is false, so that it has an inverse.
    public var squaredSpecificForce: Scalar
    /// The square of the magnetic field's strength; 1 where `hasMagneticField` is false.
    public var squaredMagneticField: Scalar
    /// Whether the specific force is a measurement.
    public var hasSpecificForce: Scalar.Mask
    /// Whether the magnetic field is a measurement.
    public var hasMagneticField: Scalar.Mask
    /// Whether time has passed since the sample before: false for the first sample and for repeated stamps.
    public var hasInterval: Scalar.Mask
    /// What to report of the sample.
    public var outcome: UpdateOutcome<Scalar>

    @inlinable @inline(__always)
    init(
      interval: Scalar, gap: Scalar, angularRate: Vector3<Scalar>, specificForce: Vector3<Scalar>,
      magneticField: Vector3<Scalar>, squaredSpecificForce: Scalar, squaredMagneticField: Scalar,
      hasSpecificForce: Scalar.Mask, hasMagneticField: Scalar.Mask, hasInterval: Scalar.Mask,
      outcome: UpdateOutcome<Scalar>
    ) {
      self.interval = interval
      self.gap = gap
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

    /// The unit vector along the specific force; zero where there is none.
    @inlinable @inline(__always)
    var measuredUp: Vector3<Scalar> { specificForce * (1.0 / squaredSpecificForce.squareRoot()) }

    /// The unit vector along the magnetic field; zero where there is none.
    @inlinable @inline(__always)
    var fieldDirection: Vector3<Scalar> { magneticField * (1.0 / squaredMagneticField.squareRoot()) }
  }

  /// The last angular rate that was a measurement, in rad/s.
  public var lastAngularRate: Vector3<Scalar>
  /// The last interval that was neither a gap nor refused, in seconds.
  public var nominalInterval: Scalar
  /// Whether a sample has come through.
  public var hasSeenSample: Scalar.Mask

  /// A gate that has seen nothing. `nominalInterval` stands in for the interval after a gap until one has been seen.
  @inlinable
  public init(nominalInterval: Scalar = 0.01) {
    lastAngularRate = .zero
    self.nominalInterval = nominalInterval
    hasSeenSample = Scalar.Mask(repeating: false)
  }

  /// Longer intervals are gaps, in seconds (TheDefaultFilter.md, section 2).
  @inlinable public static var longestInterval: Scalar { 0.5 }
  /// Rates of a length above are not measurements, in rad/s (57 000 degrees a second; sensors end at 4 000).
  @inlinable public static var largestAngularRate: Scalar { 1000.0 }
  /// Specific forces longer than this are not measurements, in m/s² (10 000 g, the range of shock sensors).
  @inlinable public static var largestSpecificForce: Scalar { 1e5 }
  /// Fields above this strength are not measurements, in µT (1 T).
  @inlinable public static var largestMagneticField: Scalar { 1e6 }

  /// Admits a sample. It is taken as it is, and put right where something is wrong with it, which is rare; a magnetometer
  /// alone may be absent throughout.
  @inlinable @inline(__always)
  public mutating func admit(_ sample: MotionSample<Scalar>) -> AdmittedSample {
    let hasRate = sample.angularRate.squaredLength .<= Self.largestAngularRate.squared
    let squaredForce = sample.specificForce.squaredLength
    let hasForce = Self.isMeasurement(squaredForce, Self.largestSpecificForce)
    let squaredField = sample.magneticField.squaredLength
    let hasField = Self.isMeasurement(squaredField, Self.largestMagneticField)
    let isNominal = (sample.interval .> 0.0) .& (sample.interval .<= Self.longestInterval)

    var admitted = AdmittedSample(
      interval: sample.interval, gap: 0.0, angularRate: sample.angularRate, specificForce: sample.specificForce,
      magneticField: sample.magneticField, squaredSpecificForce: squaredForce, squaredMagneticField: squaredField,
      hasSpecificForce: hasForce, hasMagneticField: hasField, hasInterval: isNominal, outcome: UpdateOutcome())
    admitted.outcome.isMagneticFieldRejected = .!hasField
    if !hasField.isTrueInEveryLane {
      admitted.magneticField.replace(with: .zero, where: .!hasField)
      admitted.squaredMagneticField.replace(with: 1.0, where: .!hasField)
    }
    if (.!(hasRate .& hasForce .& isNominal)).isTrueInAnyLaneRarely {
      let isGap = (sample.interval .> Self.longestInterval) .& (sample.interval .< Scalar(Double.infinity))
      admitted.hasInterval = isNominal .| isGap
      admitted.gap.replace(with: sample.interval, where: isGap)
      admitted.interval.replace(with: nominalInterval, where: .!isNominal)
      admitted.angularRate.replace(with: lastAngularRate, where: .!hasRate)
      admitted.specificForce.replace(with: .zero, where: .!hasForce)
      admitted.squaredSpecificForce.replace(with: 1.0, where: .!hasForce)
      admitted.outcome.isAngularRateRejected = .!hasRate
      admitted.outcome.isSpecificForceRejected = .!hasForce
      admitted.outcome.isIntervalRejected = .!admitted.hasInterval .& hasSeenSample
      admitted.outcome.isAfterGap = isGap
    }
    lastAngularRate = admitted.angularRate
    nominalInterval = admitted.interval
    hasSeenSample = Scalar.Mask(repeating: true)
    return admitted
  }

  /// Within the range, which a square that is not a number is not, and not zero. Where the square vanishes there is no
  /// direction to speak of; the filters need not ask again.
  @inlinable @inline(__always)
  static func isMeasurement(_ square: Scalar, _ largest: Scalar) -> Scalar.Mask {
    (square .<= largest.squared) .& (square .> 0.0)
  }

  @inlinable @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    lastAngularRate.replace(with: other.lastAngularRate, where: mask)
    nominalInterval.replace(with: other.nominalInterval, where: mask)
    hasSeenSample.replace(with: other.hasSeenSample, where: mask)
  }
}
