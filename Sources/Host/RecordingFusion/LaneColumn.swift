import Rotations

/// An address and a step for each lane, and a second pair on a shelf for lanes that wait.
@usableFromInline
struct LaneColumn<Backend: LaneBackend>: ~Copyable {
  /// Addresses, steps in bytes, shelf addresses and shelf steps, consecutive, so that vector code can see that they do
  /// not overlap.
  @usableFromInline let memory: UnsafeMutablePointer<Int>

  @inlinable
  init() {
    memory = .allocate(capacity: 4 * Self.count)
    memory.initialize(repeating: 0, count: 4 * Self.count)
  }

  @inlinable
  deinit { memory.deallocate() }

  /// The number of lanes.
  @inlinable @inline(__always) static var count: Int { Lanes<Backend>.count }

  /// Keeps a lane at an address.
  @inlinable
  func idle(_ lane: Int, at place: UnsafeRawPointer) { start(lane, at: place, step: 0, waitingAt: place) }

  /// Sets a lane to an address that advances by a step, and the shelf to the fixed address to use while it waits.
  @inlinable
  func start(_ lane: Int, at place: UnsafeRawPointer, step: Int, waitingAt idlePlace: UnsafeRawPointer) {
    memory[lane] = Int(bitPattern: place)
    memory[lane + Self.count] = step
    memory[lane + 2 * Self.count] = Int(bitPattern: idlePlace)
    memory[lane + 3 * Self.count] = 0
  }

  /// Exchanges the address and step of a lane with those on the shelf.
  @inlinable
  func exchange(_ lane: Int) {
    swap(&memory[lane], &memory[lane + 2 * Self.count])
    swap(&memory[lane + Self.count], &memory[lane + 3 * Self.count])
  }

  /// Advances every lane to its next address.
  @inlinable @inline(__always)
  func moveOn() {
    for lane in 0..<Self.count { memory[lane] &+= memory[lane + Self.count] }
  }

  /// The distance of a lane from an address, in steps, whether the lane waits or not.
  @inlinable
  func steps(in lane: Int, to end: UnsafeRawPointer) -> Int {
    let entry = memory[lane + Self.count] == 0 ? lane + 2 * Self.count : lane
    return (Int(bitPattern: end) - memory[entry]) / memory[entry + Self.count]
  }

  /// The address of a lane.
  @inlinable @inline(__always)
  func place(of lane: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: memory[lane]) }

  /// The addresses of all lanes, for reading.
  @inlinable @inline(__always)
  var readable: UnsafePointer<UnsafePointer<Backend.Element>> {
    UnsafeRawPointer(memory).assumingMemoryBound(to: UnsafePointer<Backend.Element>.self)
  }

  /// The addresses of all lanes, for writing.
  @inlinable @inline(__always)
  var writable: UnsafePointer<UnsafeMutablePointer<Backend.Element>> {
    UnsafeRawPointer(memory).assumingMemoryBound(to: UnsafeMutablePointer<Backend.Element>.self)
  }
}
