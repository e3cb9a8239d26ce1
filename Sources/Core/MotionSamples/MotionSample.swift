// MotionSamples: from raw readings to calibrated samples with the real time between them.
// It estimates nothing: axes, calibration, temperature, clock and units only.

import Rotations

/// One sample of an inertial measurement unit in SI units and body axes: the input of every filter.
///
/// An absent reading is a vector of NaNs (`absent`), so that sensors may have different rates. The three sensors share
/// the right-handed body axes.
@frozen
public struct MotionSample<Scalar: RealLanes>: LaneReplaceable, Sendable {
  /// The time since the previous sample, in seconds; 0 if unknown, as for the first sample.
  public var interval: Scalar
  /// The angular rate over the interval that ends at this sample, in rad/s, including the gyroscope's bias.
  public var angularRate: Vector3<Scalar>
  /// The specific force, in m/s²: 9.81 upwards at rest.
  public var specificForce: Vector3<Scalar>
  /// The magnetic field, in µT.
  public var magneticField: Vector3<Scalar>

  /// A sample from its readings, absent by default.
  @export(implementation) @inline(__always)
  public init(
    interval: Scalar,
    angularRate: Vector3<Scalar>,
    specificForce: Vector3<Scalar> = .absent,
    magneticField: Vector3<Scalar> = .absent
  ) {
    self.interval = interval
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.magneticField = magneticField
  }

  /// The same sample with its readings behind a barrier; see `RealLanes.optimizationBarrier`.
  @export(implementation) @inline(__always)
  public var optimizationBarrier: Self {
    Self(
      interval: interval, angularRate: angularRate.optimizationBarrier,
      specificForce: specificForce.optimizationBarrier,
      magneticField: magneticField.optimizationBarrier)
  }

  @export(implementation) @inline(__always)
  public mutating func replace(with other: Self, where mask: Scalar.Mask) {
    interval.replace(with: other.interval, where: mask)
    angularRate.replace(with: other.angularRate, where: mask)
    specificForce.replace(with: other.specificForce, where: mask)
    magneticField.replace(with: other.magneticField, where: mask)
  }
}

extension Vector3 {
  /// The mark of a missing reading: NaN in every coordinate.
  @export(implementation) public static var absent: Self { Self(repeating: Scalar(Double.nan)) }
  /// Where every coordinate is NaN, the mark of a missing reading.
  @export(implementation) public var isAbsent: Scalar.Mask { (x .!= x) .& (y .!= y) .& (z .!= z) }
}

/// A row: what was measured at one time.
@frozen
public struct TimedSample<Scalar: RealLanes>: Sendable {
  /// The time of the gyroscope reading, which ends the interval of the sample.
  public var timestamp: Timestamp
  /// The readings; `interval` is 0 until a `SampleClock` sets it.
  public var sample: MotionSample<Scalar>
  /// The gyroscope's temperature in degrees Celsius; NaN if unknown.
  public var temperature: Double
  /// A velocity over ground that was measured beside the readings.
  public var velocity: GroundVelocity<Scalar>
  /// A speed along the forward axis of the body that was measured beside the readings.
  public var speed: ForwardSpeed<Scalar>

  /// A sample with its timestamp and what else is known: the gyroscope's temperature in degrees Celsius, velocities.
  @export(implementation)
  public init(
    timestamp: Timestamp, sample: MotionSample<Scalar>, temperature: Double = .nan,
    velocity: GroundVelocity<Scalar> = .absent, speed: ForwardSpeed<Scalar> = .absent
  ) {
    self.timestamp = timestamp
    self.sample = sample
    self.temperature = temperature
    self.velocity = velocity
    self.speed = speed
  }
}
