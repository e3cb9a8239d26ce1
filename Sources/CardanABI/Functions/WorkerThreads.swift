#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work that is shared among threads: each takes the next piece when it is done with one.
///
/// Threads of POSIX, because the library links nothing but the standard library.
enum WorkerThreads {
  /// Calls `work` once for each number below `count`, on this thread and on others beside it, and returns when all is done.
  /// Where the system gives no more threads, those that there are do the work.
  static func run(threads: Int, count: Int, _ work: (Int) -> Void) {
    #if hasFeature(Embedded)
      for index in 0..<count { work(index) }
    #else
      withoutActuallyEscaping(work) { work in
        let queue = WorkQueue(count: count, work: work)
        let others = Unmanaged.passUnretained(queue).toOpaque()
        var handles: [pthread_t] = []
        for _ in 1..<max(min(threads, count), 1) {
          var handle = pthread_t()
          guard pthread_create(&handle, nil, workerMain, others) == 0 else { break }
          handles.append(handle)
        }
        queue.work()
        for handle in handles { pthread_join(handle, nil) }
        withExtendedLifetime(queue) {}
      }
    #endif
  }
}

#if !hasFeature(Embedded)
  private let workerMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
    if let pointer { Unmanaged<WorkQueue>.fromOpaque(pointer).takeUnretainedValue().work() }
    return nil
  }

  /// The numbers that are left, and what is to be done with them.
  private final class WorkQueue {
    private let count: Int
    private let perform: (Int) -> Void
    private var next = 0
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(count: Int, work: @escaping (Int) -> Void) {
      self.count = count
      perform = work
      pthread_mutex_init(lock, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    func work() {
      while let index = take() { perform(index) }
    }

    private func take() -> Int? {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
  }
#endif
