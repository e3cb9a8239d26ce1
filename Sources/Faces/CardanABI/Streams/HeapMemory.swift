#if canImport(SystemLibrary)
  import SystemLibrary
#endif

/// The system heap; reports exhausted memory. Firmware has no heap and creates filters in place.
enum HeapMemory {
  /// Allocates aligned memory; nil if out of memory.
  static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    #if hasFeature(Embedded) && !CARDAN_HOSTED
      return nil
    #else
      // C11 requires a multiple of the alignment.
      let alignment = FilterMemory.alignment
      return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
    #endif
  }

  /// Frees memory.
  static func free(_ memory: UnsafeMutableRawPointer) {
    #if !hasFeature(Embedded) || CARDAN_HOSTED
      SystemLibrary.free(memory)
    #endif
  }
}
