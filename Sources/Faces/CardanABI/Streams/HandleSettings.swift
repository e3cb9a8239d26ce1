import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Pending readings of separate sensors.
typealias SeparateSensors = SampleMerger<64, Real>

/// The settings around a filter in a handle: those of its stream and of the merger of separate sensors.
public struct HandleSettings: NamedParameters {
  /// Axes, calibration, clock, frame.
  public internal(set) var stream = StreamSettings<Real>()
  /// The parameters for merging separate sensors.
  var merger = SeparateSensors.Parameters()

  /// The defaults.
  public init() {}

  public mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    stream.visit(&visitor)
    merger.visit(&visitor)
  }

  /// Reads the settings from the caller's options and validates all of them except the filter.
  ///
  /// - Parameter own: Checks a parameter of the filter itself; called for names unknown to the settings.
  public mutating func read(
    _ options: UnsafePointer<cardan_options>, own: (_ name: UnsafePointer<CChar>, _ value: Double) -> cardan_status
  ) -> cardan_status {
    // The size comes first; read nothing else before it is known.
    let size = UnsafeRawPointer(options).load(as: Int.self)
    guard size == MemoryLayout<cardan_options>.size else { return CARDAN_BAD_SIZE }
    let options = options.pointee
    let known = CARDAN_NO_MAGNETOMETER | CARDAN_SEPARATE_SENSORS | CARDAN_SINGLE_PRECISION
    guard options.behavior & ~known == 0 else { return CARDAN_BAD_ARGUMENT }
    guard let frame = ReferenceFrame(options.frame, else: .enu) else { return CARDAN_BAD_ARGUMENT }
    stream.frame = frame
    stream.conditioner.usesMagnetometer = options.behavior & CARDAN_NO_MAGNETOMETER == 0
    guard let axes = AxisMapping(options.axes) else { return CARDAN_BAD_AXES }
    stream.conditioner.axes = axes
    if let calibration = options.calibration {
      guard let sensors = DeviceCalibration(calibration.pointee) else { return CARDAN_BAD_CALIBRATION }
      stream.conditioner.calibration = sensors
    }
    guard options.parameters != nil || options.parameter_count == 0 else { return CARDAN_NULL_ARGUMENT }
    guard options.parameter_count <= 4096 else { return CARDAN_BAD_ARGUMENT }
    for parameter in UnsafeBufferPointer(start: options.parameters, count: Int(options.parameter_count)) {
      guard let name = parameter.name else { return CARDAN_NULL_ARGUMENT }
      let around = set(name, to: parameter.value)
      let status = around == .unknownName ? own(name, parameter.value) : around.status
      guard status == CARDAN_OK else { return status }
    }
    return CARDAN_OK
  }
}

extension ParameterSetting {
  /// The C status.
  public var status: cardan_status {
    switch self {
    case .done: CARDAN_OK
    case .unknownName: CARDAN_UNKNOWN_PARAMETER
    case .outOfRange: CARDAN_PARAMETER_OUT_OF_RANGE
    }
  }
}

extension cardan_parameter_info {
  /// The C struct for a listed parameter.
  public init(_ parameter: ParameterDescription) {
    self.init(
      size: MemoryLayout<Self>.size, name: parameter.name.cString, unit: parameter.unit.cString,
      summary: parameter.summary.cString, default_value: parameter.value, minimum: parameter.range.lowerBound,
      maximum: parameter.range.upperBound, is_switch: parameter.isSwitch ? 1 : 0, choices: parameter.choices.cString)
  }
}
