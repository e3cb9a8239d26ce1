#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The heap of the system, which says so where it has no more. Firmware has none: it makes filters in place.
enum HeapMemory {
  /// Aligned memory; nil where there is none.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    #if hasFeature(Embedded)
      return nil
    #else
      return aligned_alloc(FilterMemory.alignment, size)
    #endif
  }

  /// Gives memory back.
  static func free(_ memory: UnsafeMutableRawPointer) {
    #if !hasFeature(Embedded)
      #if canImport(Glibc)
        Glibc.free(memory)
      #elseif canImport(Musl)
        Musl.free(memory)
      #endif
    #endif
  }
}
