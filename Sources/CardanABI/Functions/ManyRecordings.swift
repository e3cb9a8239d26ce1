// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AttitudeFilters
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
  #if !hasFeature(Embedded) && !CARDAN_SINGLE_PRECISION
    let share = min(LaneGroup.largest, (count - 1) / Int(threads) + 1)
    if LaneGroup.serves(checked.kind), share >= LaneGroup.smallest {
      // The longest first, beside others of their length.
      let order = (0..<count).sorted { length(of: jobs[$0]) > length(of: jobs[$1]) }
      WorkerThreads.run(threads: Int(threads), count: (count - 1) / share + 1) { group in
        LaneGroup(options: checked, jobs: jobs, members: order.dropFirst(group * share).prefix(share)).fuse()
      }
      return CARDAN_OK
    }
  #endif
  WorkerThreads.run(threads: Int(threads), count: count) { index in
    jobs[index].status = fuse(jobs[index], checked)
  }
  return CARDAN_OK
}

/// One recording with a filter of its own.
private func fuse(_ job: cardan_job, _ options: CheckedOptions) -> cardan_status {
  guard let memory = HeapMemory.allocate(options.size) else { return CARDAN_NO_MEMORY }
  let filter = options.makeFilter(at: memory, isOnHeap: true)
  defer { cardan_destroy(filter) }
  return cardan_fuse(filter, job.recording, job.results)
}

/// How many samples a job claims to have; what is not of this version's size is not read.
private func length(of job: cardan_job) -> Int {
  guard let recording = job.recording, recording.pointee.size == MemoryLayout<cardan_recording>.size else { return 0 }
  return recording.pointee.count
}
