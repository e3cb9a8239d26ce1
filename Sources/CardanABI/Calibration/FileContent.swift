#if !hasFeature(Embedded)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Files without Foundation.
  enum FileContent {
    /// The bytes of a file; nil where it cannot be read.
    static func bytes(at path: UnsafePointer<CChar>) -> [UInt8]? {
      guard let file = fopen(path, "rb") else { return nil }
      defer { fclose(file) }
      var content: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = fread(&block, 1, block.count, file)
        if count == 0 { return ferror(file) == 0 ? content : nil }
        content += block[..<count]
      }
    }
  }
#endif
