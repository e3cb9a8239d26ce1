// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan

@c @implementation
public func cardan_fuse_many(
  _ options: UnsafePointer<cardan_options>?, _ jobs: UnsafeMutablePointer<cardan_job>?, _ count: Int, _ threads: UInt32
) -> cardan_status {
  let (checked, status) = CheckedOptions.reading(options)
  guard let checked else { return status }
  guard jobs != nil || count == 0 else { return CARDAN_NULL_ARGUMENT }
  guard count >= 0, threads >= 1 else { return CARDAN_BAD_ARGUMENT }
  guard let jobs else { return CARDAN_OK }
  WorkerThreads.run(threads: Int(threads), count: count) { index in
    jobs[index].status = fuse(jobs[index], checked)
  }
  return CARDAN_OK
}

/// One recording with a filter of its own. Not in the lanes of `RecordingFusion`: where that was tried, with samples copied
/// to be replayed, the default filter took 1.3 to 2.2 times as long, and VQF gained only for processors with wide vectors.
private func fuse(_ job: cardan_job, _ options: CheckedOptions) -> cardan_status {
  guard let memory = HeapMemory.allocate(options.size) else { return CARDAN_NO_MEMORY }
  let filter = options.makeFilter(at: memory, isOnHeap: true)
  defer { cardan_destroy(filter) }
  return cardan_fuse(filter, job.recording, job.results)
}
