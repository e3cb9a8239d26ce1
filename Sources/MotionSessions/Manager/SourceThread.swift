import Dispatch

/// The executor on which a manager reads its source. It runs no other task, so the source may block it.
final class SourceThread: TaskExecutor {
  private let queue = DispatchQueue(label: "cardan.motion-source", qos: .userInteractive)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
