import Glibc

// Stands in for Sources/Host/MotionLogs/Binary/ByteInput.swift where the page has the file.

/// The bytes of the log that the page opened, forward.
final class ByteInput {
  /// The name of the log, for messages.
  let path: String
  /// Logs are not compressed here.
  let compression: Compression? = nil

  /// The only log of the module.
  init(_ file: String, path: String) throws(LogError) { self.path = path }

  /// Reads up to `buffer.count` bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return Int(cardan_read_log(start, Int32(buffer.count)))
  }
}

/// The compressions that it reads: none.
enum Compression: Sendable {}
