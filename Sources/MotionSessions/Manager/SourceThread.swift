import Dispatch

/// The thread of a manager on which its source is read. The source may block it: no other task runs there.
final class SourceThread: TaskExecutor {
  private let queue = DispatchQueue(label: "cardan.motion-source", qos: .userInteractive)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
