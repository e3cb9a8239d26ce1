#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Parallel work on several threads of the operating system, without a runtime library.
enum Threads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls `body` on `count` threads, including the calling one, and returns when all are done.
  ///
  /// If the system cannot start that many threads, fewer run. `body` must therefore take work from a shared queue.
  static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    while threads.count < count - 1, let thread = start(Work(body)) { threads.append(thread) }
    body()
    for thread in threads { pthread_join(thread, nil) }
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
