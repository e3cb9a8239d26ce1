/// A queue with a fixed room.
struct RingBuffer<Element> {
  private var storage: [Element?]
  private var first = 0
  private(set) var count = 0

  init(capacity: Int) { storage = Array(repeating: nil, count: capacity) }

  var isFull: Bool { count == storage.count }

  /// Adds behind the last; there must be room.
  mutating func append(_ element: Element) {
    precondition(!isFull)
    storage[index(count)] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = storage[first]
    storage[first] = nil
    first = index(1)
    count -= 1
    return element
  }

  mutating func removeAll() { while popFirst() != nil {} }

  private func index(_ offset: Int) -> Int {
    let index = first + offset
    return index >= storage.count ? index - storage.count : index
  }
}
