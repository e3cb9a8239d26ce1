import LogTables
import SystemLibrary

/// A regular file open for reading. Pipes, devices and folders that have the name of one are not waited for.
package final class RegularFile {
  private let descriptor: Int32
  /// The size when the file was opened, in bytes.
  package let size: Int

  /// Opens a file; nil for anything else and for what is unreadable.
  package init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The next bytes, up to `count`; empty at the end, nil if reading fails.
  package func read(upTo count: Int) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat { result = SystemLibrary.read(descriptor, buffer.baseAddress, count) } while result < 0 && errno == EINTR
      filled = max(0, result)
    }
    return result < 0 ? nil : bytes
  }

  /// The bytes of a file; nil for anything else and for what is unreadable.
  package static func contents(of path: String) -> [UInt8]? {
    guard let file = RegularFile(path) else { return nil }
    var bytes: [UInt8] = []
    while true {
      guard let piece = file.read(upTo: 1 << 16) else { return nil }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
