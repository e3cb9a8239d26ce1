import Rotations

/// A place in memory for each lane, how far it is to the next one, and the same once more for a lane that waits.
@usableFromInline
struct LaneColumn<Backend: LaneBackend>: ~Copyable {
  /// Addresses, steps in bytes, addresses on the shelf, steps on the shelf: one after the other, so that vector code can
  /// tell that they are apart.
  @usableFromInline let memory: UnsafeMutablePointer<Int>

  @inlinable
  init() {
    memory = .allocate(capacity: 4 * Self.count)
    memory.initialize(repeating: 0, count: 4 * Self.count)
  }

  @inlinable
  deinit { memory.deallocate() }

  /// How many lanes there are.
  @inlinable @inline(__always) static var count: Int { Lanes<Backend>.count }

  /// Lets a lane stay at a place.
  @inlinable
  func idle(_ lane: Int, at place: UnsafeRawPointer) { start(lane, at: place, step: 0, waitingAt: place) }

  /// Sets a lane to a place that it leaves for the next one, and the shelf to where it stays while it waits.
  @inlinable
  func start(_ lane: Int, at place: UnsafeRawPointer, step: Int, waitingAt idlePlace: UnsafeRawPointer) {
    memory[lane] = Int(bitPattern: place)
    memory[lane + Self.count] = step
    memory[lane + 2 * Self.count] = Int(bitPattern: idlePlace)
    memory[lane + 3 * Self.count] = 0
  }

  /// Exchanges the place of a lane for that on the shelf.
  @inlinable
  func exchange(_ lane: Int) {
    swap(&memory[lane], &memory[lane + 2 * Self.count])
    swap(&memory[lane + Self.count], &memory[lane + 3 * Self.count])
  }

  /// Goes on to the next place in every lane.
  @inlinable @inline(__always)
  func moveOn() {
    for lane in 0..<Self.count { memory[lane] &+= memory[lane + Self.count] }
  }

  /// How far it is in a lane to an address, in steps, whether it waits or not.
  @inlinable
  func steps(in lane: Int, to end: UnsafeRawPointer) -> Int {
    let entry = memory[lane + Self.count] == 0 ? lane + 2 * Self.count : lane
    return (Int(bitPattern: end) - memory[entry]) / memory[entry + Self.count]
  }

  /// The address in a lane.
  @inlinable @inline(__always)
  func place(of lane: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: memory[lane]) }

  /// Has the places of all lanes brought near, and goes on to the next ones.
  @inlinable @inline(__always)
  func fetch() {
    HardwareMemory.fetch(
      UnsafeRawPointer(memory).assumingMemoryBound(to: UnsafeRawPointer.self), count: Self.count)
    moveOn()
  }

  /// The places of all lanes, to be read.
  @inlinable @inline(__always)
  var readable: UnsafePointer<UnsafePointer<Backend.Element>> {
    UnsafeRawPointer(memory).assumingMemoryBound(to: UnsafePointer<Backend.Element>.self)
  }

  /// The places of all lanes, to be written.
  @inlinable @inline(__always)
  var writable: UnsafePointer<UnsafeMutablePointer<Backend.Element>> {
    UnsafeRawPointer(memory).assumingMemoryBound(to: UnsafeMutablePointer<Backend.Element>.self)
  }
}
