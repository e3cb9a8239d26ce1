import Foundation
import MotionLogs

/// Wakes a thread that waits in `poll`: a pipe to oneself.
struct WakeUp: Sendable {
  /// Can be read from once it rang.
  let descriptor: Int32
  private let end: Int32

  /// Throws where the process may not open the two descriptors that it takes.
  init() throws(LogError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw LogError(path: "this session", message: "cannot wait for its end: \(String(cString: strerror(errno)))")
    }
    for number in ends {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
    }
    (descriptor, end) = (ends[0], ends[1])
  }

  /// Wakes it; allowed in a signal handler.
  func ring() {
    var byte: UInt8 = 1
    _ = write(end, &byte, 1)
  }
}
