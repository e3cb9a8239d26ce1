import MotionSamples
import Rotations

/// The conversion of a raw sample in sensor axes to a filter's input: axes, calibration, selection of sensors.
///
/// The order is fixed. The mounting turns sensor axes into body axes. The calibration, in body axes, corrects the
/// sensor errors. Then an unused magnetometer is removed. Absent readings stay absent.
@frozen
public struct SampleConditioner<Scalar: LaneElement>: Sendable {
  @usableFromInline var mounting: AxisMapping
  @usableFromInline var deviceCalibration: DeviceCalibration<Scalar>
  /// Whether the filter receives the magnetometer's readings. Default: true.
  public var usesMagnetometer: Bool
  @usableFromInline var isMapped: Bool
  @usableFromInline var isCalibrated: Bool

  /// A conditioner from its stages.
  @export(implementation)
  public init(
    axes: AxisMapping = .identity, calibration: DeviceCalibration<Scalar> = .identity, usesMagnetometer: Bool = true
  ) {
    mounting = axes
    deviceCalibration = calibration
    self.usesMagnetometer = usesMagnetometer
    isMapped = axes != .identity
    isCalibrated = calibration != .identity
  }

  /// The mounting of the sensor in the body. Default: sensor axes are body axes.
  public var axes: AxisMapping {
    @export(implementation) get { mounting }
    @export(implementation) set {
      mounting = newValue
      isMapped = newValue != .identity
    }
  }

  /// The device calibration in body axes. Default: error-free sensors.
  public var calibration: DeviceCalibration<Scalar> {
    @export(implementation) get { deviceCalibration }
    @export(implementation) set {
      deviceCalibration = newValue
      isCalibrated = newValue != .identity
    }
  }

  /// Whether samples stay unchanged.
  @export(implementation) @inline(__always)
  public var isIdentity: Bool { !isMapped && !isCalibrated && usesMagnetometer }

  /// The sample in body axes, calibrated for a temperature in degrees Celsius (NaN if unknown).
  @export(implementation) @inline(__always)
  public func condition(_ raw: MotionSample<Scalar>, temperature: Double = .nan) -> MotionSample<Scalar> {
    // Always inlined: a call would copy the stages.
    var sample = raw
    if isMapped { sample = mounting.apply(to: sample) }
    if isCalibrated { sample = deviceCalibration.apply(to: sample, temperature: temperature) }
    if !usesMagnetometer { sample.magneticField = .absent }
    return sample
  }

  /// Passes the settings of the conditioner to a visitor.
  @export(implementation)
  public mutating func visitState(_ visitor: inout some SnapshotVisitor<Scalar>, with other: Self) {
    var (axes, calibration) = (mounting, deviceCalibration)
    axes.visitState(&visitor, with: other.mounting)
    calibration.visitState(&visitor, with: other.deviceCalibration)
    visitor.visit(&usesMagnetometer, with: other.usesMagnetometer)
    self = Self(axes: axes, calibration: calibration, usesMagnetometer: usesMagnetometer)
  }
}
