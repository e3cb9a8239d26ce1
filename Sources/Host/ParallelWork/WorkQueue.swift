// ParallelWork: queues of jobs and pipelines of stages on threads.
// It knows nothing of logs and filters: a job is a closure. No thread outlives the work that it was started for.

import SystemLibrary

/// A queue of independent jobs that several threads take: each takes the next job when it becomes free.
///
/// The most expensive job starts first, so that no long job remains at the end. Jobs of the same group run consecutively,
/// starting with the group of the most expensive job. Results do not depend on the number of threads.
public struct WorkQueue: Sendable {
  /// What the queue knows about a job.
  public struct Job: Sendable {
    /// The expected work, in any unit.
    public var cost: Int
    /// The group. Default: 0.
    public var group: Int

    /// A job with its expected work.
    public init(cost: Int, group: Int = 0) {
      self.cost = cost
      self.group = group
    }
  }

  /// The indices of the jobs, in the order in which they start.
  package let order: [Int]
  private let threadCount: Int
  private let isCancelled: @Sendable () -> Bool

  /// The most threads that are started, whatever the caller asks for.
  private static let mostThreads = 1024

  /// A queue of jobs.
  ///
  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - threadCount: The number of threads, including the calling one; at least 1, and at most 1024 or one
  ///     per job are started.
  ///   - isCancelled: Checked before each job starts; true leaves the rest of the queue. Default: never.
  public init(
    _ jobs: [Job], threadCount: Int, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    order = Self.order(of: jobs)
    self.threadCount = max(1, min(threadCount, jobs.count, Self.mostThreads))
    self.isCancelled = isCancelled
  }

  /// Calls `worker` on each thread and returns when all calls have returned.
  ///
  /// `next` returns the index of the next job; nil when none is left or the queue is cancelled. A worker may hold several
  /// jobs at once, as the lanes of a scheduler do:
  ///
  /// ```swift
  /// queue.run { next in
  ///   var lanes = LaneScheduler<DoubleBy8<AnyProcessor>, DefaultFilter<DoubleLanes>>(parameters: .init())
  ///   lanes.run { _ in next().map { segments[$0] } }
  /// }
  /// ```
  public func run(_ worker: @escaping @Sendable (_ next: () -> Int?) -> Void) {
    let taken = Locked(0)
    Threads.run(count: threadCount) {
      worker {
        guard !isCancelled() else { return nil }
        return taken.withLock { taken in
          guard taken < order.count else { return nil }
          defer { taken += 1 }
          return order[taken]
        }
      }
    }
  }

  /// Runs every job and returns the results in the order of the jobs; nil for a job that did not start because the queue
  /// was cancelled.
  public func results<Value: Sendable>(_ job: @escaping @Sendable (_ index: Int) -> Value) -> [Value?] {
    let results = Locked<[Value?]>(Array(repeating: nil, count: order.count))
    run { next in
      while let index = next() {
        let value = job(index)
        results.withLock { $0[index] = value }
      }
    }
    return results.withLock { $0 }
  }

  private static func order(of jobs: [Job]) -> [Int] {
    /// A job and its sort keys.
    struct Place {
      let index: Int
      let job: Job
      /// The cost of the most expensive job of the group.
      var highest = 0
    }
    var places = jobs.indices.map { Place(index: $0, job: jobs[$0]) }
    places.sort { ($0.job.group, -$0.job.cost) < ($1.job.group, -$1.job.cost) }
    for place in places.indices {
      let isFirst = place == 0 || places[place].job.group != places[place - 1].job.group
      places[place].highest = isFirst ? places[place].job.cost : places[place - 1].highest
    }
    places.sort {
      ($1.highest, $0.job.group, $1.job.cost, $0.index) < ($0.highest, $1.job.group, $0.job.cost, $1.index)
    }
    return places.map { $0.index }
  }
}

/// Parallel work on several threads of the operating system, without a runtime library.
package enum Threads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls `body` on `count` threads, including the calling one, and returns when all are done.
  ///
  /// If the system cannot start that many threads, fewer run. `body` must therefore take work from a shared queue.
  package static func run(count: Int, _ body: @escaping @Sendable () -> Void) {
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
