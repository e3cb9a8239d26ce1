/// Puts pieces of bytes together to lines. What is too long for a line is left out up to the next end of a line.
struct LineAssembler {
  /// The longest line that is kept, in bytes.
  static let longestLine = 4096

  private var bytes: [UInt8] = []
  private var position = 0
  /// Whether what comes belongs to a line that is left out.
  private var isOverlong = false

  /// Adds bytes; call `next` until it is nil before more are added.
  mutating func append(_ piece: some Sequence<UInt8>) {
    bytes.removeFirst(position)
    position = 0
    bytes.append(contentsOf: piece)
  }

  /// The next line that is complete, without its end, which is LF, CR or both.
  mutating func next() -> ArraySlice<UInt8>? {
    while let end = bytes[position...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let line = bytes[position..<end]
      position = end + 1
      let isKept = !isOverlong && line.count <= Self.longestLine
      isOverlong = false
      if isKept { return line }
    }
    if bytes.count - position > Self.longestLine {
      position = bytes.count
      isOverlong = true
    }
    return nil
  }

  /// Forgets everything.
  mutating func clear() { self = Self() }
}
