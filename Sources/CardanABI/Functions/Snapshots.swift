// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_snapshot_size(_ filter: OpaquePointer?) -> Int {
  guard let memory = FilterMemory.of(filter).memory else { return 0 }
  return MemoryLayout<SnapshotHeader>.size + memory.state.count
}

@c @implementation
public func cardan_snapshot(
  _ filter: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ size: Int
) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  guard let bytes else { return CARDAN_NULL_ARGUMENT }
  guard size >= cardan_snapshot_size(filter), let state = memory.state.baseAddress else { return CARDAN_BAD_SIZE }
  let content = UnsafeMutableRawBufferPointer(
    start: bytes + MemoryLayout<SnapshotHeader>.size, count: memory.state.count)
  // Padding in a state is undefined. A zeroed copy needs memory on the heap; firmware, without a heap, writes the bytes
  // as they are.
  if let room = HeapMemory.allocate(memory.header.pointee.size) {
    content.copyMemory(from: UnsafeRawBufferPointer(memory.twin(at: room).state))
    HeapMemory.free(room)
  } else {
    content.copyMemory(from: UnsafeRawBufferPointer(start: state, count: memory.state.count))
  }
  bytes.storeBytes(of: SnapshotHeader(of: memory, content: UnsafeRawBufferPointer(content)), as: SnapshotHeader.self)
  return CARDAN_OK
}

@c @implementation
public func cardan_restore(_ filter: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  guard let bytes else { return CARDAN_NULL_ARGUMENT }
  guard size >= MemoryLayout<SnapshotHeader>.size, let state = memory.state.baseAddress else { return CARDAN_BAD_SIZE }
  let header = bytes.loadUnaligned(as: SnapshotHeader.self)
  let content = UnsafeRawBufferPointer(
    start: bytes + MemoryLayout<SnapshotHeader>.size, count: size - MemoryLayout<SnapshotHeader>.size)
  let verdict = header.verdict(on: content, for: memory)
  if verdict == CARDAN_OK, let start = content.baseAddress {
    state.copyMemory(from: start, byteCount: memory.state.count)
    memory.completeState()
  }
  return verdict
}

extension FilterMemory {
  /// A copy of the state in other memory of the same size, with zeros in padding and in values derived from the
  /// parameters alone.
  fileprivate func twin(at base: UnsafeMutableRawPointer) -> FilterMemory {
    let twin = FilterMemory(emptyLike: self, at: base)
    var operation = CopyStream(target: twin)
    _ = perform(&operation)
    twin.mergerParameters.initialize(to: mergerParameters.pointee)
    if let merger { twin.merger?.pointee.copyState(of: merger.pointee) }
    return twin
  }

  /// Computes the values derived from the parameters alone.
  fileprivate func completeState() {
    var operation = CompleteStream()
    _ = perform(&operation)
    guard let merger else { return }
    var complete = SeparateSensors(parameters: mergerParameters.pointee)
    complete.copyState(of: merger.pointee)
    merger.pointee = complete
  }
}

private struct CopyStream: StreamOperation {
  let target: FilterMemory

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    let copy = target.stream(of: Filter.self)
    copy.pointee.copyFields(of: &stream)
    withUnsafeMutableBytes(of: &copy.pointee.filter) { bytes in
      // A filter begins with its parameters.
      guard let start = bytes.baseAddress else { return }
      start.assumingMemoryBound(to: Filter.Parameters.self).pointee.copyValues(stream.filter.parameters.values)
    }
    return CARDAN_OK
  }
}

private struct CompleteStream: StreamOperation {
  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    var complete = Filter(parameters: stream.filter.parameters)
    complete.replace(with: stream.filter, where: true)
    stream.filter = complete
    return CARDAN_OK
  }
}

/// The header of a snapshot: no padding, and no number wider than on a small processor.
private struct SnapshotHeader {
  /// "CDAN"; reads differently in the other byte order.
  private var magic: UInt32 = 0x4344_414e
  /// The snapshot version.
  private var version = UInt32(CARDAN_SNAPSHOT_VERSION)
  /// The library version; states may differ between versions.
  private var library =
    UInt32(CARDAN_VERSION_MAJOR) << 16 | UInt32(CARDAN_VERSION_MINOR) << 8 | UInt32(CARDAN_VERSION_PATCH)
  /// The filter kind, and whether it merges sensors.
  private var filter: UInt32
  /// The sizes in bytes of a number and of a pointer.
  private var layout = UInt32(MemoryLayout<Real>.size << 8 | MemoryLayout<Int>.size)
  /// The size of the state in bytes.
  private var size: UInt32
  /// Detects changes to the state's bytes; two halves.
  private var checksum: (UInt32, UInt32)

  /// The header for a filter's state with these bytes.
  init(of memory: FilterMemory, content: UnsafeRawBufferPointer) {
    let header = memory.header.pointee
    filter = UInt32(header.kind.rawValue) << 1 | (header.mergesSensors ? 1 : 0)
    size = UInt32(memory.state.count)
    checksum = Self.checksum(of: content)
  }

  /// The status of restoring the state after this header into a filter.
  func verdict(on content: UnsafeRawBufferPointer, for memory: FilterMemory) -> cardan_status {
    let right = SnapshotHeader(of: memory, content: UnsafeRawBufferPointer(start: nil, count: 0))
    guard magic == right.magic else { return CARDAN_CORRUPT }
    guard version == right.version, library == right.library, layout == right.layout else {
      return CARDAN_WRONG_VERSION
    }
    guard filter == right.filter else { return CARDAN_WRONG_FILTER }
    guard size == right.size else { return CARDAN_WRONG_VERSION }
    guard content.count >= memory.state.count else { return CARDAN_BAD_SIZE }
    let found = Self.checksum(of: UnsafeRawBufferPointer(start: content.baseAddress, count: memory.state.count))
    return found.0 == checksum.0 && found.1 == checksum.1 ? CARDAN_OK : CARDAN_CORRUPT
  }

  /// FNV-1a over 32 bits (draft-eastlake-fnv), from two initial values: detects accidental changes, not forgery.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> (UInt32, UInt32) {
    var (first, second): (UInt32, UInt32) = (0x811c_9dc5, 0x9747_b28c)
    var index = 0
    while index < bytes.count {
      let byte = UInt32(bytes[index])
      first = (first ^ byte) &* 0x0100_0193
      second = (second ^ byte) &* 0x0100_0193
      index += 1
    }
    return (first, second)
  }
}
