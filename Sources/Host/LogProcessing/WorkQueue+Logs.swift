import CFileShims
import LogTables
import ParallelWork

extension WorkQueue {
  /// The processors that this process may use.
  package static var processorCount: Int { Int(cardan_processor_count()) }

  /// Processes logs, the largest file first, and returns their outcomes in the order of the logs.
  ///
  /// A log that fails leaves its error in its place and does not affect the others. A log that is not a regular file, such
  /// as standard input, has an unknown size and starts before all files.
  ///
  /// - Parameters:
  ///   - logs: The paths of the logs.
  ///   - threadCount: The number of logs processed at the same time. Default: nil, the number of processors of this process.
  ///   - isCancelled: Checked before each log; true leaves the remaining logs unprocessed, which is their error. Default:
  ///     never.
  ///   - process: Called once per log, from several threads, with the index of the log.
  public static func outcomes<Value: Sendable>(
    of logs: [String], threadCount: Int? = nil, isCancelled: @escaping @Sendable () -> Bool = { false },
    _ process: @escaping @Sendable (_ index: Int) throws(LogError) -> LogOutcome<Value>
  ) -> [LogOutcome<Value>] {
    let queue = WorkQueue(
      logs.map { Job(cost: FileVersion(ofLog: $0)?.size ?? .max) },
      threadCount: threadCount ?? processorCount, isCancelled: isCancelled)
    let outcomes: [LogOutcome<Value>?] = queue.results { index in
      do throws(LogError) {
        return try process(index)
      } catch {
        // Errors about a log's rows lack the log's name.
        var error = error
        if error.path.isEmpty { error.path = logs[index] }
        return .failed(error)
      }
    }
    return zip(logs, outcomes).map { log, outcome in
      outcome ?? .failed(LogError(path: log, .interrupted))
    }
  }
}
