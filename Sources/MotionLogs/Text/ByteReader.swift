import Glibc

/// A file, or standard input, read in large pieces into one buffer that is used again and again; handed out line by line.
///
/// A line is a range of bytes without its terminator (LF or CR LF), valid until the next line is asked for. The byte at
/// its end can be read and is never part of a number, and `padding` more bytes before and after it can be read: what
/// `NumberParser` needs to run without bounds checks. Memory is bounded by the longest line allowed.
///
/// Goals, in order: every byte sequence gives lines or an error, never a wrong line; bounded memory; speed.
final class ByteReader {
  /// A line of text without its terminator.
  struct Line {
    /// The first byte.
    var start: UnsafePointer<UInt8>
    /// One past the last byte.
    var end: UnsafePointer<UInt8>
    /// Whether a terminator followed; false only for a last line that ends with the file.
    var isTerminated: Bool

    /// The bytes.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: end - start) }
    /// Whether there is nothing to read in it: nothing, blanks, or a comment, which begins with `#`.
    var isEmptyOrComment: Bool {
      guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return true }
      return first == UInt8(ascii: "#")
    }
    /// The text; bytes that are not UTF-8 are replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// A longer line is an error: no log has such lines, and memory stays bounded.
  static let longestLine = 1 << 16
  /// How much is asked of the system at once.
  static let pieceSize = 1 << 18
  /// Bytes before a line and after its end that can be read; they mean nothing.
  static let padding = 32

  /// The file as it was named; "-" is standard input.
  let path: String
  /// The number of the line that was handed out last, counted from 1.
  private(set) var lineNumber = 0

  private let descriptor: Int32
  /// What can be read begins `padding` bytes before it.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity = ByteReader.longestLine + ByteReader.pieceSize
  private var position = 0
  private var filled = 0
  private var hasEnded = false

  /// Opens a file; "-" is standard input.
  init(path: String) throws(LogError) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "cannot be opened: \(SystemError.last)")
    }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + 2 * Self.padding)
    memory.update(repeating: 0, count: Self.padding)
    buffer = memory + Self.padding
    if descriptor != STDIN_FILENO { posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  deinit {
    (buffer - Self.padding).deallocate()
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The first bytes of what has not been handed out yet, at most a piece, without taking them.
  func peek() throws(LogError) -> UnsafeBufferPointer<UInt8> {
    if position == filled { try refill() }
    return UnsafeBufferPointer(start: buffer + position, count: filled - position)
  }

  /// Leaves out bytes that `peek` has shown.
  func skip(_ count: Int) { position = min(position + count, filled) }

  /// Puts the line that was handed out last back, so that it comes again.
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
          message: "the line is longer than \(Self.longestLine) bytes; this is not a table of text")
      }
      try refill()
      let start = buffer + position
      if let found = memchr(start + searched, Int32(Self.lineFeed), filled - position - searched) {
        return take(from: start, upTo: found.assumingMemoryBound(to: UInt8.self))
      }
      if hasEnded { return takeLast() }
    }
  }

  /// The rest of the file as a line without a terminator, if there is a rest.
  private func takeLast() -> Line? {
    guard position < filled else { return nil }
    buffer[filled] = Self.lineFeed
    var line = take(from: buffer + position, upTo: buffer + filled)
    position = filled
    line.isTerminated = false
    return line
  }

  /// Moves what is left to the front and reads on behind it.
  private func refill() throws(LogError) {
    let left = filled - position
    if position > 0 { memmove(buffer, buffer + position, left) }
    position = 0
    filled = left
    while !hasEnded {
      let count = read(descriptor, buffer + filled, min(capacity - filled, Self.pieceSize))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw LogError(path: path, line: lineNumber + 1, message: "cannot be read: \(SystemError.last)")
      }
      filled += count
      hasEnded = count == 0
      if count > 0 { break }
    }
    (buffer + filled).update(repeating: 0, count: Self.padding)
  }
}
