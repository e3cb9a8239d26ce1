// FileAccess: files, folders, archives and compressed data, for reading and for writing.
// Every file appears whole or not at all. It knows bytes and paths, not what a log is.

import LogTables
import SystemLibrary

/// A regular file as memory of its size, of which ranges are read on request.
///
/// Memory that was not loaded is reserved only. A file that another process truncates meanwhile gives an error.
package final class PagedFile: @unchecked Sendable {
  /// The bytes: those of loaded ranges are the file's. Valid as long as this object.
  package let bytes: UnsafeRawBufferPointer

  private let path: String
  private let descriptor: Int32

  /// Opens a file. Throws if it is unreadable or not a regular file.
  package convenience init(path: String) throws(LogError) {
    try self.init(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path: path)
  }

  /// The bytes of a decompressed file. `path` is for messages.
  package convenience init(_ file: DecompressedFile, path: String) throws(LogError) {
    try self.init(fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0), path: path)
  }

  private init(_ descriptor: Int32, path: String) throws(LogError) {
    func failure() -> LogError { .failedToOpen(path) }
    guard descriptor >= 0 else { throw failure() }
    (self.path, self.descriptor) = (path, descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw LogError(path: path, message: "not a regular file; this format needs one, not a pipe")
    }
    let count = Int(status.st_size)
    guard count > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), start != MAP_FAILED else {
      let error = failure()
      close(descriptor)
      throw error
    }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    close(descriptor)
  }

  /// Reads a range, as far as it lies within the file. Throws if the file has become shorter.
  package func load(_ range: Range<Int>) throws(LogError) {
    let range = range.clamped(to: bytes.indices)
    guard let start = bytes.baseAddress.map(UnsafeMutableRawPointer.init(mutating:)) else { return }
    var position = range.lowerBound
    while position < range.upperBound {
      let count = pread(descriptor, start + position, range.upperBound - position, off_t(position))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw LogError(path: path, offset: position, message: "failed to read: \(SystemError.last)")
      }
      guard count > 0 else {
        throw LogError(path: path, offset: position, message: "the file was truncated while it was read")
      }
      position += count
    }
  }

  /// Releases the memory of a range, and of the rest of its first and last page; load them again before they are read.
  package func release(_ range: Range<Int>) {
    guard let start = bytes.baseAddress, !range.isEmpty else { return }
    let page = 4096
    let first = range.lowerBound / page * page
    madvise(UnsafeMutableRawPointer(mutating: start + first), range.upperBound - first, MADV_DONTNEED)
  }
}

/// The kind of the entry at a path.
package enum FileKind {
  case file, folder, other, missing

  /// The kind of the entry at a path, with symbolic links resolved.
  package init(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }

  /// The bytes of a regular file; 0 for anything else.
  package static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  /// Whether the entry at a path is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

/// The entries of a folder.
package enum FolderEntries {
  /// The names, unsorted, with hidden ones, `.` and `..`. Throws if the folder is unreadable.
  package static func names(in folder: String) throws(LogError) -> [String] {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else {
      throw .failedToOpen(folder)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
        })
    }
    return names
  }

  /// Creates a folder, and the folders above it, where they are missing; nil, or why that failed.
  package static func makeFolder(_ path: String) -> String? {
    var failure = make(path)
    let above = FilePath.parts(of: FilePath.trimmed(path)).folder
    if failure == ENOENT, !above.isEmpty, above != path {
      if let reason = makeFolder(above) { return reason }
      failure = make(path)
    }
    return failure == 0 ? nil : String(cString: strerror(failure))
  }

  /// Creates a folder in one that exists. Returns 0, also if it exists already, or the error of the system.
  private static func make(_ path: String) -> Int32 {
    let failure = mkdir(path, 0o777) == 0 ? 0 : errno
    return FileKind(of: path) == .folder ? 0 : failure
  }
}

/// Files that are read whole.
package enum WholeFile {
  /// The bytes of a file or pipe; nil if it is unreadable.
  package static func bytes(at path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      if piece.isEmpty { return ferror(file) == 0 ? bytes : nil }
      bytes += piece
    }
  }
}

/// Errors of the system, `errno`.
package enum SystemError {
  /// The text of the last error of this thread, such as "No such file or directory".
  package static var last: String { String(cString: strerror(errno)) }
}

extension LogError {
  /// The error of a path that the system failed to open.
  package static func failedToOpen(_ path: String) -> LogError {
    let reason = path.isUTF8 ? "failed to open: \(SystemError.last)" : "the name is not UTF-8; rename the file"
    return LogError(path: path, message: reason)
  }
}

extension String {
  /// Whether it was UTF-8 as bytes: other bytes became replacement characters.
  package var isUTF8: Bool { !unicodeScalars.contains("\u{FFFD}") }
}
