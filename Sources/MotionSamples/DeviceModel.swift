import Rotations

/// The calibration of a device's three sensors: converts a raw sample to a calibrated one.
@frozen
public struct DeviceModel<Scalar: RealLanes>: VisitableState, Sendable {
  /// The calibration of the gyroscope, with a bias in rad/s. Default: a perfect sensor.
  public var gyroscope: SensorModel<Scalar>
  /// The calibration of the accelerometer, with a bias in m/s². Default: a perfect sensor.
  public var accelerometer: SensorModel<Scalar>
  /// The calibration of the magnetometer, with a hard iron in µT. Default: a perfect sensor.
  public var magnetometer: SensorModel<Scalar>

  /// A device calibration from those of its sensors.
  @inlinable
  public init(
    gyroscope: SensorModel<Scalar> = .identity,
    accelerometer: SensorModel<Scalar> = .identity,
    magnetometer: SensorModel<Scalar> = .identity
  ) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }

  /// A perfect device: calibrated = raw.
  @inlinable public static var identity: Self { Self() }

  /// The calibrated sample. Absent readings stay absent; the interval is unchanged.
  @inlinable @inline(__always)
  public func apply(to sample: MotionSample<Scalar>) -> MotionSample<Scalar> {
    MotionSample(
      interval: sample.interval,
      angularRate: gyroscope.apply(to: sample.angularRate),
      specificForce: accelerometer.apply(to: sample.specificForce),
      magneticField: magnetometer.apply(to: sample.magneticField))
  }

  @inlinable @inline(__always)
  public mutating func visitState(_ visitor: inout some StateVisitor<Scalar>, with other: Self) {
    visitor.visit(&gyroscope, with: other.gyroscope)
    visitor.visit(&accelerometer, with: other.accelerometer)
    visitor.visit(&magnetometer, with: other.magnetometer)
  }
}

extension DeviceModel: Equatable where Scalar: Equatable {}

extension DeviceModel where Scalar: LaneElement {
  /// The device calibration equivalent to this one followed by `next`; nil if a matrix of this one is singular.
  @inlinable
  public func followed(by next: Self) -> Self? {
    guard
      let gyroscope = gyroscope.followed(by: next.gyroscope),
      let accelerometer = accelerometer.followed(by: next.accelerometer),
      let magnetometer = magnetometer.followed(by: next.magnetometer)
    else { return nil }
    return Self(gyroscope: gyroscope, accelerometer: accelerometer, magnetometer: magnetometer)
  }
}
