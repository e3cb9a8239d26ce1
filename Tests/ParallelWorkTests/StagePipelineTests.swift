import ParallelWork
import Synchronization
import TestSupport
import Testing

/// Every item goes through every stage in order, whatever the threads and the time that a stage takes.
@Suite struct StagePipelineTests {
  private struct Problem: Error, Equatable {}

  @Test(arguments: [1, 2, 5], [1, 4]) func everyItemPassesEveryStageInOrder(threadCount: Int, capacity: Int) throws {
    let widths = [1, 2, 1]
    let pipeline = StagePipeline<Problem>(widths: widths, capacity: capacity)
    let begun = Mutex([[Int]](repeating: [], count: 3))
    let ended = Mutex([[Int]](repeating: [], count: 3))
    try pipeline.run(threadCount: threadCount) { stage, item in
      begun.withLock { $0[stage].append(item) }
      let (before, behind) = ended.withLock { ended in
        (stage == 0 || ended[stage - 1].contains(item), item - ended[2].count)
      }
      #expect(before && behind < capacity)
      var random = SplitMix64(seed: UInt64(item))
      var sum: UInt64 = 0
      for _ in 0..<Int.random(in: 0..<20_000, using: &random) { sum &+= random.next() }
      ended.withLock { $0[stage].append(sum == 1 ? -1 : item) }
      return stage == 0 && item == 40 ? .last(nil) : .done
    }
    for (stage, width) in widths.enumerated() {
      // Two items in one stage may overtake each other on the way to this record.
      for record in [begun.withLock { $0[stage] }, ended.withLock { $0[stage] }] {
        #expect(width == 1 ? record == Array(0...40) : record.sorted() == Array(0...40), "stage \(stage)")
      }
    }
  }

  @Test(arguments: [1, 3]) func anErrorEndsTheRunAndALastFailureComesAfterTheItems(threadCount: Int) {
    let problem = Problem()
    let count = Mutex(0)
    #expect(throws: problem) {
      try StagePipeline<Problem>(widths: [1, 1], capacity: 3).run(threadCount: threadCount) {
        stage, item throws(Problem) in
        if stage == 1, item == 2 { throw problem }
        return .done
      }
    }
    #expect(throws: problem) {
      try StagePipeline<Problem>(widths: [1, 1], capacity: 3).run(threadCount: threadCount) { stage, item in
        if stage == 1 { count.withLock { $0 += 1 } }
        return stage == 0 && item == 5 ? .last(problem) : .done
      }
    }
    #expect(count.withLock { $0 } == 6)
  }
}
