import CMathShims
import Rotations

/// Memory that will be accessed soon: the rows of several arrays, one row of each per sample. It is prefetched.
@frozen
public struct UpcomingRows {
  /// The first row of an array and the distance between rows in bytes.
  public typealias Rows = (first: UnsafeRawPointer, step: Int)

  /// The largest number of arrays.
  @inlinable public static var capacity: Int { 8 }
  // Integers: optionals would be code shared with other modules, which must run on every processor.
  @usableFromInline var addresses = InlineArray<8, Int>(repeating: 0)
  @usableFromInline var steps = InlineArray<8, Int>(repeating: 0)
  /// The number of arrays.
  public private(set) var count = 0

  /// No rows.
  public init() {}

  /// Adds an array; a missing one, or one beyond the capacity, is ignored.
  public mutating func append(_ rows: Rows?) {
    guard let rows, count < Self.capacity else { return }
    addresses[count] = Int(bitPattern: rows.first)
    steps[count] = rows.step
    count += 1
  }
}

/// The addresses that the lanes will access soon, prefetched every second row.
///
/// Every second row is enough: two rows of up to four numbers are not longer than one fetch. One half of the arrays is
/// fetched at even samples, the other at odd ones.
@usableFromInline
struct UpcomingColumns<Backend: LaneBackend>: ~Copyable {
  /// For each array the addresses in every lane, then their steps in bytes; the arrays of even samples come first.
  @usableFromInline let memory: UnsafeMutablePointer<Int>
  /// The number of arrays in use in a half.
  @usableFromInline var used = 0
  @usableFromInline var isOdd = false

  @inlinable
  init() {
    memory = .allocate(capacity: UpcomingRows.capacity * Self.stride)
    memory.initialize(repeating: 0, count: UpcomingRows.capacity * Self.stride)
  }

  @inlinable
  deinit { memory.deallocate() }

  /// The distance between arrays in memory.
  @inlinable @inline(__always) static var stride: Int { 2 * Lanes<Backend>.count }
  /// The number of arrays in a half.
  @inlinable @inline(__always) static var half: Int { UpcomingRows.capacity / 2 }

  /// Sets the rows of a lane; arrays that it does not have stay at `place`.
  @inlinable
  mutating func start(_ rows: borrowing UpcomingRows, in lane: Int, idleAt place: UnsafeRawPointer) {
    used = max(used, (rows.count + 1) / 2)
    for index in 0..<UpcomingRows.capacity {
      let entry = (index % 2 * Self.half + index / 2) * Self.stride + lane
      memory[entry] = index < rows.count ? rows.addresses[index] : Int(bitPattern: place)
      memory[entry + Lanes<Backend>.count] = 2 * rows.steps[index]
    }
  }

  /// Prefetches one half and advances it to the next rows.
  @inlinable @inline(__always)
  mutating func fetch() {
    var places = memory + (isOdd ? Self.half * Self.stride : 0)
    for _ in 0..<used {
      cardan_fetch(
        UnsafeRawPointer(places).assumingMemoryBound(to: UnsafeRawPointer.self), Lanes<Backend>.count)
      for lane in 0..<Lanes<Backend>.count { places[lane] &+= places[lane + Lanes<Backend>.count] }
      places += Self.stride
    }
    isOdd.toggle()
  }
}
