import LogProcessing
import LogTables
import ParallelWork
import Synchronization
import Testing
import TestSupport

@Suite struct LogQueueTests {
  @Test(arguments: [nil, 1, 2, 7, 100])
  func keepsTheOrderAndIsolatesFailures(threadCount: Int?) {
    let paths = (0..<50).map { "log\($0)" }
    let outcomes = WorkQueue.outcomes(of: paths, threadCount: threadCount) { index throws(LogError) in
      if index % 7 == 3 { throw LogError(path: index % 2 == 0 ? "" : paths[index], message: "bad") }
      return LogOutcome(paths[index], reasons: index % 5 == 0 ? ["odd"] : [])
    }
    #expect(outcomes.count == paths.count)
    for (index, outcome) in outcomes.enumerated() {
      switch outcome {
      case .failed(let error): #expect(index % 7 == 3 && error.path == paths[index])
      case .degraded(let value, let reasons): #expect(value == paths[index] && index % 5 == 0 && reasons == ["odd"])
      case .ok(let value): #expect(value == paths[index] && index % 7 != 3 && index % 5 != 0)
      }
    }
  }

  @Test func takesNoLogs() {
    #expect(WorkQueue.outcomes(of: []) { .ok($0) }.isEmpty)
  }

  @Test func theLargestFileIsFirstAfterThoseOfUnknownSize() throws {
    try withTemporaryFolder { folder in
      let files = try [20, 3000, 100].map { try folder.write(String(repeating: "0", count: $0), to: "\($0).csv") }
      let started = Mutex<[Int]>([])
      _ = WorkQueue.outcomes(of: files + ["-"], threadCount: 1) { index in
        started.withLock { $0.append(index) }
        return .ok(index)
      }
      #expect(started.withLock { $0 } == [3, 1, 2, 0])
    }
  }

  @Test func whatIsLeftAfterACancellationFails() {
    let isCancelled = Atomic<Bool>(false)
    let outcomes = WorkQueue.outcomes(
      of: ["a", "b", "c"], threadCount: 1, isCancelled: { isCancelled.load(ordering: .relaxed) }
    ) { index in
      isCancelled.store(index == 1, ordering: .relaxed)
      return .ok(index)
    }
    #expect(outcomes.map(\.value) == [0, 1, nil])
    #expect(outcomes[2].error?.path == "c" && outcomes[2].error?.message == "interrupted")
  }
}
