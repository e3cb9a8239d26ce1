#if !hasFeature(Embedded)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The content of a file, without Foundation. In memory of its own and not in an array, whose type Swift would make when the
  /// program runs, and never free.
  struct FileContent: ~Copyable {
    /// All of it, as long as this value lives.
    let bytes: UnsafeRawBufferPointer

    /// Reads a file; nil where it cannot be read.
    init?(at path: UnsafePointer<CChar>) {
      guard let file = fopen(path, "rb") else { return nil }
      defer { fclose(file) }
      var (memory, room, count) = (UnsafeMutableRawPointer?.none, 0, 0)
      repeat {
        room = max(1 << 16, 2 * room)
        guard let more = realloc(memory, room) else {
          free(memory)
          return nil
        }
        memory = more
        count += fread(more + count, 1, room - count, file)
      } while count == room
      guard ferror(file) == 0 else {
        free(memory)
        return nil
      }
      bytes = UnsafeRawBufferPointer(start: memory, count: count)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
  }
#endif
