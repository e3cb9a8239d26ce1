import CFileShims
import Glibc

/// A file that appears under its name only when it is complete.
///
/// The bytes go to a hidden file in the same folder whose name ends in `.partial`. `finish` makes it durable and renames it;
/// `abandon` and `deinit` remove it. An interrupted run leaves the old file or none. Terminals, pipes, `/dev/null` and "-", the
/// standard output, are written to directly.
///
/// Not thread-safe.
public final class AtomicFile {
  /// The path as the caller gave it; "-" is the standard output.
  public let path: String

  private let target: String
  private let temporaryPath: String?
  private var descriptor: Int32
  private let buffer: UnsafeMutablePointer<UInt8>
  private var filled = 0
  private var flushed = 0
  /// Bytes that the system has been asked to write to the disk.
  private(set) var writtenBack = 0

  /// The size of the buffer, and the most bytes that `reserve` gives.
  static let capacity = 1 << 17
  /// Bytes per request to write to the disk, long before `finish` waits for all of them.
  private static let writeBackSize = 1 << 22

  /// Opens a file. Throws if the folder is missing or not writable.
  public init(path: String) throws(LogError) {
    self.path = path
    var status = stat()
    let exists = path != "-" && stat(path, &status) == 0
    let isSpecial = exists && status.st_mode & S_IFMT != S_IFREG
    // The file that a link points to is replaced, not the link.
    target = exists && !isSpecial ? Self.resolved(path) : path
    if path == "-" {
      temporaryPath = nil
      descriptor = STDOUT_FILENO
    } else if isSpecial {
      temporaryPath = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      (descriptor, temporaryPath) = Self.openBeside(target)
    }
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "failed to write: \(SystemError.last)")
    }
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    abandon()
    buffer.deallocate()
  }

  /// Writes bytes.
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(LogError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(rest.count, Self.capacity)
      let room = try reserve(count)
      if let start = UnsafeBufferPointer(rebasing: rest).baseAddress { room.update(from: start, count: count) }
      commit(upTo: room + count)
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a text in UTF-8.
  public func write(_ text: String) throws(LogError) { try write(Array(text.utf8)) }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws(LogError) {
    try bytes.withUnsafeBufferPointer { bytes throws(LogError) in try write(bytes) }
  }

  /// Removes the unfinished files at these paths that killed processes left. Files still being written are locked by their
  /// process, on any machine, and stay.
  public static func removeRemnants(of paths: [String]) {
    for (folder, names) in Dictionary(grouping: paths.map(Self.parts), by: \.folder) {
      guard let entries = try? FolderEntries.names(in: folder) else { continue }
      let names = Set(names.map(\.name))
      for entry in entries where entry.hasPrefix(".") && entry.hasSuffix(partialEnding) {
        let parts = entry.dropFirst().dropLast(partialEnding.count).split(
          separator: ".", omittingEmptySubsequences: false)
        if names.contains(parts.dropLast().joined(separator: ".")) { removeUnlessLocked(folder + entry) }
      }
    }
  }

  /// The folder of a path, with its slash, and the name.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  static let partialEnding = ".partial"

  private static func removeUnlessLocked(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
  }

  /// Makes the file durable and gives it its name. Does nothing the second time.
  public func finish() throws(LogError) {
    guard descriptor >= 0 else { return }
    try flush()
    guard let temporaryPath else {
      if descriptor != STDOUT_FILENO { close(descriptor) }
      descriptor = -1
      return
    }
    guard fsync(descriptor) == 0 else { throw failure() }
    close(descriptor)
    descriptor = -1
    guard rename(temporaryPath, target) == 0 else {
      let error = failure()
      unlink(temporaryPath)
      throw error
    }
  }

  /// Removes the unfinished file; a former file of this name stays. Does nothing after `finish`.
  public func abandon() {
    guard descriptor >= 0 else { return }
    if descriptor != STDOUT_FILENO { close(descriptor) }
    descriptor = -1
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Memory for up to `count` bytes, to be filled from its start and committed with `commit`.
  @inline(__always)
  func reserve(_ count: Int) throws(LogError) -> UnsafeMutablePointer<UInt8> {
    if Self.capacity - filled < count { try flush() }
    return buffer + filled
  }

  /// Whether it is a regular file, not a terminal or a pipe.
  var isRegular: Bool { temporaryPath != nil }

  /// Bytes written so far.
  var position: Int { flushed + filled }

  /// Replaces bytes already written to a regular file.
  func overwrite(at place: Int, with bytes: [UInt8]) throws(LogError) {
    try flush()
    guard pwrite(descriptor, bytes, bytes.count, off_t(place)) == bytes.count else { throw failure() }
  }

  /// Commits the bytes written into the memory of `reserve`.
  @inline(__always)
  func commit(upTo end: UnsafeMutablePointer<UInt8>) { filled = end - buffer }

  /// Writes the buffer.
  @inline(never)
  func flush() throws(LogError) {
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "write after the file was finished or abandoned")
    }
    var written = 0
    while written < filled {
      let count = Glibc.write(descriptor, buffer + written, filled - written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
    flushed += filled
    filled = 0
    if isRegular, flushed - writtenBack >= Self.writeBackSize {
      _ = cardan_begin_write_back(descriptor, Int64(writtenBack), Int64(flushed - writtenBack))
      writtenBack = flushed
    }
  }

  private func failure() -> LogError { LogError(path: path, message: "failed to write: \(SystemError.last)") }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Creates a file in the folder of `target`, with the process id and a number in its name.
  private static func openBeside(_ target: String) -> (descriptor: Int32, path: String?) {
    let (folder, name) = parts(of: target)
    guard !name.isEmpty else {
      errno = EISDIR
      return (-1, nil)
    }
    for attempt in 0..<1000 {
      let path = "\(folder).\(name).\(getpid())-\(attempt)\(partialEnding)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        // Marks the file as being written. File systems without locks are accepted.
        flock(descriptor, LOCK_EX | LOCK_NB)
        return (descriptor, path)
      }
      if errno != EEXIST { return (-1, nil) }
    }
    return (-1, nil)
  }
}
