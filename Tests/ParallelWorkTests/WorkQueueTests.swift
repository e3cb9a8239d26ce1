import ParallelWork
import Synchronization
import Testing

@Suite struct WorkQueueTests {
  @Test func theMostExpensiveJobIsFirstAndEqualOnesKeepTheirOrder() {
    let jobs = [3, 9, 3, 0, 12, .max, 9].map { WorkQueue.Job(cost: $0) }
    #expect(WorkQueue(jobs, threadCount: 1).order == [5, 4, 1, 6, 0, 2, 3])
  }

  @Test func jobsOfAGroupAreConsecutive() {
    let jobs = [(5, 1), (7, 2), (4, 2), (9, 1), (6, 3), (7, 0)].map { WorkQueue.Job(cost: $0, group: $1) }
    #expect(WorkQueue(jobs, threadCount: 1).order == [3, 0, 5, 1, 2, 4])
  }

  @Test(arguments: [-3, 0, 1, 2, 7, 100])
  func everyJobRunsOnceAndResultsKeepTheOrderOfTheJobs(threadCount: Int) {
    let started = Atomic<Int>(0)
    let queue = WorkQueue((0..<50).map { .init(cost: $0 * 7 % 11) }, threadCount: threadCount)
    let results = queue.results { index in
      started.add(1, ordering: .relaxed)
      return index * index
    }
    #expect(results == (0..<50).map { $0 * $0 })
    #expect(started.load(ordering: .relaxed) == 50)
  }

  @Test func aWorkerMayHoldSeveralJobs() {
    let taken = Mutex<[Int]>([])
    WorkQueue((0..<10).map { .init(cost: -$0) }, threadCount: 3).run { next in
      while let one = next() {
        let other = next()
        taken.withLock { $0 += [one] + (other.map { [$0] } ?? []) }
      }
    }
    #expect(taken.withLock { $0.sorted() } == Array(0..<10))
  }

  @Test func noJobStartsAfterCancellation() {
    let isCancelled = Atomic<Bool>(false)
    let queue = WorkQueue(
      (0..<5).map { .init(cost: $0) }, threadCount: 1, isCancelled: { isCancelled.load(ordering: .relaxed) })
    let results = queue.results { index in
      if index == 3 { isCancelled.store(true, ordering: .relaxed) }
      return index
    }
    #expect(results == [nil, nil, nil, 3, 4])
  }

  @Test func noJobsGiveNoResults() {
    #expect(WorkQueue([], threadCount: 4).results { $0 }.isEmpty)
  }
}
