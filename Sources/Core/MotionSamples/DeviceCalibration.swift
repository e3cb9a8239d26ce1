import Rotations

/// The calibration of a device: of its three sensors, and the gyroscope's bias over temperature.
///
/// A `CalibrationFile` of SensorCalibration is its form as text.
@frozen
public struct DeviceCalibration<Scalar: LaneElement>: Equatable, Sendable {
  /// The calibration of the gyroscope, with a bias in rad/s. Default: a perfect sensor.
  public var gyroscope: SensorModel<Scalar>
  /// The calibration of the accelerometer, with a bias in m/s². Default: a perfect sensor.
  public var accelerometer: SensorModel<Scalar>
  /// The calibration of the magnetometer, with a hard iron in µT. Default: a perfect sensor.
  public var magnetometer: SensorModel<Scalar>
  /// The gyroscope's bias over temperature in rad/s, which replaces the constant bias of `gyroscope`. Default: nil, a
  /// constant bias.
  public var gyroscopeTemperature: BiasTemperatureModel?

  /// A device calibration from its parts.
  @export(implementation)
  public init(
    gyroscope: SensorModel<Scalar> = .identity,
    accelerometer: SensorModel<Scalar> = .identity,
    magnetometer: SensorModel<Scalar> = .identity,
    gyroscopeTemperature: BiasTemperatureModel? = nil
  ) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
    self.gyroscopeTemperature = gyroscopeTemperature
  }

  /// A perfect device: calibrated = raw.
  @export(implementation) public static var identity: Self { Self() }

  /// The gyroscope's calibration at a temperature in degrees Celsius (NaN if unknown).
  @export(implementation)
  public func gyroscope(at temperature: Double) -> SensorModel<Scalar> {
    guard let gyroscopeTemperature else { return gyroscope }
    let bias = gyroscopeTemperature.bias(at: temperature)
    return SensorModel(
      matrix: gyroscope.matrix, bias: Vector3(x: Scalar(bias.x), y: Scalar(bias.y), z: Scalar(bias.z)))
  }

  /// The calibrated sample, for a temperature in degrees Celsius. Absent readings stay absent; the interval is unchanged.
  @export(implementation) @inline(__always)
  public func apply(to sample: MotionSample<Scalar>, temperature: Double = .nan) -> MotionSample<Scalar> {
    MotionSample(
      interval: sample.interval,
      angularRate: gyroscope(at: temperature).apply(to: sample.angularRate),
      specificForce: accelerometer.apply(to: sample.specificForce),
      magneticField: magnetometer.apply(to: sample.magneticField))
  }

  /// Passes the numbers to a visitor.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    visitor.visit(&gyroscope, with: other.gyroscope)
    visitor.visit(&accelerometer, with: other.accelerometer)
    visitor.visit(&magnetometer, with: other.magnetometer)
    visitor.visit(&gyroscopeTemperature, with: other.gyroscopeTemperature, absent: .zero) {
      $1.visitState(&$0, with: $2)
    }
  }
}
