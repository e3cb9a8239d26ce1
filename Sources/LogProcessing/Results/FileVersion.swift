import Foundation
import MotionLogs

/// Which state of a log was processed, by what can be asked without reading it.
struct FileVersion: Codable, Equatable {
  /// Bytes.
  var size: Int
  /// When it was last changed, in nanoseconds since 1970.
  var modified: Int

  /// Asks for the file that holds the rows of a log; nil where there is none.
  init?(ofLog path: String) {
    var status = stat()
    guard let file = MotionLog.file(of: path), stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
  }
}
