import Dispatch
import Foundation
import MotionLogs
import Synchronization

/// Work on many logs at once: on several threads, each log apart from the others, results in the order of the logs.
///
/// The threads take the next log as they become free, so one long log does not hold up many short ones. A log that fails
/// leaves its reason in its place and nothing else changes: results do not depend on the number of threads.
public struct LogBatch: Sendable {
  /// The number of logs in work at the same time, at least 1.
  public var threadCount: Int

  /// A batch on as many threads as there are processor cores, or as many as told.
  public init(threadCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.threadCount = max(1, threadCount)
  }

  /// Processes every log. `process` is called once for each, from several threads, with its place and its path.
  public func outcomes<Value: Sendable>(
    of paths: [String],
    _ process: @Sendable (_ index: Int, _ path: String) throws(LogError) -> LogOutcome<Value>
  ) -> [LogOutcome<Value>] {
    let outcomes = Mutex<[LogOutcome<Value>?]>(Array(repeating: nil, count: paths.count))
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(threadCount, paths.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < paths.count else { return }
        let outcome = Self.outcome(of: paths[index]) { () throws(LogError) in try process(index, paths[index]) }
        outcomes.withLock { $0[index] = outcome }
      }
    }
    return outcomes.withLock { $0.compactMap { $0 } }
  }

  private static func outcome<Value: Sendable>(
    of path: String, _ process: () throws(LogError) -> LogOutcome<Value>
  ) -> LogOutcome<Value> {
    do {
      return try process()
    } catch {
      // What is found out about the rows of a log does not know the log's name.
      var error = error
      if error.path.isEmpty { error.path = path }
      return .failed(error)
    }
  }
}
