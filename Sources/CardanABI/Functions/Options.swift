import AttitudeFilters
import CCardan

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
    let status = settings.read(options) { name, value in
      var check = ParameterCheck(name: name, value: value)
      return options.pointee.filter.perform(&check) ?? CARDAN_BAD_ARGUMENT
    }
    guard status == CARDAN_OK else { return status }
    let options = options.pointee
    guard options.filter.rawValue < UInt32(CARDAN_FILTER_COUNT) else { return CARDAN_BAD_ARGUMENT }
    kind = options.filter
    mergesSensors = options.behavior & CARDAN_SEPARATE_SENSORS != 0
    isSinglePrecision = options.behavior & CARDAN_SINGLE_PRECISION != 0
    parameters = UnsafeBufferPointer(start: options.parameters, count: Int(options.parameter_count))
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
private struct ParameterCheck: FilterOperation {
  let name: UnsafePointer<CChar>
  let value: Double

  mutating func perform<Filter: StreamFilter>(for filter: Filter.Type) -> cardan_status {
    var setter = ParameterSetter(name, value)
    var parameters = Filter.Parameters()
    parameters.visit(&setter)
    return setter.status
  }
}
