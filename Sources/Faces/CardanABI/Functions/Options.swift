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

  /// Calls `body` with the caller's options, validated, in the one place where they are; nil stands for the defaults.
  @inline(__always)
  static func reading(
    _ options: UnsafePointer<cardan_options>?, _ body: (UnsafeMutablePointer<CheckedOptions>) -> cardan_status
  ) -> cardan_status {
    var checked = CheckedOptions()
    return withUnsafeMutablePointer(to: &checked) { checked in
      let status = options.map { checked.pointee.read($0) } ?? CARDAN_OK
      return status == CARDAN_OK ? body(checked) : status
    }
  }

  // Never inlined: keeps its stack use out of that of `body`.
  @inline(never)
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

  /// Makes a stream with these options in memory that holds nothing.
  static func initialize<Filter: AttitudeFilter>(
    _ stream: UnsafeMutablePointer<MotionStream<Filter>>, with options: UnsafeMutablePointer<CheckedOptions>
  ) where Filter.Scalar == Real {
    MotionStream.initialize(
      stream, parameters: options.pointee.parameters(of: Filter.self), settings: &options.pointee.settings.stream)
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
