import Glibc

/// A value behind a lock.
///
/// A lock of POSIX threads, and not `Synchronization.Mutex`, which on Linux is made of atomics inside a library that
/// ThreadSanitizer cannot look into: it would report a race at every use, and hide the real ones.
final class Locked<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs `body` alone. It must not call out to code of others: a lock that is held twice waits for ever.
  /// Always inlined: a generic call would look up metadata for each sample.
  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
