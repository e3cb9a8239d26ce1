// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan

#if canImport(RecordingFusionDispatch)
  import RecordingFusion
  import Synchronization
  import RecordingFusionDispatch
#endif

@c @implementation
public func cardan_fuse_many(
  _ options: UnsafePointer<cardan_options>?, _ jobs: UnsafeMutablePointer<cardan_job>?, _ count: Int, _ threads: UInt32
) -> cardan_status {
  let (checked, status) = CheckedOptions.reading(options)
  guard let checked else { return status }
  guard jobs != nil || count == 0 else { return CARDAN_NULL_ARGUMENT }
  guard count >= 0, threads >= 1 else { return CARDAN_BAD_ARGUMENT }
  guard let jobs else { return CARDAN_OK }
  #if canImport(RecordingFusionDispatch)
    if checked.isSinglePrecision, checked.goInLanes, let kernels = LaneKernels<Float>.forThisProcessor {
      LaneWork(kernels: kernels, options: checked, jobs: jobs, count: count).run(threads: Int(threads))
      return CARDAN_OK
    }
    // A vector step costs about as much as three scalar steps.
    if checked.goInLanes, let kernels = LaneKernels<Double>.forThisProcessor, count >= 4 * Int(threads) {
      LaneWork(kernels: kernels, options: checked, jobs: jobs, count: count).run(threads: Int(threads))
      return CARDAN_OK
    }
  #endif
  fuse(jobs, count, checked, threads: Int(threads))
  return CARDAN_OK
}

/// Processes recordings one after the other on each thread.
private func fuse(
  _ jobs: UnsafeMutablePointer<cardan_job>, _ count: Int, _ options: CheckedOptions, threads: Int
) {
  #if canImport(RecordingFusionDispatch)
    // Each thread takes a different job.
    nonisolated(unsafe) let (jobs, options) = (jobs, options)
    let taken = Atomic<Int>(0)
    Threads.run(count: min(threads, count)) {
      while true {
        let index = taken.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        jobs[index].status = fuse(jobs[index], options)
      }
    }
  #else
    // Firmware has no threads.
    for index in 0..<count { jobs[index].status = fuse(jobs[index], options) }
  #endif
}

/// Processes one recording with its own filter.
private func fuse(_ job: cardan_job, _ options: CheckedOptions) -> cardan_status {
  guard let memory = HeapMemory.allocate(options.size) else { return CARDAN_NO_MEMORY }
  let filter = options.makeFilter(at: memory, isOnHeap: true)
  defer { cardan_destroy(filter) }
  return cardan_fuse(filter, job.recording, job.results)
}
