import LogProcessing
import MotionLogs
import Testing

@Suite struct LogBatchTests {
  @Test(arguments: [1, 2, 7, 100])
  func keepsTheOrderAndIsolatesFailures(threadCount: Int) {
    let paths = (0..<50).map { "log\($0)" }
    let outcomes = LogBatch(threadCount: threadCount).outcomes(of: paths) { index, path throws(LogError) in
      if index % 7 == 3 { throw LogError(path: path, message: "bad") }
      return LogOutcome(path, reasons: index % 5 == 0 ? ["odd"] : [])
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

  @Test func takesNoLogsAndTooFewThreads() {
    let outcomes: [LogOutcome<Int>] = LogBatch(threadCount: 0).outcomes(of: []) { index, _ in .ok(index) }
    #expect(outcomes.isEmpty)
    #expect(LogBatch(threadCount: -3).threadCount == 1)
  }
}
