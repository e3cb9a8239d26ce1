import Dispatch
import Foundation
import MotionLogs
import Synchronization

/// Parallel processing of many logs, each independent of the others, with results in the order of the logs.
///
/// Each thread takes the next log when it becomes free, so one long log does not delay many short ones. A log that
/// fails leaves its error in its place and does not affect the others. Results do not depend on the number of threads.
public struct LogBatch: Sendable {
  /// The number of logs processed at the same time, at least 1.
  public var threadCount: Int

  /// A batch with this number of threads. Default: the number of active processor cores.
  public init(threadCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.threadCount = max(1, threadCount)
  }

  /// Processes every log. `process` is called once per log, from several threads, with the log's index and path.
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
      // Errors about a log's rows lack the log's name.
      var error = error
      if error.path.isEmpty { error.path = path }
      return .failed(error)
    }
  }
}
