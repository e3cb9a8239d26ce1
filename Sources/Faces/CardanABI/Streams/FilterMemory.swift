import AttitudeFilters
import Rotations
import CCardan
import MotionSamples

/// The memory behind a handle: a header, the stream of one filter and, if requested, pending sensor readings.
///
///     0             header
///     40            three NaNs, for missing readings
///     64            MotionStream of the filter
///     next 64th     parameters of the merger
///     next 64th     SeparateSensors, or nothing
///
/// Plain memory: without references or cleanup.
struct FilterMemory {
  private let base: UnsafeMutableRawPointer

  /// The header before the stream.
  struct Header {
    /// Identifies a filter and its kind, counted from `firstMark`.
    var mark: UInt64
    /// Whether a merger follows the stream.
    var mergesSensors: Bool
    /// Whether the memory must be freed.
    var isOnHeap: Bool
    /// The size in bytes, including the header.
    var size: Int

    /// The kind of filter. The handle's mark was checked, so it is a valid case.
    @inline(__always)
    var kind: FilterKind {
      unsafeBitCast(UInt8(truncatingIfNeeded: mark &- FilterMemory.firstMark), to: FilterKind.self)
    }
  }

  /// The mark of the first filter kind: "cardan" and two bytes for the kind.
  private static let firstMark: UInt64 = 0x6361_7264_616e_0100
  /// The offset of the reading that stands for missing ones.
  private static let absentOffset = 40
  /// The alignment of each part.
  static let alignment = Int(CARDAN_ALIGNMENT)

  /// The memory of a handle; nil with a status for an invalid handle.
  @inline(__always)
  static func of(_ handle: OpaquePointer?) -> (memory: FilterMemory?, status: cardan_status) {
    guard let handle else { return (nil, CARDAN_NULL_ARGUMENT) }
    let memory = FilterMemory(base: UnsafeMutableRawPointer(handle))
    guard memory.header.pointee.mark &- firstMark < CARDAN_FILTER_COUNT else { return (nil, CARDAN_BAD_HANDLE) }
    return (memory, CARDAN_OK)
  }

  private init(base: UnsafeMutableRawPointer) { self.base = base }

  /// Marks `base`, which has room for `size(of:mergesSensors:)`, as the memory of a filter whose stream and merger the caller sets.
  init<Filter: AttitudeFilter>(
    _ filter: Filter.Type, as kind: FilterKind, mergesSensors: Bool, isOnHeap: Bool, at base: UnsafeMutableRawPointer
  ) where Filter.Scalar == Real {
    self.base = base
    let size = Self.size(of: Filter.self, mergesSensors: mergesSensors)
    let mark = Self.firstMark + UInt64(kind.rawValue)
    header.initialize(to: Header(mark: mark, mergesSensors: mergesSensors, isOnHeap: isOnHeap, size: size))
    (base + Self.absentOffset).initializeMemory(as: Real.self, repeating: .nan, count: 3)
  }

  /// Makes the merger, if there is one. Never inlined: keeps its stack use out of that of making the stream.
  @inline(never)
  func begin(merger parameters: SeparateSensors.Parameters) {
    mergerParameters.initialize(to: parameters)
    merger?.initialize(to: SeparateSensors(parameters: parameters))
  }

  /// The header.
  @inline(__always)
  var header: UnsafeMutablePointer<Header> { base.assumingMemoryBound(to: Header.self) }

  /// An absent reading.
  @inline(__always)
  var absent: UnsafePointer<Real> { UnsafePointer((base + Self.absentOffset).assumingMemoryBound(to: Real.self)) }

  /// The stream, with the filter named by the header.
  @inline(__always)
  func stream<Filter>(of filter: Filter.Type) -> UnsafeMutablePointer<MotionStream<Filter>> {
    (base + Self.alignment).assumingMemoryBound(to: MotionStream<Filter>.self)
  }

  /// The merger's parameters, also if the filter has no merger.
  var mergerParameters: UnsafeMutablePointer<SeparateSensors.Parameters> {
    let size = header.pointee.mergesSensors ? Self.aligned(MemoryLayout<SeparateSensors>.size) : 0
    return (base + header.pointee.size - size - Self.alignment).assumingMemoryBound(to: SeparateSensors.Parameters.self)
  }

  /// The pending readings; nil if all sensors arrive in one sample.
  var merger: UnsafeMutablePointer<SeparateSensors>? {
    guard header.pointee.mergesSensors else { return nil }
    let offset = header.pointee.size - Self.aligned(MemoryLayout<SeparateSensors>.size)
    return (base + offset).assumingMemoryBound(to: SeparateSensors.self)
  }

  /// Invalidates the handle.
  func retire() { header.pointee.mark = 0 }

  /// The handle.
  var handle: OpaquePointer { OpaquePointer(base) }

  /// The size of a filter in bytes.
  static func size<Filter: AttitudeFilter>(
    of filter: Filter.Type, mergesSensors: Bool
  ) -> Int where Filter.Scalar: LaneElement {
    2 * alignment + aligned(MemoryLayout<MotionStream<Filter>>.size)
      + (mergesSensors ? aligned(MemoryLayout<SeparateSensors>.size) : 0)
  }

  private static func aligned(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
}
