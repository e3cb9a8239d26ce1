import Foundation
import MotionLogs
import Synchronization

/// Whether the user has asked the process to stop, by SIGINT or SIGTERM.
///
/// Work looks at `isRequested` now and then and unwinds, so that files under way are removed. A second signal ends the
/// process at once; even then no half-written file stands under a final name.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  private static let nothing = Atomic<Int32>(-1)
  /// Nil where the process has no descriptors left: work then still sees the mark, and signals still end a wait.
  private static let bell = try? WakeUp()

  /// Whether a signal has come.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// A descriptor that can be read from as soon as a signal has come: for `poll`, which passes over a negative one.
  static var descriptor: Int32 { bell?.descriptor ?? -1 }

  /// Begins to listen. Until then a signal ends the process, as usual.
  static func listen() {
    nothing.store(open("/dev/null", O_RDONLY | O_CLOEXEC), ordering: .relaxed)
    // Made here, since nothing may be made in a handler.
    _ = bell
    var action = sigaction()
    // Without SA_RESTART: a read that waits for input returns.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    action.__sigaction_handler.sa_handler = { _ in Interruption.request() }
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
    unblock([SIGINT, SIGTERM])
  }

  /// The signal handler: sets the mark, wakes who waits for it, and ends the standard input, where work may be waiting for a
  /// row that never comes. All are allowed in a handler.
  private static func request() {
    requested.store(true, ordering: .relaxed)
    bell?.ring()
    dup2(nothing.load(ordering: .relaxed), STDIN_FILENO)
  }

  /// Lets a write to a closed pipe end the process without a word, also where the parent ignores that signal.
  static func endQuietlyOnClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
    unblock([SIGPIPE])
  }

  /// Lets signals through that the parent may have blocked, as some runtimes do in the threads that start processes.
  private static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

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
