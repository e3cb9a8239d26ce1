import FileAccess
import LogProcessing
import LogTables
import Synchronization
import SystemLibrary

/// The user's request to stop the process, by SIGINT, SIGTERM or SIGHUP, which a closed terminal sends.
///
/// Work polls `isRequested` and unwinds, so that incomplete files are removed. Signals within a second are one request: `timeout`
/// sends two, as does a user who presses Ctrl-C twice. A later signal, or five seconds in which the work does not end, ends the
/// process at once; even then no incomplete file has a final name.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  /// The time of the first signal, ms; 0 before it.
  private static let firstSignal = Atomic<Int64>(0)
  /// The address of a text to print if the process ends at once, which is never freed; 0 for none.
  private static let lastWords = Atomic<UInt>(0)
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
    action.sa_flags = 0
    action.__sigaction_handler.sa_handler = { _ in Interruption.request() }
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
    // 'nohup' ignores it.
    if !isIgnored(SIGHUP) { sigaction(SIGHUP, &action, nil) }
    action.__sigaction_handler.sa_handler = { _ in Interruption.endAtOnce() }
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

  /// Names the file that stays if the process ends at once, with rows that are nowhere else; nil for none.
  static func announce(unfinished path: String?) {
    let words = path.map {
      strdup("\n\(Console.programName): ended before the file was complete; the rows so far are in \($0.printable)\n")
    }
    // The former words stay: a signal handler may be printing them.
    lastWords.store(UInt(bitPattern: words ?? nil), ordering: .sequentiallyConsistent)
  }

  /// The longest time from the signal to the end, in seconds.
  private static var longestEnd: UInt32 { 5 }
  /// The time after the first signal in which others are the same request, ms.
  private static var haste: Int64 { 1000 }

  /// The signal handler: sets `isRequested`, wakes waiting threads, and ends the standard input, on which work may be blocked.
  /// All of this is async-signal-safe.
  private static func request() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000 + 1
    let (isFirst, first) = firstSignal.compareExchange(
      expected: 0, desired: now, ordering: .sequentiallyConsistent)
    guard isFirst else {
      if now - first >= haste { endAtOnce() }
      return
    }
    requested.store(true, ordering: .relaxed)
    alarm(longestEnd)
    bell?.ring()
    dup2(nothing.load(ordering: .relaxed), STDIN_FILENO)
  }

  /// Ends the process. Logs that did not end by themselves are marked for '--resume' like those that crash. Async-signal-safe.
  private static func endAtOnce() {
    ResultLedger.countUnfinished()
    if let words = UnsafePointer<CChar>(bitPattern: lastWords.load(ordering: .sequentiallyConsistent)) {
      _ = write(STDERR_FILENO, words, strlen(words))
    }
    _exit(ExitStatus.interrupted.rawValue)
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
