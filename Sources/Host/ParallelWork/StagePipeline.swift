import SystemLibrary

/// Stages that items go through in their order, on several threads.
///
/// Each thread takes the last stage that is ready, so that the stages overlap on several processors; one thread takes one item
/// after the other through all stages. Results do not depend on the number of threads.
package final class StagePipeline<Failure: Error>: @unchecked Sendable {
  /// What a stage of an item ended with.
  package enum Outcome {
    case done
    /// The item is the last one: the first stage found the end, or failed to make a further one.
    case last(Failure?)
  }

  private let widths: [Int]
  private let capacity: Int
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Under the lock, for each stage: the items that it began, those of them that it finished, and the number of items that
  // it and the stages before it are through with.
  private var begun: [Int]
  private var finished: [Set<Int>]
  private var done: [Int]
  private var hasEnded = false
  private var isStopped = false
  private var failure: Failure?

  /// A pipeline. `widths` is the number of items that each stage works on at the same time, `capacity` that of all items which the
  /// first stage began and the last one is not through with.
  package init(widths: [Int], capacity: Int) {
    (self.widths, self.capacity) = (widths, capacity)
    begun = Array(repeating: 0, count: widths.count)
    finished = Array(repeating: [], count: widths.count)
    done = begun
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Does the stages of all items until the last one. An error of `perform` ends the run at once, that of `Outcome.last` after the
  /// items.
  package func run(
    threadCount: Int, _ perform: @escaping @Sendable (_ stage: Int, _ item: Int) throws(Failure) -> Outcome
  ) throws(Failure) {
    Threads.run(count: threadCount) { self.work(perform) }
    if let failure { throw failure }
  }

  private func work(_ perform: (_ stage: Int, _ item: Int) throws(Failure) -> Outcome) {
    pthread_mutex_lock(lock)
    while !isStopped && !(hasEnded && done[widths.count - 1] == begun[0]) {
      guard let stage = widths.indices.last(where: isReady) else {
        pthread_cond_wait(changed, lock)
        continue
      }
      let item = begun[stage]
      begun[stage] += 1
      pthread_mutex_unlock(lock)
      do throws(Failure) {
        let outcome = try perform(stage, item)
        pthread_mutex_lock(lock)
        finish(stage, item, outcome)
      } catch {
        pthread_mutex_lock(lock)
        isStopped = true
        failure = error
      }
      pthread_cond_broadcast(changed)
    }
    pthread_mutex_unlock(lock)
  }

  /// Whether the next item may enter a stage.
  private func isReady(_ stage: Int) -> Bool {
    guard begun[stage] - done[stage] - finished[stage].count < widths[stage] else { return false }
    return stage > 0 ? begun[stage] < done[stage - 1] : !hasEnded && begun[0] < done[widths.count - 1] + capacity
  }

  private func finish(_ stage: Int, _ item: Int, _ outcome: Outcome) {
    finished[stage].insert(item)
    while finished[stage].remove(done[stage]) != nil { done[stage] += 1 }
    if case .last(let problem) = outcome {
      hasEnded = true
      failure = failure ?? problem
    }
  }
}
