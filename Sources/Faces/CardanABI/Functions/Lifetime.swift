// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import Rotations
import MotionSamples
import CCardan

@c @implementation
public func cardan_create(
  _ options: UnsafePointer<cardan_options>?, _ filter: UnsafeMutablePointer<OpaquePointer?>?
) -> cardan_status {
  guard let filter else { return CARDAN_NULL_ARGUMENT }
  return CheckedOptions.reading(options) { checked in
    guard let memory = HeapMemory.allocate(checked.pointee.size) else { return CARDAN_NO_MEMORY }
    filter.pointee = CheckedOptions.makeFilter(with: checked, at: memory, isOnHeap: true)
    return CARDAN_OK
  }
}

@c @implementation
public func cardan_destroy(_ filter: OpaquePointer?) {
  guard let memory = FilterMemory.of(filter).memory, memory.header.pointee.isOnHeap else { return }
  memory.retire()
  HeapMemory.free(UnsafeMutableRawPointer(memory.handle))
}

@c @implementation
public func cardan_filter_size(_ options: UnsafePointer<cardan_options>?) -> Int {
  var size = 0
  _ = CheckedOptions.reading(options) { checked in
    size = checked.pointee.size
    return CARDAN_OK
  }
  return size
}

@c @implementation
public func cardan_init_in_place(
  _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ options: UnsafePointer<cardan_options>?,
  _ filter: UnsafeMutablePointer<OpaquePointer?>?
) -> cardan_status {
  guard let buffer, let filter else { return CARDAN_NULL_ARGUMENT }
  guard Int(bitPattern: buffer) % FilterMemory.alignment == 0 else { return CARDAN_BAD_ALIGNMENT }
  return CheckedOptions.reading(options) { checked in
    guard size >= checked.pointee.size else { return CARDAN_BAD_SIZE }
    filter.pointee = CheckedOptions.makeFilter(with: checked, at: buffer, isOnHeap: false)
    return CARDAN_OK
  }
}

@c @implementation
public func cardan_reset(_ filter: OpaquePointer?) -> cardan_status {
  var operation = ResetStream()
  let status = perform(&operation, on: filter)
  if status == CARDAN_OK, let memory = FilterMemory.of(filter).memory {
    memory.begin(merger: memory.mergerParameters.pointee)
  }
  return status
}

@c @implementation
public func cardan_kind(
  _ filter: OpaquePointer?, _ kind: UnsafeMutablePointer<cardan_filter_kind>?
) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  guard let kind else { return CARDAN_NULL_ARGUMENT }
  kind.pointee = cardan_filter_kind(UInt32(memory.header.pointee.kind.rawValue))
  return CARDAN_OK
}

extension CheckedOptions {
  /// The size in bytes of a filter with these options.
  var size: Int {
    var operation = MeasureFilter(mergesSensors: mergesSensors)
    return kind.performCompiled(&operation)
  }

  /// Creates a filter in memory of `size` bytes. Options are long: they are not copied.
  static func makeFilter(
    with options: UnsafeMutablePointer<CheckedOptions>, at memory: UnsafeMutableRawPointer, isOnHeap: Bool
  ) -> OpaquePointer? {
    var operation = MakeFilter(options: options, memory: memory, isOnHeap: isOnHeap)
    return options.pointee.kind.performCompiled(&operation)
  }
}

private struct MeasureFilter: FilterOperation {
  typealias Scalar = Real
  let mergesSensors: Bool

  mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> Int where Filter.Scalar == Real {
    FilterMemory.size(of: filter, mergesSensors: mergesSensors)
  }
}

private struct MakeFilter: FilterOperation {
  typealias Scalar = Real
  let options: UnsafeMutablePointer<CheckedOptions>
  let memory: UnsafeMutableRawPointer
  let isOnHeap: Bool

  mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> OpaquePointer where Filter.Scalar == Real {
    let memory = FilterMemory(
      filter, as: options.pointee.kind, mergesSensors: options.pointee.mergesSensors, isOnHeap: isOnHeap, at: memory)
    CheckedOptions.initialize(memory.stream(of: filter), with: options)
    memory.begin(merger: options.pointee.settings.merger)
    return memory.handle
  }
}

private struct ResetStream: StreamOperation {
  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    // In its memory: `reset` takes the stack of a whole filter.
    var settings = stream.settings
    MotionStream.initialize(&stream, parameters: stream.filter.parameters, settings: &settings)
    return CARDAN_OK
  }
}
