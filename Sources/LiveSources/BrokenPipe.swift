import Glibc

/// Writing to a connection whose other end is gone raises SIGPIPE, which ends a process that does not expect it. Where a
/// library of others writes, and would say it by its result as well, the signal is kept away.
enum BrokenPipe {
  /// Runs `body` with the signal held back on this thread, and forgets one that came.
  static func quietly<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    var former = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer {
      if sigismember(&former, SIGPIPE) == 0 {
        var immediately = timespec()
        sigtimedwait(&signals, nil, &immediately)
        pthread_sigmask(SIG_SETMASK, &former, nil)
      }
    }
    return try body()
  }

  /// Holds the signal back on this thread for as long as it lives.
  static func ignoreOnThisThread() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
