import Glibc

/// What the system says went wrong.
enum SystemError {
  /// The text of the last error of this thread: "No such file or directory".
  static var last: String { String(cString: strerror(errno)) }
}
