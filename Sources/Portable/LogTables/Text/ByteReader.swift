import CMathShims

/// A text, read line by line through one buffer.
///
/// A line is a range of bytes without its terminator (LF, CR LF, or CR in a text without LF at its start), valid until the next call. The byte at its end is
/// readable and never part of a number; `padding` more bytes before and after it are readable, so that `NumberParser` needs no
/// bounds checks. Memory is bounded by the longest line allowed.
///
/// Goals, in order: every byte sequence gives lines or an error, never a wrong line; bounded memory; speed.
package final class ByteReader {
  /// A line of text without its terminator.
  package struct Line {
    /// The first byte.
    package var start: UnsafePointer<UInt8>
    /// One past the last byte.
    package var end: UnsafePointer<UInt8>
    /// Whether a terminator follows; false only for a last line that ends with the file.
    package var isTerminated: Bool

    /// A line from its bytes.
    package init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, isTerminated: Bool) {
      (self.start, self.end, self.isTerminated) = (start, end, isTerminated)
    }

    /// The bytes.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: end - start) }
    /// Whether it is blank or a comment, which begins with `#`.
    package var isEmptyOrComment: Bool {
      guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return true }
      return first == UInt8(ascii: "#")
    }
    /// The text, in UTF-8, or in Latin-1 if it cannot be UTF-8: `°` and `µ` then have a byte of their own.
    package var text: String {
      String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// The longest line in bytes; a longer one is an error.
  package static let longestLine = 1 << 16
  /// Bytes per read from the system.
  package static let pieceSize = 1 << 18
  /// Readable bytes of no meaning before a line and after its end.
  package static let padding = 32

  /// The path as the caller gave it; "-" is standard input.
  package let path: String
  /// The number of the last line, from 1.
  package var lineNumber: Int { lineCount }

  // A property that other modules see is checked for exclusive access at every use; this one is not.
  private var lineCount = 0

  private let input: any ByteSource
  /// Readable from `padding` bytes before it.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity = ByteReader.longestLine + ByteReader.pieceSize
  private var position = 0
  private var filled = 0
  private var hasEnded = false

  /// The text of a source.
  package init(_ input: any ByteSource) {
    path = input.path
    self.input = input
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * Self.padding)
    memory.update(repeating: 0, count: Self.padding)
    buffer = memory + Self.padding
  }

  deinit { (buffer - Self.padding).deallocate() }

  /// Whether the bytes were decompressed. Known after the first bytes.
  package var isCompressed: Bool { input.isCompressed }

  /// The next bytes, at most a piece, without consuming them.
  package func peek() throws(LogError) -> UnsafeBufferPointer<UInt8> {
    if position == filled { try refill() }
    return UnsafeBufferPointer(start: buffer + position, count: filled - position)
  }

  /// Skips bytes that `peek` has returned.
  package func skip(_ count: Int) { position = min(position + count, filled) }

  /// The texts of the next lines, without consuming them: those that end within the next bytes.
  package func linesAhead(_ limit: Int) throws(LogError) -> [String] {
    _ = try peek()
    var lines: [String] = []
    var start = buffer + position
    while lines.count < limit, let end = cardan_find_byte(start, terminator, buffer + filled - start) {
      lines.append(Line(start: start, end: end, isTerminated: true).text)
      start = end + 1
    }
    return lines
  }

  /// Puts the last line back, so that `nextLine` returns it again.
  func putBack(_ line: Line) {
    position = line.start - UnsafePointer(buffer)
    lineCount -= 1
  }

  /// The next line; nil at the end of the file.
  @inline(__always)
  package func nextLine() throws(LogError) -> Line? {
    let start = buffer + position
    if let found = cardan_find_byte(start, terminator, filled - position) {
      return take(from: start, upTo: found)
    }
    return try nextLineAfterRefill()
  }

  /// The byte at the end of a line.
  private var terminator = UInt8(ascii: "\n")

  @inline(__always)
  private func take(from start: UnsafeMutablePointer<UInt8>, upTo terminator: UnsafeMutablePointer<UInt8>) -> Line {
    position = terminator - buffer + 1
    lineCount += 1
    let hasReturn = terminator > start && terminator[-1] == UInt8(ascii: "\r")
    return Line(start: start, end: hasReturn ? terminator - 1 : terminator, isTerminated: true)
  }

  @inline(never)
  private func nextLineAfterRefill() throws(LogError) -> Line? {
    while true {
      let searched = filled - position
      guard searched <= Self.longestLine else {
        throw LogError(
          path: path, line: lineCount + 1,
          message: "line longer than \(Self.longestLine) bytes; not a text table")
      }
      try refill()
      let start = buffer + position
      if let found = cardan_find_byte(start + searched, terminator, filled - position - searched) {
        return take(from: start, upTo: found)
      }
      if hasEnded { return takeLast() }
    }
  }

  /// The rest of the file as a line without a terminator; nil at the end.
  private func takeLast() -> Line? {
    guard position < filled else { return nil }
    buffer[filled] = terminator
    var line = take(from: buffer + position, upTo: buffer + filled)
    position = filled
    line.isTerminated = false
    return line
  }

  /// Moves the rest to the front of the buffer and reads more behind it.
  private func refill() throws(LogError) {
    let left = filled - position
    if position > 0 { buffer.update(from: buffer + position, count: left) }
    position = 0
    filled = left
    if !hasEnded {
      let room = UnsafeMutableRawBufferPointer(start: buffer + filled, count: min(capacity - filled, Self.pieceSize))
      let count = try input.read(into: room)
      // The first bytes show whether lines end as on an old Macintosh.
      if lineCount == 0, left == 0, count > 0, cardan_find_byte(buffer, UInt8(ascii: "\n"), count) == nil,
        cardan_find_byte(buffer, UInt8(ascii: "\r"), count - 1) != nil
      {
        terminator = UInt8(ascii: "\r")
      }
      filled += count
      hasEnded = count == 0
    }
    (buffer + filled).update(repeating: 0, count: Self.padding)
  }
}

/// Bytes of a log, forward: a file, a pipe, the memory of a web page.
package protocol ByteSource: AnyObject {
  /// The path as the caller gave it, for messages.
  var path: String { get }
  /// Whether the bytes were decompressed. Known after the first `read`.
  var isCompressed: Bool { get }
  /// Reads up to `buffer.count` bytes; 0 at the end. After an error at a place, all bytes before that place have been read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int
}
