import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

extension StreamSettings {
  /// Takes what surrounds a filter from options of a caller, and checks all of them but the filter itself.
  ///
  /// - Parameter own: Whether the filter has a parameter that may have a value: CARDAN_OK or what is wrong. It is asked for
  ///   those that are not the settings' own.
  public mutating func read(
    _ options: UnsafePointer<cardan_options>, own: (_ name: UnsafePointer<CChar>, _ value: Double) -> cardan_status
  ) -> cardan_status {
    // The size comes first, and until it is known nothing else may be read.
    let size = UnsafeRawPointer(options).load(as: Int.self)
    guard size == MemoryLayout<cardan_options>.size else { return CARDAN_BAD_SIZE }
    let options = options.pointee
    let known = CARDAN_NO_MAGNETOMETER | CARDAN_SEPARATE_SENSORS | CARDAN_SINGLE_PRECISION
    guard options.behavior & ~known == 0 else {
      return CARDAN_BAD_ARGUMENT
    }
    guard let frame = ReferenceFrame(options.frame, else: .enu) else { return CARDAN_BAD_ARGUMENT }
    self.frame = frame
    usesMagnetometer = options.behavior & CARDAN_NO_MAGNETOMETER == 0 && frame.usesMagnetometer
    guard let axes = AxisMapping(options.axes) else { return CARDAN_BAD_AXES }
    axisMapping = axes
    if let calibration = options.calibration {
      guard let model = DeviceModel(calibration.pointee) else { return CARDAN_BAD_CALIBRATION }
      deviceModel = model
    }
    guard options.parameters != nil || options.parameter_count == 0 else { return CARDAN_NULL_ARGUMENT }
    guard options.parameter_count <= 4096 else { return CARDAN_BAD_ARGUMENT }
    for parameter in UnsafeBufferPointer(start: options.parameters, count: Int(options.parameter_count)) {
      guard let name = parameter.name else { return CARDAN_NULL_ARGUMENT }
      var setter = ParameterSetter(name, parameter.value)
      visit(&setter)
      let status = setter.status == CARDAN_UNKNOWN_PARAMETER ? own(name, parameter.value) : setter.status
      guard status == CARDAN_OK else { return status }
    }
    return CARDAN_OK
  }
}
