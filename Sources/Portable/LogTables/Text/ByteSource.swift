/// Bytes of a log, forward: a file, a pipe, the memory of a web page.
package protocol ByteSource: AnyObject {
  /// The path as the caller gave it, for messages.
  var path: String { get }
  /// Whether the bytes were decompressed. Known after the first `read`.
  var isCompressed: Bool { get }
  /// Reads up to `buffer.count` bytes; 0 at the end. After an error at a place, all bytes before that place have been read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int
}
