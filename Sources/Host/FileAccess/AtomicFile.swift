import CFileShims
import LogTables
import SystemLibrary

/// A file that appears under its name only when it is complete.
///
/// The bytes go to a hidden file in the same folder whose name ends in `.partial`. `finish` makes it durable and renames it;
/// `deinit` removes it, `keep` leaves it. An interrupted run leaves the old file or none. A file that is replaced
/// keeps its permissions. Terminals, pipes, `/dev/null` and "-", the standard output, are written to directly, and keep what
/// was written before a failure.
///
/// Not thread-safe.
package final class AtomicFile {
  /// The path as the caller gave it; "-" is the standard output.
  package let path: String

  /// The name of the standard output in errors.
  package static let standardOutputName = "standard output"

  private let target: String
  private let temporaryPath: String?
  private var descriptor: Int32
  private let buffer: UnsafeMutablePointer<UInt8>
  private var filled = 0
  private var flushed = 0
  /// Bytes that the system has been asked to write to the disk.
  private(set) var writtenBack = 0

  /// The size of the buffer, and the most bytes that `reserve` gives.
  package static let capacity = 1 << 17
  /// Bytes per request to write to the disk, long before `finish` waits for all of them.
  private static let writeBackSize = 1 << 22

  /// Opens a file. Throws if the folder is missing or not writable.
  package init(path: String) throws(LogError) {
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
    guard descriptor >= 0 else { throw LogError(path: path, .notWritten(SystemError.last)) }
    if exists && !isSpecial { fchmod(descriptor, status.st_mode & 0o777) }
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit {
    abandon()
    buffer.deallocate()
  }

  /// Writes bytes.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(LogError) {
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
  package func write(_ text: String) throws(LogError) { try write(Array(text.utf8)) }

  /// Writes lines that begin with `# `.
  package func write(comments: [String]) throws(LogError) {
    for comment in comments { try write("# \(comment.printable)\n") }
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(LogError) {
    try bytes.withUnsafeBufferPointer { bytes throws(LogError) in try write(bytes) }
  }

  /// The hidden file with the bytes so far; nil after `finish` and for files that are written directly.
  package var unfinishedPath: String? { descriptor >= 0 ? temporaryPath : nil }

  /// Removes the unfinished files at these paths that killed processes left. Files still being written are locked by their
  /// process, on any machine, and stay.
  package static func removeRemnants(of paths: [String]) {
    forEachRemnant(of: paths) { unlink($0) }
  }

  /// The unfinished files at these paths that killed processes left, by name.
  package static func remnants(of paths: [String]) -> [String] {
    var found: [String] = []
    forEachRemnant(of: paths) { found.append($0) }
    return found.sorted()
  }

  private static func forEachRemnant(of paths: [String], _ body: (String) -> Void) {
    for (folder, names) in Dictionary(grouping: paths.map(FilePath.parts), by: \.folder) {
      guard let entries = try? FolderEntries.names(in: folder) else { continue }
      let names = Set(names.map { partialStem(of: $0.name) })
      for entry in entries where entry.hasPrefix(".") && entry.hasSuffix(partialEnding) {
        let parts = entry.dropFirst().dropLast(partialEnding.count).split(
          separator: ".", omittingEmptySubsequences: false)
        if names.contains(parts.dropLast().joined(separator: ".")) { callUnlessLocked(folder + entry, body) }
      }
    }
  }

  package static let partialEnding = ".partial"

  private static func callUnlessLocked(_ path: String, _ body: (String) -> Void) {
    // Whatever else has the name, such as a pipe, must not be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { body(path) }
  }

  /// Makes the file durable and gives it its name. Does nothing the second time.
  package func finish() throws(LogError) {
    guard descriptor >= 0 else { return }
    try flush()
    guard let temporaryPath else {
      if descriptor != STDOUT_FILENO { close(descriptor) }
      descriptor = -1
      return
    }
    guard fsync(descriptor) == 0, rename(temporaryPath, target) == 0 else { throw failure() }
    close(descriptor)
    descriptor = -1
    syncFolder()
  }

  /// Makes the new name durable. Folders that cannot be opened or synchronized are accepted: the content is durable.
  private func syncFolder() {
    let folder = FilePath.parts(of: target).folder
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Closes the unfinished file without removing it, for rows that must not be lost. Returns its path; nil after `finish` and
  /// for files that are written directly.
  package func keep() -> String? {
    guard descriptor >= 0, let temporaryPath else { return nil }
    close(descriptor)
    descriptor = -1
    return temporaryPath
  }

  /// Removes the unfinished file; a former file of this name stays. What is written directly ends with the rows so far. Does
  /// nothing after `finish`.
  func abandon() {
    guard descriptor >= 0 else { return }
    if !isRegular { try? flush() }
    if descriptor != STDOUT_FILENO { close(descriptor) }
    descriptor = -1
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Memory for up to `count` bytes, to be filled from its start and committed with `commit`.
  @inline(__always)
  package func reserve(_ count: Int) throws(LogError) -> UnsafeMutablePointer<UInt8> {
    if Self.capacity - filled < count { try flush() }
    return buffer + filled
  }

  /// Whether it is a regular file, not a terminal or a pipe.
  package var isRegular: Bool { temporaryPath != nil }

  /// Bytes written so far.
  package var position: Int { flushed + filled }

  /// Replaces bytes already written to a regular file.
  package func overwrite(at place: Int, with bytes: [UInt8]) throws(LogError) {
    try flush()
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + written, bytes.count - written, off_t(place + written))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      written += count
    }
  }

  /// Commits the bytes written into the memory of `reserve`.
  @inline(__always)
  package func commit(upTo end: UnsafeMutablePointer<UInt8>) { filled = end - buffer }

  /// Writes the buffer.
  @inline(never)
  package func flush() throws(LogError) {
    guard descriptor >= 0 else {
      throw LogError(path: path, message: "write after the file was finished or abandoned")
    }
    let bytes = UnsafeRawBufferPointer(start: buffer, count: filled)
    // Some of the bytes may be out when it fails, so none is tried again.
    filled = 0
    if let reason = DescriptorOutput.write(bytes, to: descriptor) { throw failure(reason) }
    flushed += bytes.count
    if isRegular, flushed - writtenBack >= Self.writeBackSize {
      _ = cardan_begin_write_back(descriptor, Int64(writtenBack), Int64(flushed - writtenBack))
      writtenBack = flushed
    }
  }

  private func failure(_ reason: String = SystemError.last) -> LogError {
    LogError(path: path == "-" ? Self.standardOutputName : path, .notWritten(reason))
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The part of a name that the names of its unfinished files contain: the name itself, or the start of a long one, so that
  /// they stay within the 255 bytes of file systems.
  private static func partialStem(of name: String) -> String {
    guard name.utf8.count > longestStem else { return name }
    let check = String(CyclicRedundancyCheck.value(of: name), radix: 16)
    var start = name[...]
    while start.utf8.count > longestStem - check.utf8.count - 1 { start.removeLast() }
    return "\(start)~\(check)"
  }

  private static let longestStem = 220

  /// Creates a file in the folder of `target`, with the process id and a number in its name.
  private static func openBeside(_ target: String) -> (descriptor: Int32, path: String?) {
    let (folder, name) = FilePath.parts(of: target)
    guard !name.isEmpty else {
      errno = EISDIR
      return (-1, nil)
    }
    let stem = partialStem(of: name)
    for attempt in 0..<1000 {
      let path = "\(folder).\(stem).\(getpid())-\(attempt)\(partialEnding)"
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
