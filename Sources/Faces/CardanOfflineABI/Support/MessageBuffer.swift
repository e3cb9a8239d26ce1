import CCardan

/// A caller's buffer for messages.
struct MessageBuffer {
  private let start: UnsafeMutablePointer<CChar>?
  private let size: Int

  /// A caller's memory; NULL for no messages.
  init(start: UnsafeMutablePointer<CChar>?, size: Int) {
    self.start = start
    self.size = size
  }

  /// Writes a text, cut to the size of the buffer, and returns the status.
  func write(_ text: String, for status: cardan_status) -> cardan_status {
    guard let start, size > 0 else { return status }
    let bytes = text.utf8.prefix(size - 1)
    for (index, byte) in bytes.enumerated() { start[index] = CChar(bitPattern: byte) }
    start[bytes.count] = 0
    return status
  }
}
