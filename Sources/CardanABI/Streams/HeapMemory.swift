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
      // C11 wants a multiple of the alignment.
      let alignment = FilterMemory.alignment
      return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
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
