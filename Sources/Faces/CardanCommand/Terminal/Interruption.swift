import FileAccess
import Glibc
import LogTables
import Synchronization

/// The user's request to stop the process, by SIGINT, SIGTERM or SIGHUP, which a closed terminal sends.
///
/// Work polls `isRequested` and unwinds, so that incomplete files are removed. A second signal, or five seconds in which the
/// work does not end, ends the process at once; even then no incomplete file has a final name.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  private static let nothing = Atomic<Int32>(-1)
  /// Nil if no descriptors are left. Work then still sees `isRequested`, and a signal still interrupts a wait.
  private static let bell = try? WakeUp()

  /// Whether a signal has arrived.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// A descriptor, for `poll`, that is readable once a signal has arrived; -1, which `poll` ignores, if not available.
  static var descriptor: Int32 { bell?.descriptor ?? -1 }

  /// Installs the signal handlers. Before that, a signal ends the process.
  static func listen() {
    nothing.store(open("/dev/null", O_RDONLY | O_CLOEXEC), ordering: .relaxed)
    // Initialized here: a signal handler must not allocate.
    _ = bell
    var action = sigaction()
    // Without SA_RESTART, so that a blocked read returns.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    action.__sigaction_handler.sa_handler = { _ in Interruption.request() }
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
    // 'nohup' ignores it.
    if !isIgnored(SIGHUP) { sigaction(SIGHUP, &action, nil) }
    action.__sigaction_handler.sa_handler = { _ in _exit(ExitStatus.interrupted.rawValue) }
    sigaction(SIGALRM, &action, nil)
    // A file beyond the limit of the shell is an error of writing.
    signal(SIGXFSZ, SIG_IGN)
    unblock([SIGINT, SIGTERM, SIGALRM])
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var former = sigaction()
    sigaction(signal, nil, &former)
    return unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Lifts the limit of time, for work that completes a result after the signal.
  static func allowFinishing() { alarm(0) }

  /// The longest time from the signal to the end, in seconds.
  private static var longestEnd: UInt32 { 5 }

  /// The signal handler: sets `isRequested`, wakes waiting threads, and ends the standard input, on which work may be blocked.
  /// All of this is async-signal-safe.
  private static func request() {
    requested.store(true, ordering: .relaxed)
    alarm(longestEnd)
    bell?.ring()
    dup2(nothing.load(ordering: .relaxed), STDIN_FILENO)
  }

  /// Lets a write to a closed pipe end the process silently, even if the parent ignores SIGPIPE.
  static func endQuietlyOnClosedPipe() {
    signal(SIGPIPE, SIG_DFL)
    unblock([SIGPIPE])
  }

  /// Unblocks signals that the parent may have blocked, as some runtimes do in threads that start processes.
  private static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// Wakes a thread that waits in `poll`, through a pipe.
struct WakeUp: Sendable {
  /// Readable after `ring`.
  let descriptor: Int32
  private let end: Int32

  /// Throws if the process cannot open the two descriptors of the pipe.
  init() throws(LogError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw LogError(path: "this session", message: "could not create a pipe: \(SystemError.last)")
    }
    for number in ends {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
    }
    (descriptor, end) = (ends[0], ends[1])
  }

  /// Wakes the thread. Async-signal-safe.
  func ring() {
    var byte: UInt8 = 1
    // A full pipe has woken the thread already. A lost byte would let it wait for ever.
    for _ in 0..<3 where write(end, &byte, 1) >= 0 || errno == EAGAIN { return }
  }
}
