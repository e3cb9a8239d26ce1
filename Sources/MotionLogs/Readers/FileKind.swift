import Glibc

/// What a path leads to.
enum FileKind {
  case file, folder, other, missing

  /// Asks the system.
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
