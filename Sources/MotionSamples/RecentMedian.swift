/// The median of the last 15 whole numbers: a nominal value that up to seven outliers do not move, and that follows a
/// lasting change after eight.
@frozen @usableFromInline
struct RecentMedian: Sendable {
  @usableFromInline static var capacity: Int { 15 }
  /// The values in order of arrival, as a ring.
  @usableFromInline var ring = InlineArray<15, Int64>(repeating: 0)
  /// The same values in ascending order.
  @usableFromInline var sorted = InlineArray<15, Int64>(repeating: 0)
  /// How many values there are.
  @usableFromInline var count = 0
  /// The place in the ring of the next value.
  @usableFromInline var next = 0

  @inlinable
  init() {}

  /// The median, the lower of the two for an even count; zero where there are no values.
  @inlinable @inline(__always)
  var median: Int64 { count == 0 ? 0 : sorted[(count - 1) / 2] }

  /// Takes a value, and lets the oldest go when there are 15.
  @inlinable
  mutating func insert(_ value: Int64) {
    var place = count
    if count == Self.capacity {
      let oldest = ring[next]
      place = 0
      while sorted[place] != oldest { place += 1 }
    } else {
      count += 1
    }
    sorted[place] = value
    moveIntoOrder(place)
    ring[next] = value
    next = next + 1 == Self.capacity ? 0 : next + 1
  }

  /// Moves the one value that may be out of order.
  @inlinable
  mutating func moveIntoOrder(_ start: Int) {
    var place = start
    while place > 0 && sorted[place - 1] > sorted[place] {
      sorted.swapAt(place - 1, place)
      place -= 1
    }
    while place + 1 < count && sorted[place + 1] < sorted[place] {
      sorted.swapAt(place, place + 1)
      place += 1
    }
  }
}
