import Dispatch

/// The executor on which a manager reads its source, which may block it: it runs no other task.
final class SourceThread: TaskExecutor {
  private let queue = DispatchQueue(label: "cardan.motion-source", qos: .userInteractive)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
