import Rotations

/// The median of the last 15 integers: up to seven outliers do not move it, and it follows a lasting change after
/// eight.
///
/// Inserting a value is cheap; the median is computed on request.
@frozen @usableFromInline
struct RecentMedian: Sendable {
  @usableFromInline static var capacity: Int { 15 }
  /// The values in order of arrival, as a ring.
  @usableFromInline var ring = InlineArray<15, Int64>(repeating: 0)
  /// The number of values.
  @usableFromInline var count = 0
  /// The position in the ring of the next value.
  @usableFromInline var next = 0

  @export(implementation)
  init() {}

  /// The median, the lower of the two for an even count; zero without values.
  @export(implementation)
  var median: Int64 {
    var sorted = ring
    for end in 1..<max(count, 1) {
      let value = sorted[end]
      var place = end
      while place > 0 && sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
    }
    return count == 0 ? 0 : sorted[(count - 1) / 2]
  }

  /// The minimum; zero without values.
  @export(implementation)
  var least: Int64 {
    var least = ring[0]
    for place in 1..<max(count, 1) { least = min(least, ring[place]) }
    return least
  }

  /// Adds a value and discards the oldest of 15.
  @export(implementation) @inline(__always)
  mutating func insert(_ value: Int64) {
    ring[next] = value
    next = next + 1 == Self.capacity ? 0 : next + 1
    count = min(count + 1, Self.capacity)
  }

  /// Visits the state; the values lie in `range`, which contains zero.
  @export(implementation)
  mutating func visitState(_ visitor: inout some SnapshotVisitor, with other: Self, valuesIn range: ClosedRange<Int64>)
  {
    for place in 0..<Self.capacity { visitor.visit(&ring[place], with: other.ring[place], in: range) }
    visitor.visit(&count, with: other.count, in: 0...Self.capacity)
    visitor.visit(&next, with: other.next, in: 0...Self.capacity - 1)
    let isFull = count == Self.capacity
    let isInOrder = next == count
    visitor.check(isFull || isInOrder)
  }
}
