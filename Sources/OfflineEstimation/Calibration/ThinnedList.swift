/// At most so many elements of a sequence of any length, evenly spread: when the list is full, every second one goes, and
/// from then on only half as many are taken.
struct ThinnedList<Element: Sendable>: Sendable {
  /// The elements that are kept, in their order.
  private(set) var elements: [Element] = []
  private let capacity: Int
  private var stride = 1
  private var offered = 0

  /// An empty list for at most `capacity` elements, at least two.
  init(capacity: Int) { self.capacity = max(2, capacity) }

  /// Offers an element.
  mutating func offer(_ element: Element) {
    defer { offered += 1 }
    guard offered.isMultiple(of: stride) else { return }
    if elements.count == capacity {
      elements = elements.indices.filter { $0.isMultiple(of: 2) }.map { elements[$0] }
      stride *= 2
      guard offered.isMultiple(of: stride) else { return }
    }
    elements.append(element)
  }
}
