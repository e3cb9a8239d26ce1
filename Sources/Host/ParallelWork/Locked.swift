import SystemLibrary

/// A value behind a lock.
///
/// A POSIX mutex rather than `Synchronization.Mutex`: on Linux ThreadSanitizer cannot see into the latter's atomics and
/// would report a race at every use.
public final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline var value: Value

  @inlinable public init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs `body` with exclusive access to the value.
  ///
  /// The lock is not recursive, so `body` must not call handlers or other code of the caller.
  // Always inlined: a generic call would look up metadata for each sample.
  @inlinable @inline(__always)
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
