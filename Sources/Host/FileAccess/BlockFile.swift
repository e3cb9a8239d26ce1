import LogTables
import SystemLibrary

/// A regular file of a binary format, read in blocks with `pread`.
///
/// Memory is one block, or the longest range requested, which lies within the file: no length in a file can make it larger
/// than the file itself. A file that shrinks while it is read is an error.
public final class BlockFile {
  /// The path as the caller gave it.
  package let path: String
  /// The number of bytes when the file was opened.
  package let size: Int

  /// The work that is left for the log.
  package let work: WorkBudget

  private let descriptor: Int32
  // Not checked at run time: checks of exclusive access took a quarter of the time of reading.
  @exclusivity(unchecked) @usableFromInline var buffer: UnsafeMutableRawBufferPointer
  /// The offset of the first byte in the buffer.
  @exclusivity(unchecked) @usableFromInline var start = 0
  /// The number of valid bytes in the buffer.
  @exclusivity(unchecked) @usableFromInline var filled = 0

  /// Bytes per read from the system.
  private static let blockSize = 1 << 20

  /// Opens a file. `path` is for messages; without `work`, the file is a log. Throws if it is unreadable or not a regular file.
  package convenience init(_ file: String, path: String, work: WorkBudget? = nil) throws(LogError) {
    try self.init(open(file, O_RDONLY | O_CLOEXEC), path: path, work)
  }

  /// The bytes of a decompressed file. `path` is for messages.
  package convenience init(_ file: DecompressedFile, path: String, work: WorkBudget? = nil) throws(LogError) {
    try self.init(fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0), path: path, work)
  }

  private init(_ descriptor: Int32, path: String, _ work: WorkBudget?) throws(LogError) {
    self.path = path
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw .failedToOpen(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw LogError(path: path, message: "not a regular file; this format needs one, not a pipe")
    }
    size = Int(status.st_size)
    self.work = work ?? WorkBudget(path: path, bytes: size)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    buffer = .allocate(byteCount: max(1, min(size, Self.blockSize)), alignment: 16)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// Up to `count` bytes from `offset` on, fewer at the end of the file. Valid until the next call.
  @inlinable @inline(__always)
  public func bytes(at offset: Int, count: Int) throws(LogError) -> UnsafeRawBufferPointer {
    let first = offset &- start
    if first >= 0, first <= filled, count <= filled &- first {
      return UnsafeRawBufferPointer(start: buffer.baseAddress! + first, count: count)
    }
    return try load(at: offset, count: count)
  }

  /// Reads bytes from `offset` on into other memory; the number read is less at the end of the file.
  package func read(at offset: Int, into output: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    var count = 0
    while count < output.count {
      let read = pread(descriptor, output.baseAddress! + count, output.count - count, off_t(offset + count))
      if read < 0 && errno == EINTR { continue }
      guard read >= 0 else {
        throw LogError(path: path, offset: offset + count, message: "failed to read: \(SystemError.last)")
      }
      if read == 0 { break }
      count += read
    }
    return count
  }

  @inline(never) @usableFromInline
  func load(at offset: Int, count: Int) throws(LogError) -> UnsafeRawBufferPointer {
    guard offset >= 0, offset < size, count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let needed = min(count, size - offset)
    if needed > buffer.count {
      buffer.deallocate()
      buffer = .allocate(byteCount: needed, alignment: 16)
    }
    (start, filled) = (offset, 0)
    let wanted = min(buffer.count, size - offset)
    filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    guard filled == wanted else {
      throw LogError(path: path, message: "the file was truncated while it was read")
    }
    // From the memory of the system it is faster than a byte a unit.
    try work.charge(filled / 16)
    return UnsafeRawBufferPointer(start: buffer.baseAddress!, count: min(needed, filled))
  }
}
