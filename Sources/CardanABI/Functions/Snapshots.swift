// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan

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
  bytes.storeBytes(of: SnapshotHeader(of: memory), as: SnapshotHeader.self)
  (bytes + MemoryLayout<SnapshotHeader>.size).copyMemory(from: state, byteCount: memory.state.count)
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
  }
  return verdict
}

/// What stands in front of a state in a snapshot. No byte of it is padding.
private struct SnapshotHeader {
  /// "cardan" and the mark of a snapshot; it reads differently in the other byte order.
  private var magic: UInt64 = 0x6361_7264_616e_5353
  /// The version of snapshots, and that of the library, whose states may differ.
  private var version = UInt64(CARDAN_SNAPSHOT_VERSION) << 32 | libraryVersion
  /// The filter, and whether it merges sensors.
  private var filter: UInt64
  /// The bytes of the state, and those of a number and of a pointer in it.
  private var layout: UInt64
  /// Tells whether the bytes of the state are those that were written.
  private var checksum: UInt64

  private static let libraryVersion =
    UInt64(CARDAN_VERSION_MAJOR) << 16 | UInt64(CARDAN_VERSION_MINOR) << 8 | UInt64(CARDAN_VERSION_PATCH)

  /// The header for the state that is in memory now.
  init(of memory: FilterMemory) {
    self.init(of: memory, content: UnsafeRawBufferPointer(memory.state))
  }

  private init(of memory: FilterMemory, content: UnsafeRawBufferPointer) {
    let header = memory.header.pointee
    filter = UInt64(header.kind.rawValue) << 1 | (header.mergesSensors ? 1 : 0)
    layout =
      UInt64(memory.state.count) << 16 | UInt64(MemoryLayout<Real>.size) << 8 | UInt64(MemoryLayout<Int>.size)
    checksum = Self.checksum(of: content)
  }

  /// Whether a state that follows this header may go into a filter.
  func verdict(on content: UnsafeRawBufferPointer, for memory: FilterMemory) -> cardan_status {
    guard magic == 0x6361_7264_616e_5353 else { return CARDAN_CORRUPT }
    let right = SnapshotHeader(of: memory, content: UnsafeRawBufferPointer(start: nil, count: 0))
    guard version == right.version else { return CARDAN_WRONG_VERSION }
    guard filter == right.filter else { return CARDAN_WRONG_FILTER }
    guard layout == right.layout else { return CARDAN_WRONG_VERSION }
    guard content.count >= memory.state.count else { return CARDAN_BAD_SIZE }
    let state = UnsafeRawBufferPointer(rebasing: content[..<memory.state.count])
    return checksum == Self.checksum(of: state) ? CARDAN_OK : CARDAN_CORRUPT
  }

  /// FNV-1a over 64 bits (draft-eastlake-fnv): it finds accidents, not forgers.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
      index += 1
    }
    return hash
  }
}
