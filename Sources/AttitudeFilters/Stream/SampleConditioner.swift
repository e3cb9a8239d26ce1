import MotionSamples
import Rotations

/// From a raw sample in sensor axes to the sample that a filter takes: axes, calibration, sensors left out.
///
/// The order is fixed: the mounting turns sensor axes into body axes; the calibration, which is in body axes, takes the
/// sensors' errors out; then the magnetometer is left out where it is not used. Absent readings stay absent.
@frozen
public struct SampleConditioner<Scalar: LaneElement>: Sendable {
  /// How the sensor is mounted in the body. Default: sensor axes are body axes.
  public var axes: AxisMapping { didSet { findWork() } }
  /// The errors of the sensors in body axes. Default: perfect sensors.
  public var calibration: DeviceModel<Scalar> { didSet { findWork() } }
  /// How the gyroscope's bias follows the temperature of a sample, in place of the constant one of `calibration`. Default:
  /// nil, it does not.
  public var gyroscopeTemperature: BiasTemperatureModel? { didSet { findWork() } }
  /// Whether the filter gets the magnetometer's readings. Default: true.
  public var usesMagnetometer: Bool { didSet { findWork() } }

  /// Whether every sample leaves as it came.
  public private(set) var isIdentity = true
  @usableFromInline var isMapped = false
  @usableFromInline var isCalibrated = false

  /// A conditioner from its stages.
  public init(
    axes: AxisMapping = .identity, calibration: DeviceModel<Scalar> = .identity,
    gyroscopeTemperature: BiasTemperatureModel? = nil, usesMagnetometer: Bool = true
  ) {
    self.axes = axes
    self.calibration = calibration
    self.gyroscopeTemperature = gyroscopeTemperature
    self.usesMagnetometer = usesMagnetometer
    findWork()
  }

  private mutating func findWork() {
    isMapped = axes != .identity
    isCalibrated = calibration != .identity || gyroscopeTemperature != nil
    isIdentity = !isMapped && !isCalibrated && usesMagnetometer
  }

  /// The sample in body axes, calibrated for a temperature in degrees Celsius (not-a-number where it is unknown).
  @inlinable @inline(__always)
  public func condition(_ raw: MotionSample<Scalar>, temperature: Double = .nan) -> MotionSample<Scalar> {
    // Always inlined: a call would copy the stages.
    var sample = raw
    if isMapped { sample = axes.apply(to: sample) }
    if isCalibrated { sample = calibrate(sample, temperature) }
    if !usesMagnetometer { sample.magneticField = .absent }
    return sample
  }

  /// Takes every field of another conditioner by itself: the bytes between fields stay, for snapshots.
  public mutating func copyFields(of other: Self) {
    calibration.replace(with: other.calibration, where: true)
    gyroscopeTemperature = other.gyroscopeTemperature
    usesMagnetometer = other.usesMagnetometer
    axes = other.axes
  }

  @inlinable @inline(__always)
  func calibrate(_ sample: MotionSample<Scalar>, _ temperature: Double) -> MotionSample<Scalar> {
    guard let gyroscopeTemperature else { return calibration.apply(to: sample) }
    var device = calibration
    let bias = gyroscopeTemperature.bias(at: temperature)
    device.gyroscope.bias = Vector3(x: Scalar(bias.x), y: Scalar(bias.y), z: Scalar(bias.z))
    return device.apply(to: sample)
  }
}
