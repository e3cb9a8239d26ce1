import MotionSamples
import Rotations

/// The conversion of a raw sample in sensor axes to a filter's input: axes, calibration, selection of sensors.
///
/// The order is fixed. The mounting turns sensor axes into body axes. The calibration, in body axes, corrects the
/// sensor errors. Then an unused magnetometer is removed. Absent readings stay absent.
@frozen
public struct SampleConditioner<Scalar: LaneElement>: Sendable {
  @usableFromInline var mounting: AxisMapping
  @usableFromInline var sensorErrors: DeviceModel<Scalar>
  @usableFromInline var temperatureModel: BiasTemperatureModel?
  /// Whether the filter receives the magnetometer's readings. Default: true.
  public var usesMagnetometer: Bool
  @usableFromInline var isMapped: Bool
  @usableFromInline var isCalibrated: Bool

  /// A conditioner from its stages.
  @inlinable
  public init(
    axes: AxisMapping = .identity, calibration: DeviceModel<Scalar> = .identity,
    gyroscopeTemperature: BiasTemperatureModel? = nil, usesMagnetometer: Bool = true
  ) {
    mounting = axes
    sensorErrors = calibration
    temperatureModel = gyroscopeTemperature
    self.usesMagnetometer = usesMagnetometer
    isMapped = axes != .identity
    isCalibrated = calibration != .identity || gyroscopeTemperature != nil
  }

  /// The mounting of the sensor in the body. Default: sensor axes are body axes.
  public var axes: AxisMapping {
    @inlinable get { mounting }
    @inlinable set {
      mounting = newValue
      isMapped = newValue != .identity
    }
  }

  /// The device calibration in body axes. Default: error-free sensors.
  public var calibration: DeviceModel<Scalar> {
    @inlinable get { sensorErrors }
    @inlinable set {
      sensorErrors = newValue
      isCalibrated = newValue != .identity || temperatureModel != nil
    }
  }

  /// The gyroscope bias as a function of a sample's temperature, replacing the constant bias of `calibration`. Default:
  /// nil, a constant bias.
  public var gyroscopeTemperature: BiasTemperatureModel? {
    @inlinable get { temperatureModel }
    @inlinable set {
      temperatureModel = newValue
      isCalibrated = newValue != nil || sensorErrors != .identity
    }
  }

  /// Whether samples stay unchanged.
  @inlinable @inline(__always)
  public var isIdentity: Bool { !isMapped && !isCalibrated && usesMagnetometer }

  /// The sample in body axes, calibrated for a temperature in degrees Celsius (NaN if unknown).
  @inlinable @inline(__always)
  public func condition(_ raw: MotionSample<Scalar>, temperature: Double = .nan) -> MotionSample<Scalar> {
    // Always inlined: a call would copy the stages.
    var sample = raw
    if isMapped { sample = mounting.apply(to: sample) }
    if isCalibrated { sample = calibrate(sample, temperature) }
    if !usesMagnetometer { sample.magneticField = .absent }
    return sample
  }

  /// Passes the settings of the conditioner to a visitor.
  @inlinable
  public mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    var (axes, calibration, temperatureModel) = (mounting, sensorErrors, temperatureModel)
    axes.visitState(&visitor, with: other.mounting)
    visitor.visit(&calibration, with: other.sensorErrors)
    visitor.visit(&temperatureModel, with: other.temperatureModel, absent: .zero) { $1.visitState(&$0, with: $2) }
    visitor.visit(&usesMagnetometer, with: other.usesMagnetometer)
    self = Self(
      axes: axes, calibration: calibration, gyroscopeTemperature: temperatureModel, usesMagnetometer: usesMagnetometer)
  }

  @inlinable @inline(__always)
  func calibrate(_ sample: MotionSample<Scalar>, _ temperature: Double) -> MotionSample<Scalar> {
    guard let temperatureModel else { return sensorErrors.apply(to: sample) }
    var device = sensorErrors
    let bias = temperatureModel.bias(at: temperature)
    device.gyroscope.bias = Vector3(x: Scalar(bias.x), y: Scalar(bias.y), z: Scalar(bias.z))
    return device.apply(to: sample)
  }
}
