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
      guard value != oldest else { return passOn() }
      place = 0
      while sorted[place] != oldest { place += 1 }
    } else {
      count += 1
    }
    // The free place moves to where the value belongs.
    while place > 0 && sorted[place - 1] > value {
      sorted[place] = sorted[place - 1]
      place -= 1
    }
    while place + 1 < count && sorted[place + 1] < value {
      sorted[place] = sorted[place + 1]
      place += 1
    }
    sorted[place] = value
    ring[next] = value
    passOn()
  }

  /// Makes the next place of the ring the one to be written to.
  @inlinable @inline(__always)
  mutating func passOn() { next = next + 1 == Self.capacity ? 0 : next + 1 }
}
