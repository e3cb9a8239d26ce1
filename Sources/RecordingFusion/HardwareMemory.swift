import CMathShims

/// Memory operations of the processor that Swift does not offer.
@usableFromInline
enum HardwareMemory {
  /// Prefetches memory that will be read soon.
  @inlinable @inline(__always)
  static func fetch(_ places: UnsafePointer<UnsafeRawPointer>, count: Int) { cardan_fetch(places, count) }
}
