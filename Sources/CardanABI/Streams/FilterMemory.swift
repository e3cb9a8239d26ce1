import AttitudeFilters
import Rotations
import CCardan
import MotionSamples

/// The memory behind a handle: a header, the stream of one filter, and the waiting readings of separate sensors where they
/// were asked for.
///
///     0             header
///     40            three numbers that are none, for readings that are missing
///     64            MotionStream of the filter
///     next 64th     parameters of the merger
///     next 64th     SeparateSensors, or nothing
///
/// All of it is plain: no reference, nothing to release, and its bytes are its value.
struct FilterMemory {
  private let base: UnsafeMutableRawPointer

  /// What stands in front of the stream.
  struct Header {
    /// Tells a filter from other memory, and which filter it is: its kind, counted from `firstMark`.
    var mark: UInt64
    /// Whether there is a merger behind the stream.
    var mergesSensors: Bool
    /// Whether the memory is to be freed.
    var isOnHeap: Bool
    /// Bytes from the header to the end.
    var size: Int

    /// Which filter it is. The mark of a handle was checked, so this is the number of a case.
    @inline(__always)
    var kind: FilterKind {
      unsafeBitCast(UInt8(truncatingIfNeeded: mark &- FilterMemory.firstMark), to: FilterKind.self)
    }
  }

  /// The mark of the first kind of filter: "cardan", and room for the kinds.
  private static let firstMark: UInt64 = 0x6361_7264_616e_0100
  /// Where the reading is that stands for missing ones.
  private static let absentOffset = 40
  /// The alignment of every part.
  static let alignment = Int(CARDAN_ALIGNMENT)

  /// The memory of a handle; nil with a reason where it is no filter.
  @inline(__always)
  static func of(_ handle: OpaquePointer?) -> (memory: FilterMemory?, status: cardan_status) {
    guard let handle else { return (nil, CARDAN_NULL_ARGUMENT) }
    let memory = FilterMemory(base: UnsafeMutableRawPointer(handle))
    guard memory.header.pointee.mark &- firstMark < CARDAN_FILTER_COUNT else { return (nil, CARDAN_BAD_HANDLE) }
    return (memory, CARDAN_OK)
  }

  private init(base: UnsafeMutableRawPointer) { self.base = base }

  /// Makes a filter in `base`, which has room for `size(of:mergesSensors:)`.
  init<Filter>(
    _ stream: MotionStream<Filter>, as kind: FilterKind, merger parameters: SeparateSensors.Parameters,
    mergesSensors: Bool, isOnHeap: Bool, at base: UnsafeMutableRawPointer
  ) {
    self.base = base
    let size = Self.size(of: Filter.self, mergesSensors: mergesSensors)
    let mark = Self.firstMark + UInt64(kind.rawValue)
    begin(Header(mark: mark, mergesSensors: mergesSensors, isOnHeap: isOnHeap, size: size))
    self.stream(of: Filter.self).initialize(to: stream)
    mergerParameters.initialize(to: parameters)
    merger?.initialize(to: SeparateSensors(parameters: parameters))
  }

  /// Memory of zeros in `base`, with the header of another filter and room for its state.
  init(emptyLike other: FilterMemory, at base: UnsafeMutableRawPointer) {
    self.base = base
    begin(other.header.pointee)
  }

  /// Writes the header, the absent reading, and zeros in the place of all else: firmware writes what lies between the fields of
  /// a value into snapshots too.
  private func begin(_ header: Header) {
    base.initializeMemory(as: UInt8.self, repeating: 0, count: header.size)
    self.header.initialize(to: header)
    (base + Self.absentOffset).initializeMemory(as: Real.self, repeating: .nan, count: 3)
  }

  /// The header.
  @inline(__always)
  var header: UnsafeMutablePointer<Header> { base.assumingMemoryBound(to: Header.self) }

  /// A reading that is absent.
  @inline(__always)
  var absent: UnsafePointer<Real> { UnsafePointer((base + Self.absentOffset).assumingMemoryBound(to: Real.self)) }

  /// The stream, which has the filter of the header.
  @inline(__always)
  func stream<Filter>(of filter: Filter.Type) -> UnsafeMutablePointer<MotionStream<Filter>> {
    (base + Self.alignment).assumingMemoryBound(to: MotionStream<Filter>.self)
  }

  /// What the merger was made with, or would be.
  var mergerParameters: UnsafeMutablePointer<SeparateSensors.Parameters> {
    let size = header.pointee.mergesSensors ? Self.aligned(MemoryLayout<SeparateSensors>.size) : 0
    return (base + header.pointee.size - size - Self.alignment).assumingMemoryBound(to: SeparateSensors.Parameters.self)
  }

  /// The waiting readings; nil where sensors come together.
  var merger: UnsafeMutablePointer<SeparateSensors>? {
    guard header.pointee.mergesSensors else { return nil }
    let offset = header.pointee.size - Self.aligned(MemoryLayout<SeparateSensors>.size)
    return (base + offset).assumingMemoryBound(to: SeparateSensors.self)
  }

  /// Everything behind the header.
  var state: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: base + Self.alignment, count: header.pointee.size - Self.alignment)
  }

  /// Makes the handle worthless: it is no filter any more.
  func retire() { header.pointee.mark = 0 }

  /// The handle.
  var handle: OpaquePointer { OpaquePointer(base) }

  /// The bytes of a filter.
  static func size<Filter: AttitudeFilter>(
    of filter: Filter.Type, mergesSensors: Bool
  ) -> Int where Filter.Scalar: LaneElement {
    2 * alignment + aligned(MemoryLayout<MotionStream<Filter>>.size)
      + (mergesSensors ? aligned(MemoryLayout<SeparateSensors>.size) : 0)
  }

  private static func aligned(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
}
