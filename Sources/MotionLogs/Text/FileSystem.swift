import Glibc

/// A file mapped into memory for reading. It must not be truncated meanwhile.
final class MappedFile: @unchecked Sendable {
  /// The bytes; valid as long as this object.
  let bytes: UnsafeRawBufferPointer

  /// Maps a file. Throws if it is unreadable or not a regular file.
  init(path: String) throws(LogError) {
    func failure() -> LogError { LogError(path: path, message: "failed to open: \(SystemError.last)") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LogError(path: path, message: "not a regular file; this format needs one, not a pipe")
    }
    guard status.st_size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let count = Int(status.st_size)
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw failure()
    }
    madvise(start, count, MADV_SEQUENTIAL)
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }

  /// Releases the memory of a range, which bounds the memory of a pass over a large file. Later reads map it again.
  func release(_ range: Range<Int>) {
    guard let start = bytes.baseAddress else { return }
    let page = 4096
    let first = (range.lowerBound + page - 1) / page * page
    let last = range.upperBound / page * page
    if last > first { madvise(UnsafeMutableRawPointer(mutating: start + first), last - first, MADV_DONTNEED) }
  }
}

/// The kind of the entry at a path.
enum FileKind {
  case file, folder, other, missing

  /// The kind of the entry at a path, with symbolic links resolved.
  init(of path: String) {
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
}

/// The entries of a folder.
enum FolderEntries {
  /// The names, unsorted, with hidden ones, `.` and `..`. Throws if the folder is unreadable.
  static func names(in folder: String) throws(LogError) -> [String] {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else {
      throw LogError(path: folder, message: "failed to open: \(SystemError.last)")
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
}

/// Errors of the system, `errno`.
enum SystemError {
  /// The text of the last error of this thread, such as "No such file or directory".
  static var last: String { String(cString: strerror(errno)) }
}
