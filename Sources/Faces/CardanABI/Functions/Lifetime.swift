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
  let (checked, status) = CheckedOptions.reading(options)
  guard let checked else { return status }
  guard let memory = HeapMemory.allocate(checked.size) else { return CARDAN_NO_MEMORY }
  filter.pointee = checked.makeFilter(at: memory, isOnHeap: true)
  return CARDAN_OK
}

@c @implementation
public func cardan_destroy(_ filter: OpaquePointer?) {
  guard let memory = FilterMemory.of(filter).memory, memory.header.pointee.isOnHeap else { return }
  memory.retire()
  HeapMemory.free(UnsafeMutableRawPointer(memory.handle))
}

@c @implementation
public func cardan_filter_size(_ options: UnsafePointer<cardan_options>?) -> Int {
  CheckedOptions.reading(options).options?.size ?? 0
}

@c @implementation
public func cardan_init_in_place(
  _ buffer: UnsafeMutableRawPointer?, _ size: Int, _ options: UnsafePointer<cardan_options>?,
  _ filter: UnsafeMutablePointer<OpaquePointer?>?
) -> cardan_status {
  guard let buffer, let filter else { return CARDAN_NULL_ARGUMENT }
  guard Int(bitPattern: buffer) % FilterMemory.alignment == 0 else { return CARDAN_BAD_ALIGNMENT }
  let (checked, status) = CheckedOptions.reading(options)
  guard let checked else { return status }
  guard size >= checked.size else { return CARDAN_BAD_SIZE }
  filter.pointee = checked.makeFilter(at: buffer, isOnHeap: false)
  return CARDAN_OK
}

@c @implementation
public func cardan_reset(_ filter: OpaquePointer?) -> cardan_status {
  var operation = ResetStream()
  let status = perform(&operation, on: filter)
  if status == CARDAN_OK, let merger = FilterMemory.of(filter).memory?.merger {
    merger.pointee = SeparateSensors(parameters: merger.pointee.parameters)
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

  /// Creates the filter in memory of `size` bytes.
  func makeFilter(at memory: UnsafeMutableRawPointer, isOnHeap: Bool) -> OpaquePointer? {
    var operation = MakeFilter(options: self, memory: memory, isOnHeap: isOnHeap)
    return kind.performCompiled(&operation)
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
  let options: CheckedOptions
  let memory: UnsafeMutableRawPointer
  let isOnHeap: Bool

  mutating func perform<Filter: AttitudeFilter>(for filter: Filter.Type) -> OpaquePointer where Filter.Scalar == Real {
    FilterMemory(
      options.stream(with: filter), as: options.kind, merger: options.settings.merger,
      mergesSensors: options.mergesSensors, isOnHeap: isOnHeap, at: memory
    ).handle
  }
}

private struct ResetStream: StreamOperation {
  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.reset()
    return CARDAN_OK
  }
}
