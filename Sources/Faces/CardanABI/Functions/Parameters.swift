// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_parameter_count(_ kind: cardan_filter_kind) -> Int {
  guard let kind = FilterKind(kind) else { return 0 }
  var count = CountParameters()
  return kind.performCompiled(&count)
}

@c @implementation
public func cardan_describe_parameter(
  _ kind: cardan_filter_kind, _ index: Int, _ info: UnsafeMutablePointer<cardan_parameter_info>?
) -> cardan_status {
  guard let info else { return CARDAN_NULL_ARGUMENT }
  guard info.pointee.size == MemoryLayout<cardan_parameter_info>.size else { return CARDAN_BAD_SIZE }
  var describe = DescribeParameter(place: index)
  guard let found = FilterKind(kind)?.performCompiled(&describe) else { return CARDAN_BAD_ARGUMENT }
  info.pointee = cardan_parameter_info(found)
  return CARDAN_OK
}

@c @implementation
public func cardan_check_parameter(
  _ kind: cardan_filter_kind, _ name: UnsafePointer<CChar>?, _ value: Double
) -> cardan_status {
  guard let name else { return CARDAN_NULL_ARGUMENT }
  guard let kind = FilterKind(kind) else { return CARDAN_BAD_ARGUMENT }
  var check = SetParameter(name: name, value: value)
  return kind.performCompiled(&check).status
}

@c @implementation
public func cardan_get_parameter(
  _ filter: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> cardan_status {
  guard let name, let value else { return CARDAN_NULL_ARGUMENT }
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  var operation = GetParameter(name: name, merger: memory.mergerParameters.pointee, value: value)
  return memory.perform(&operation)
}

@c @implementation
public func cardan_set_parameter(
  _ filter: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Double
) -> cardan_status {
  guard let name else { return CARDAN_NULL_ARGUMENT }
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  var operation = ChangeParameter(name: name, value: value)
  return memory.perform(&operation)
}

/// A filter's parameters, followed by those of the settings around it.
private struct AllParameters<Own: NamedParameters>: NamedParameters {
  var own = Own()
  var settings = HandleSettings()

  mutating func visit<Visitor: ParameterVisitor>(_ visitor: inout Visitor) {
    own.visit(&visitor)
    settings.visit(&visitor)
  }
}

private struct CountParameters: FilterOperation {
  typealias Scalar = Real

  mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Int where Filter.Scalar == Real {
    AllParameters<Filter.Parameters>().parameterCount
  }
}

private struct DescribeParameter: FilterOperation {
  typealias Scalar = Real
  let place: Int

  mutating func perform<Filter: AttitudeFilter>(
    for filter: Filter.Type
  ) -> ParameterDescription? where Filter.Scalar == Real { AllParameters<Filter.Parameters>().parameter(at: place) }
}

/// Checks whether a parameter of the filter or its settings can be set.
private struct SetParameter: FilterOperation {
  typealias Scalar = Real
  let name: UnsafePointer<CChar>
  let value: Double

  mutating func perform<Filter: AttitudeFilter>(
    for filter: Filter.Type
  ) -> ParameterSetting where Filter.Scalar == Real {
    var parameters = AllParameters<Filter.Parameters>()
    return parameters.set(name, to: value)
  }
}

/// Changes a parameter of an existing filter.
private struct ChangeParameter: StreamOperation {
  /// Whether a setting around the filter can change. The clock and the merger keep what they learned with theirs.
  private static func canChange(_ name: UnsafePointer<CChar>) -> Bool {
    let (gravity, declination): (StaticString, StaticString) = ("gravity_magnitude", "declination")
    return gravity.equals(name) || declination.equals(name)
  }

  let name: UnsafePointer<CChar>
  let value: Double

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    var own = stream.filter.parameters
    let setting = own.set(name, to: value)
    guard setting == .unknownName else {
      if setting == .done { stream.filter.setParameters(own) }
      return setting.status
    }
    var settings = HandleSettings()
    settings.stream = stream.settings
    let around = settings.set(name, to: value)
    guard around == .done else { return around.status }
    guard Self.canChange(name) else { return CARDAN_UNSUPPORTED }
    stream.gravityMagnitude = settings.stream.gravityMagnitude
    var frame = stream.frame
    frame.set(declination: settings.stream.declination)
    stream.frame = frame
    return CARDAN_OK
  }
}

/// Reads a parameter of an existing filter.
private struct GetParameter: StreamOperation {
  let name: UnsafePointer<CChar>
  let merger: SeparateSensors.Parameters
  let value: UnsafeMutablePointer<Double>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    var parameters = AllParameters(own: stream.filter.parameters)
    parameters.settings.stream = stream.settings
    parameters.settings.merger = merger
    guard let found = parameters.value(ofParameter: name) else { return CARDAN_UNKNOWN_PARAMETER }
    value.pointee = found
    return CARDAN_OK
  }
}
