#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Parallel work on several threads of the operating system, without a runtime library.
public enum Threads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls `body` on `count` threads, including the calling one, and returns when all are done.
  ///
  /// If the system cannot start that many threads, fewer run. `body` must therefore take work from a shared queue.
  public static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
    // Not a Swift array: its type metadata would be allocated at run time and never freed.
    let threads = UnsafeMutablePointer<pthread_t>.allocate(capacity: max(1, count))
    defer { threads.deallocate() }
    var started = 0
    for _ in 1..<max(1, count) {
      guard let thread = start(Work(body)) else { break }
      (threads + started).initialize(to: thread)
      started += 1
    }
    body()
    for index in 0..<started { pthread_join(threads[index], nil) }
  }

  private static func start(_ work: Work) -> pthread_t? {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(work)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return nil
    }
    return thread
  }
}
