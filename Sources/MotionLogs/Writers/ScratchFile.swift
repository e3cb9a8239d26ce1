import Glibc

/// A file without a name, for what does not fit into memory: written from start to end, then read back once. It is gone
/// with its process, however that ends.
final class ScratchFile {
  private let path: String
  private let descriptor: Int32
  private let buffer: UnsafeMutablePointer<UInt8>
  private var filled = 0

  /// How many bytes are gathered before they are written; also the most that can be reserved at once.
  private static let capacity = 1 << 16

  /// Makes a file on the file system of `path`, which is named in errors.
  init(beside path: String) throws(LogError) {
    self.path = path
    // It has a name for an instant; one that is left behind then is a remnant like those of `AtomicFile`.
    let (folder, name) = AtomicFile.parts(of: path)
    let placeholder = String(repeating: "X", count: 6)  // mkstemps puts a free name here
    var template = Array("\(folder).\(name).scratch-\(placeholder)\(AtomicFile.partialEnding)".utf8CString)
    descriptor = mkstemps(&template, Int32(AtomicFile.partialEnding.utf8.count))
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "cannot be written: no file can be made beside it: \(SystemError.last)")
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Room for at most `count` bytes, to be filled from its start and handed back with `commit`.
  @inline(__always)
  func reserve(_ count: Int) throws(LogError) -> UnsafeMutablePointer<UInt8> {
    if Self.capacity - filled < count { try flush() }
    return buffer + filled
  }

  /// Takes what was written into the room that `reserve` gave.
  @inline(__always)
  func commit(upTo end: UnsafeMutablePointer<UInt8>) { filled = end - buffer }

  /// Reads everything back, in pieces.
  func readBack(_ take: (UnsafeBufferPointer<UInt8>) throws(LogError) -> Void) throws(LogError) {
    try flush()
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
    while true {
      let count = read(descriptor, buffer, Self.capacity)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      if count == 0 { return }
      try take(UnsafeBufferPointer(start: buffer, count: count))
    }
  }

  @inline(never)
  private func flush() throws(LogError) {
    var written = 0
    while written < filled {
      let count = write(descriptor, buffer + written, filled - written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
    filled = 0
  }

  private func failure() -> LogError { LogError(path: path, message: "cannot be written: \(SystemError.last)") }
}
