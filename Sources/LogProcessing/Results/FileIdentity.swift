import Foundation
import MotionLogs

/// The content of a file, in short: what a result must still be to be called intact.
struct FileIdentity: Codable, Equatable {
  /// Bytes.
  var size: Int
  /// The CRC-64/XZ of the bytes, in hexadecimal digits.
  var crc64: String

  /// Reads a file; nil where that cannot be done.
  init?(of path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var (check, size) = (CyclicRedundancyCheck(), 0)
    while true {
      guard let piece = try? file.read(upToCount: 1 << 20) ?? Data() else { return nil }
      if piece.isEmpty { break }
      piece.withUnsafeBytes { check.update($0) }
      size += piece.count
    }
    self.size = size
    crc64 = String(check.value, radix: 16)
  }
}
