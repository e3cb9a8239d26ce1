// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
import CCardan
import MotionSamples
import Rotations

@c @implementation
public func cardan_snapshot_size(_ filter: OpaquePointer?) -> Int {
  guard let memory = FilterMemory.of(filter).memory else { return 0 }
  return MemoryLayout<SnapshotHeader>.size + memory.write(to: nil)
}

@c @implementation
public func cardan_snapshot(
  _ filter: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ size: Int
) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  guard let bytes else { return CARDAN_NULL_ARGUMENT }
  guard size >= cardan_snapshot_size(filter) else { return CARDAN_BAD_SIZE }
  let start = bytes + MemoryLayout<SnapshotHeader>.size
  let content = UnsafeRawBufferPointer(start: start, count: memory.write(to: start))
  bytes.storeBytes(of: SnapshotHeader(of: memory, content: content), as: SnapshotHeader.self)
  return CARDAN_OK
}

@c @implementation
public func cardan_restore(_ filter: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int) -> cardan_status {
  let (memory, status) = FilterMemory.of(filter)
  guard let memory else { return status }
  guard let bytes else { return CARDAN_NULL_ARGUMENT }
  guard size >= MemoryLayout<SnapshotHeader>.size else { return CARDAN_BAD_SIZE }
  let header = bytes.loadUnaligned(as: SnapshotHeader.self)
  let content = UnsafeRawBufferPointer(
    start: bytes + MemoryLayout<SnapshotHeader>.size, count: size - MemoryLayout<SnapshotHeader>.size)
  let verdict = header.verdict(on: content, for: memory)
  guard verdict == CARDAN_OK else { return verdict }
  return memory.read(UnsafeRawBufferPointer(rebasing: content[..<header.contentSize]))
}

extension FilterMemory {
  /// Writes the state and returns its size in bytes; only counts without memory.
  fileprivate func write(to start: UnsafeMutableRawPointer?) -> Int {
    var operation = WriteStream(writer: SnapshotWriter(to: start))
    _ = perform(&operation)
    var parameters = mergerParameters.pointee
    operation.writer.visit(parameters: &parameters, with: parameters)
    if let merger {
      var state = merger.pointee
      state.visitState(&operation.writer, with: merger.pointee)
    }
    return operation.writer.count
  }

  /// Reads the state; the filter is unchanged if a field is impossible.
  fileprivate func read(_ content: UnsafeRawBufferPointer) -> cardan_status {
    var operation = ReadStream(reader: SnapshotReader(content), memory: self)
    return perform(&operation)
  }

  /// Reads what follows the stream and replaces the merger, if every field is possible.
  fileprivate func readMerger(_ reader: inout SnapshotReader<Real>) -> Bool {
    var parameters = SeparateSensors.Parameters()
    reader.visit(parameters: &parameters, with: parameters)
    guard let merger else {
      guard reader.isValid, reader.isAtEnd else { return false }
      mergerParameters.pointee = parameters
      return true
    }
    var restored = SeparateSensors(parameters: parameters)
    restored.visitState(&reader, with: merger.pointee)
    guard reader.isValid, reader.isAtEnd else { return false }
    mergerParameters.pointee = parameters
    merger.pointee = restored
    return true
  }
}

private struct WriteStream: StreamOperation {
  var writer: SnapshotWriter<Real>

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    stream.write(to: &writer)
    return CARDAN_OK
  }
}

private struct ReadStream: StreamOperation {
  var reader: SnapshotReader<Real>
  let memory: FilterMemory

  mutating func perform<Filter: AttitudeFilter>(
    on stream: inout MotionStream<Filter>
  ) -> cardan_status where Filter.Scalar == Real {
    guard let restored = MotionStream<Filter>(reading: &reader), memory.readMerger(&reader) else {
      return CARDAN_CORRUPT
    }
    stream = restored
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
  /// The size in bytes of a number.
  private var layout = UInt32(MemoryLayout<Real>.size)
  /// The size of the state in bytes.
  private var size: UInt32
  /// Detects changes to the state's bytes; two halves.
  private var checksum: (UInt32, UInt32)

  /// The header for a filter's state with these bytes.
  init(of memory: FilterMemory, content: UnsafeRawBufferPointer) {
    let header = memory.header.pointee
    filter = UInt32(header.kind.rawValue) << 1 | (header.mergesSensors ? 1 : 0)
    size = UInt32(content.count)
    checksum = Self.checksum(of: content)
  }

  /// The size of the state in bytes.
  var contentSize: Int { Int(size) }

  /// The status of restoring the state after this header into a filter.
  func verdict(on content: UnsafeRawBufferPointer, for memory: FilterMemory) -> cardan_status {
    let right = SnapshotHeader(of: memory, content: UnsafeRawBufferPointer(start: nil, count: 0))
    guard magic == right.magic else { return CARDAN_CORRUPT }
    guard version == right.version, library == right.library, layout == right.layout else {
      return CARDAN_WRONG_VERSION
    }
    guard filter == right.filter else { return CARDAN_WRONG_FILTER }
    guard contentSize == memory.write(to: nil) else { return CARDAN_WRONG_VERSION }
    guard content.count >= contentSize else { return CARDAN_BAD_SIZE }
    let found = Self.checksum(of: UnsafeRawBufferPointer(rebasing: content[..<contentSize]))
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
