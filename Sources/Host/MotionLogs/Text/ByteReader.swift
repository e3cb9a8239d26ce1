import Glibc

/// A file or standard input, read line by line through one buffer, decompressed if it is compressed.
///
/// A line is a range of bytes without its terminator (LF or CR LF), valid until the next call. The byte at its end is
/// readable and never part of a number; `padding` more bytes before and after it are readable, so that `NumberParser` needs no
/// bounds checks. Memory is bounded by the longest line allowed.
///
/// Goals, in order: every byte sequence gives lines or an error, never a wrong line; bounded memory; speed.
final class ByteReader {
  /// A line of text without its terminator.
  struct Line {
    /// The first byte.
    var start: UnsafePointer<UInt8>
    /// One past the last byte.
    var end: UnsafePointer<UInt8>
    /// Whether a terminator follows; false only for a last line that ends with the file.
    var isTerminated: Bool

    /// The bytes.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: end - start) }
    /// Whether it is blank or a comment, which begins with `#`.
    var isEmptyOrComment: Bool {
      guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return true }
      return first == UInt8(ascii: "#")
    }
    /// The text, in UTF-8, or in Latin-1 if it cannot be UTF-8: `°` and `µ` then have a byte of their own.
    var text: String {
      String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// The longest line in bytes; a longer one is an error.
  static let longestLine = 1 << 16
  /// Bytes per read from the system.
  static let pieceSize = 1 << 18
  /// Readable bytes of no meaning before a line and after its end.
  static let padding = 32

  /// The path as the caller gave it; "-" is standard input.
  let path: String
  /// The number of the last line, from 1.
  private(set) var lineNumber = 0

  private let input: ByteInput
  /// Readable from `padding` bytes before it.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity = ByteReader.longestLine + ByteReader.pieceSize
  private var position = 0
  private var filled = 0
  private var hasEnded = false

  /// Opens a file; "-" is standard input.
  convenience init(path: String) throws(LogError) { self.init(try ByteInput(path, path: path)) }

  /// The text of an input.
  init(_ input: ByteInput) {
    path = input.path
    self.input = input
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * Self.padding)
    memory.update(repeating: 0, count: Self.padding)
    buffer = memory + Self.padding
  }

  deinit { (buffer - Self.padding).deallocate() }

  /// How the file is compressed; nil if it is not. Known after the first bytes.
  var compression: Compression? { input.compression }

  /// The next bytes, at most a piece, without consuming them.
  func peek() throws(LogError) -> UnsafeBufferPointer<UInt8> {
    if position == filled { try refill() }
    return UnsafeBufferPointer(start: buffer + position, count: filled - position)
  }

  /// Skips bytes that `peek` has returned.
  func skip(_ count: Int) { position = min(position + count, filled) }

  /// Puts the last line back, so that `nextLine` returns it again.
  func putBack(_ line: Line) {
    position = line.start - UnsafePointer(buffer)
    lineNumber -= 1
  }

  /// The next line; nil at the end of the file.
  @inline(__always)
  func nextLine() throws(LogError) -> Line? {
    let start = buffer + position
    if let found = memchr(start, Int32(Self.lineFeed), filled - position) {
      return take(from: start, upTo: found.assumingMemoryBound(to: UInt8.self))
    }
    return try nextLineAfterRefill()
  }

  private static let lineFeed = UInt8(ascii: "\n")

  @inline(__always)
  private func take(from start: UnsafeMutablePointer<UInt8>, upTo terminator: UnsafeMutablePointer<UInt8>) -> Line {
    position = terminator - buffer + 1
    lineNumber += 1
    let hasReturn = terminator > start && terminator[-1] == UInt8(ascii: "\r")
    return Line(start: start, end: hasReturn ? terminator - 1 : terminator, isTerminated: true)
  }

  @inline(never)
  private func nextLineAfterRefill() throws(LogError) -> Line? {
    while true {
      let searched = filled - position
      guard searched <= Self.longestLine else {
        throw LogError(
          path: path, line: lineNumber + 1,
          message: "line longer than \(Self.longestLine) bytes; not a text table")
      }
      try refill()
      let start = buffer + position
      if let found = memchr(start + searched, Int32(Self.lineFeed), filled - position - searched) {
        return take(from: start, upTo: found.assumingMemoryBound(to: UInt8.self))
      }
      if hasEnded { return takeLast() }
    }
  }

  /// The rest of the file as a line without a terminator; nil at the end.
  private func takeLast() -> Line? {
    guard position < filled else { return nil }
    buffer[filled] = Self.lineFeed
    var line = take(from: buffer + position, upTo: buffer + filled)
    position = filled
    line.isTerminated = false
    return line
  }

  /// Moves the rest to the front of the buffer and reads more behind it.
  private func refill() throws(LogError) {
    let left = filled - position
    if position > 0 { memmove(buffer, buffer + position, left) }
    position = 0
    filled = left
    if !hasEnded {
      let room = UnsafeMutableRawBufferPointer(start: buffer + filled, count: min(capacity - filled, Self.pieceSize))
      let count = try input.read(into: room)
      filled += count
      hasEnded = count == 0
    }
    (buffer + filled).update(repeating: 0, count: Self.padding)
  }
}
