import AttitudeFilters
import CCardan
import Rotations

/// Validated options.
struct CheckedOptions {
  /// The filter.
  private(set) var kind = FilterKind.first
  /// The settings around the filter.
  private(set) var settings = HandleSettings()
  /// Whether the sensors' readings may arrive separately.
  private(set) var mergesSensors = false
  /// Whether many recordings may be processed in single precision.
  private(set) var isSinglePrecision = false
  /// The caller's list of parameters, valid only during the call.
  private var parameters = UnsafeBufferPointer<cardan_parameter>(start: nil, count: 0)

  /// The defaults.
  init() {}

  /// Reads and validates the caller's options; nil stands for the defaults.
  static func reading(_ options: UnsafePointer<cardan_options>?) -> (options: CheckedOptions?, status: cardan_status) {
    var checked = CheckedOptions()
    guard let options else { return (checked, CARDAN_OK) }
    let status = checked.read(options)
    return (status == CARDAN_OK ? checked : nil, status)
  }

  private mutating func read(_ options: UnsafePointer<cardan_options>) -> cardan_status {
    let status = settings.read(options) { name, value in
      guard let kind = FilterKind(options.pointee.filter) else { return CARDAN_BAD_ARGUMENT }
      var check = ParameterCheck(name: name, value: value)
      return kind.performCompiled(&check).status
    }
    guard status == CARDAN_OK else { return status }
    let options = options.pointee
    guard let kind = FilterKind(options.filter) else { return CARDAN_BAD_ARGUMENT }
    self.kind = kind
    mergesSensors = options.behavior & CARDAN_SEPARATE_SENSORS != 0
    isSinglePrecision = options.behavior & CARDAN_SINGLE_PRECISION != 0
    parameters = UnsafeBufferPointer(start: options.parameters, count: Int(options.parameter_count))
    return CARDAN_OK
  }

  /// A stream with these options.
  func stream<Filter: AttitudeFilter>(with filter: Filter.Type) -> MotionStream<Filter> where Filter.Scalar == Real {
    MotionStream(parameters: parameters(of: filter), settings: settings.stream)
  }

  /// The filter's parameters with these options.
  func parameters<Filter: AttitudeFilter>(of filter: Filter.Type) -> Filter.Parameters {
    var own = Filter.Parameters()
    for parameter in parameters {
      if let name = parameter.name { _ = own.set(name, to: parameter.value) }
    }
    return own
  }
}

/// Checks whether a filter's parameter can be set.
private struct ParameterCheck: FilterOperation {
  typealias Scalar = Real
  let name: UnsafePointer<CChar>
  let value: Double

  mutating func perform<Filter: AttitudeFilter>(
    for filter: Filter.Type
  ) -> ParameterSetting where Filter.Scalar == Real {
    var parameters = Filter.Parameters()
    return parameters.set(name, to: value)
  }
}
