import LogTables
import SystemLibrary

/// The bytes of a file or of standard input, forward, decompressed if they are compressed. Memory is one block and the window
/// of the compression.
package final class ByteInput: ByteSource {
  /// The path as the caller gave it; "-" is standard input.
  package let path: String
  /// How the file is compressed; nil if it is not. Known after the first `read`.
  package private(set) var compression: Compression?

  package var isCompressed: Bool { compression != nil }

  private let descriptor: Int32
  private let work: WorkBudget
  /// Whether the size was unknown when the file was opened: standard input or a pipe.
  private let growsWork: Bool
  /// The bytes of a regular file when it was opened; 0 for others.
  private let size: Int
  private var decompressor: Decompressor?
  /// Compressed bytes.
  private var block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var input = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The number of bytes read from the file.
  private var offset = 0
  /// Bytes of the file that may still be read.
  private var remaining = Int.max
  private var hasBegun = false
  /// Whether the compressed input ended with a frame so far.
  private var isWhole = true
  /// Whether the window of the compression may hold more than the memory: then the content has to fit.
  private var isWide = false
  private var failure: LogError?

  private static let blockSize = 1 << 17

  /// Opens a file; "-" is standard input. `path` is for messages; without `work`, the file is a log. Throws if it is unreadable.
  package init(_ file: String, path: String, work: WorkBudget? = nil) throws(LogError) {
    self.path = path
    descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failedToOpen(path) }
    var status = stat()
    growsWork = file == "-" || fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    size = growsWork ? 0 : Int(status.st_size)
    self.work = work ?? WorkBudget(path: path, bytes: size)
    if descriptor != STDIN_FILENO { posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  /// A range of a regular file, decompressed. `path` is for messages. Throws if it is unreadable or a library is missing.
  package convenience init(
    _ file: String, path: String, range: Range<Int>, compression: Compression?, work: WorkBudget? = nil
  ) throws(LogError) {
    try self.init(file, path: path, work: work)
    guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw .failedToOpen(path) }
    (offset, remaining, hasBegun) = (range.lowerBound, range.count, true)
    self.compression = compression
    guard let compression else { return }
    decompressor = try Decompressor(compression, path: path, windowLog: self.work.windowLog)
    block = .allocate(byteCount: Self.blockSize, alignment: 16)
    isWhole = range.isEmpty
  }

  deinit {
    block.deallocate()
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Reads up to `buffer.count` bytes, at least `Compression.signatureSize`; 0 at the end.
  ///
  /// Throws if the system fails, if a library is missing, and at the place where compressed data are damaged or truncated,
  /// after all bytes before that place.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    if let decompressor { return try decompress(decompressor, into: buffer) }
    if hasBegun { return try load(buffer) }
    hasBegun = true
    var count = 0
    while count < Compression.signatureSize {
      let read = try load(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      count += read
      if read == 0 { break }
    }
    let head = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    compression = Compression(of: head)
    guard let compression else { return count }
    let decompressor = try Decompressor(compression, path: path, windowLog: work.windowLog)
    self.decompressor = decompressor
    block = .allocate(byteCount: max(Self.blockSize, count), alignment: 16)
    block.copyMemory(from: head)
    input = UnsafeRawBufferPointer(rebasing: block[..<count])
    return try decompress(decompressor, into: buffer)
  }

  private func decompress(
    _ decompressor: Decompressor, into buffer: UnsafeMutableRawBufferPointer
  ) throws(LogError) -> Int {
    if let failure { throw failure }
    var (decompressor, total) = (decompressor, 0)
    while total < buffer.count {
      if input.isEmpty {
        input = UnsafeRawBufferPointer(rebasing: block[..<(try load(block))])
        if input.isEmpty, isWhole { break }
      }
      let isAtEnd = input.isEmpty
      let result = decompressor.decompress(&input, into: UnsafeMutableRawBufferPointer(rebasing: buffer[total...]))
      total += result.count
      try work.expand(result.count)
      if decompressor.refusesWindow, !isWide, let compression {
        isWide = true
        decompressor = try Decompressor(compression, path: path, windowLog: Decompressor.largestWindowLog)
        self.decompressor = decompressor
        continue
      }
      if isWide { try work.hold(result.count) }
      isWhole = result.state == .ended
      if result.state == .damaged || (isAtEnd && result.count == 0 && !isWhole) {
        let fault = result.state == .damaged ? "damaged" : "truncated"
        let message =
          decompressor.refusesWindow
          ? "compressed with a window of more than \(1 << (Decompressor.largestWindowLog - 20)) MB; compress it again without --long"
          : "\(fault) \(compression?.name ?? "") data"
        let error = LogError(path: path, offset: offset - input.count, message: message)
        if total == 0 { throw error }
        failure = error
        break
      }
    }
    return total
  }

  private func load(_ buffer: UnsafeMutableRawBufferPointer) throws(LogError) -> Int {
    while true {
      let count = SystemLibrary.read(descriptor, buffer.baseAddress, min(buffer.count, remaining))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw LogError(path: path, message: "failed to read: \(SystemError.last)") }
      offset += count
      remaining -= count
      if growsWork { work.grow(by: count) }
      try work.charge(count / 16)
      if count == 0, remaining > 0, offset < size {
        throw LogError(path: path, message: "the file was truncated while it was read")
      }
      return count
    }
  }
}

extension ByteReader {
  /// The lines of a file, decompressed if it is compressed; "-" is standard input. Throws if it is unreadable.
  package convenience init(path: String, work: WorkBudget? = nil) throws(LogError) {
    self.init(try ByteInput(path, path: path, work: work))
  }
}
