// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import Rotations
import MotionSamples
import CCardan

@c @implementation
public func cardan_parameter_count(_ kind: cardan_filter_kind) -> Int {
  var counter = ParameterVisit(visitor: ParameterCounter())
  return kind.perform(&counter)?.count ?? 0
}

@c @implementation
public func cardan_describe_parameter(
  _ kind: cardan_filter_kind, _ index: Int, _ info: UnsafeMutablePointer<cardan_parameter_info>?
) -> cardan_status {
  guard let info else { return CARDAN_NULL_ARGUMENT }
  guard info.pointee.size == MemoryLayout<cardan_parameter_info>.size else { return CARDAN_BAD_SIZE }
  var describer = ParameterVisit(visitor: ParameterDescriber(index: index))
  guard let found = kind.perform(&describer)?.info else { return CARDAN_BAD_ARGUMENT }
  info.pointee = found
  return CARDAN_OK
}

@c @implementation
public func cardan_check_parameter(
  _ kind: cardan_filter_kind, _ name: UnsafePointer<CChar>?, _ value: Double
) -> cardan_status {
  guard let name else { return CARDAN_NULL_ARGUMENT }
  var setter = ParameterVisit(visitor: ParameterSetter(name, value))
  return kind.perform(&setter)?.status ?? CARDAN_BAD_ARGUMENT
}

@c @implementation
public func cardan_get_parameter(
  _ filter: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let name, let value else { return CARDAN_NULL_ARGUMENT }
  var operation = GetParameter(name: name, value: value)
  return perform(&operation, on: filter)
}

/// Shows a visitor the parameters that a filter has by default, and those around it.
struct ParameterVisit<Visitor: ParameterVisitor>: FilterOperation {
  var visitor: Visitor

  mutating func perform<Filter: StreamFilter>(for filter: Filter.Type) -> Visitor {
    var parameters = Filter.Parameters()
    parameters.visit(&visitor)
    var settings = StreamSettings()
    settings.visit(&visitor)
    return visitor
  }
}

/// Reads a parameter of a filter that was made.
private struct GetParameter: StreamOperation {
  let name: UnsafePointer<CChar>
  let value: UnsafeMutablePointer<Double>

  mutating func perform<Filter>(on stream: inout MotionStream<Filter>) -> cardan_status {
    var getter = ParameterGetter(name)
    var (parameters, settings) = (stream.filter.parameters, stream.settings)
    parameters.visit(&getter)
    settings.visit(&getter)
    guard let found = getter.value else { return CARDAN_UNKNOWN_PARAMETER }
    value.pointee = found
    return CARDAN_OK
  }
}
