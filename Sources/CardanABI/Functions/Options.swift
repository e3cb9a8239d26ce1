import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

/// Options that were read and found to be right.
struct CheckedOptions {
  /// The filter.
  private(set) var kind = CARDAN_FILTER_DEFAULT
  /// What surrounds it.
  private(set) var settings = StreamSettings()
  /// Whether readings may come one by one.
  private(set) var mergesSensors = false
  /// Whether many recordings may be processed in single precision.
  private(set) var isSinglePrecision = false
  /// The caller's list of parameters, which may not outlive the call.
  private var parameters = UnsafeBufferPointer<cardan_parameter>(start: nil, count: 0)

  private static var knownBehavior: UInt32 {
    CARDAN_NO_MAGNETOMETER | CARDAN_SEPARATE_SENSORS | CARDAN_SINGLE_PRECISION
  }

  /// The defaults.
  init() {}

  /// Reads options of a caller; nil stands for the defaults.
  static func reading(_ options: UnsafePointer<cardan_options>?) -> (options: CheckedOptions?, status: cardan_status) {
    var checked = CheckedOptions()
    guard let options else { return (checked, CARDAN_OK) }
    let status = checked.read(options)
    return (status == CARDAN_OK ? checked : nil, status)
  }

  private mutating func read(_ options: UnsafePointer<cardan_options>) -> cardan_status {
    // The size comes first, and until it is known nothing else may be read.
    let size = UnsafeRawPointer(options).load(as: Int.self)
    guard size == MemoryLayout<cardan_options>.size else { return CARDAN_BAD_SIZE }
    let options = options.pointee
    guard options.filter.rawValue < UInt32(CARDAN_FILTER_COUNT) else { return CARDAN_BAD_ARGUMENT }
    guard options.behavior & ~Self.knownBehavior == 0 else { return CARDAN_BAD_ARGUMENT }
    guard let frame = ReferenceFrame(options.frame, else: .enu) else { return CARDAN_BAD_ARGUMENT }
    kind = options.filter
    settings.frame = frame
    settings.usesMagnetometer = options.behavior & CARDAN_NO_MAGNETOMETER == 0 && frame.usesMagnetometer
    mergesSensors = options.behavior & CARDAN_SEPARATE_SENSORS != 0
    isSinglePrecision = options.behavior & CARDAN_SINGLE_PRECISION != 0

    guard let axes = AxisMapping(options.axes) else { return CARDAN_BAD_AXES }
    settings.axisMapping = axes
    if let calibration = options.calibration {
      guard let model = DeviceModel(calibration.pointee) else { return CARDAN_BAD_CALIBRATION }
      settings.deviceModel = model
    }
    guard options.parameters != nil || options.parameter_count == 0 else { return CARDAN_NULL_ARGUMENT }
    guard options.parameter_count <= 4096 else { return CARDAN_BAD_ARGUMENT }
    parameters = UnsafeBufferPointer(start: options.parameters, count: Int(options.parameter_count))
    return readParameters()
  }

  /// Checks every parameter, and sets those that are not the filter's own.
  private mutating func readParameters() -> cardan_status {
    for parameter in parameters {
      guard let name = parameter.name else { return CARDAN_NULL_ARGUMENT }
      var setter = ParameterSetter(name, parameter.value)
      settings.visit(&setter)
      let status = setter.status
      guard status == CARDAN_UNKNOWN_PARAMETER else {
        if status == CARDAN_OK { continue } else { return status }
      }
      var check = ParameterCheck(name: name, value: parameter.value)
      guard let own = kind.perform(&check), own == CARDAN_OK else { return check.status }
    }
    return CARDAN_OK
  }

  /// A stream with these options.
  func stream<Filter: StreamFilter>(with filter: Filter.Type) -> MotionStream<Filter> {
    MotionStream(filter: Filter(parameters: parameters(of: filter)), settings: settings)
  }

  /// The parameters of the filter with these options.
  func parameters<Filter: StreamFilter>(of filter: Filter.Type) -> Filter.Parameters {
    var own = Filter.Parameters()
    for parameter in parameters {
      guard let name = parameter.name else { continue }
      var setter = ParameterSetter(name, parameter.value)
      own.visit(&setter)
    }
    return own
  }
}

/// Whether a filter has a parameter that may have a value.
struct ParameterCheck: FilterOperation {
  let name: UnsafePointer<CChar>
  let value: Double
  private(set) var status = CARDAN_UNKNOWN_PARAMETER

  init(name: UnsafePointer<CChar>, value: Double) {
    self.name = name
    self.value = value
  }

  mutating func perform<Filter: StreamFilter>(for filter: Filter.Type) -> cardan_status {
    var setter = ParameterSetter(name, value)
    var parameters = Filter.Parameters()
    parameters.visit(&setter)
    status = setter.status
    return status
  }
}
