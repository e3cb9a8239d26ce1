import CMathShims

/// What the processor can do with memory that Swift does not offer.
@usableFromInline
enum HardwareMemory {
  /// Has memory brought near that will be read soon.
  @inlinable @inline(__always)
  static func fetch(_ places: UnsafePointer<UnsafeRawPointer>, count: Int) { cardan_fetch(places, count) }
}
