import FileAccess
import LogTables

/// Decompresses messages that a recorder compressed one by one, with zstd.
final class MessageDecompressor {
  private let path: String
  private let work: WorkBudget
  private var decompressor: Decompressor?
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// A decompressor, whose bytes are charged; `path` is for messages.
  init(path: String, work: WorkBudget) { (self.path, self.work) = (path, work) }

  deinit { buffer.deallocate() }

  /// The bytes of a message, valid until the next call; nil for damaged ones. Throws if the library is missing.
  @inline(__always)
  func content(_ bytes: UnsafeRawBufferPointer) throws(LogError) -> UnsafeRawBufferPointer? {
    guard bytes.count >= 4, bytes[0] == 0x28, bytes[1] == 0xb5, bytes[2] == 0x2f, bytes[3] == 0xfd else { return bytes }
    return try decompress(bytes)
  }

  @inline(never)
  private func decompress(_ bytes: UnsafeRawBufferPointer) throws(LogError) -> UnsafeRawBufferPointer? {
    if self.decompressor == nil { self.decompressor = try Decompressor(.zstd, path: path) }
    guard let decompressor else { return nil }
    if buffer.isEmpty { buffer = .allocate(byteCount: 1 << 14, alignment: 16) }
    var (input, count) = (bytes, 0)
    while true {
      let result = decompressor.decompress(&input, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      count += result.count
      try work.expand(result.count)
      if result.state == .ended { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
      let needsRoom = count == buffer.count
      guard result.state == .more, needsRoom || !input.isEmpty, count < work.longestPart else {
        // The state of the library is that of a frame that will not end.
        self.decompressor = nil
        return nil
      }
      if needsRoom {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * count, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
        buffer.deallocate()
        buffer = larger
      }
    }
  }
}
