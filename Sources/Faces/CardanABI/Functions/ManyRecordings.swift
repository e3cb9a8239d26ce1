// Function names match the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CCardan

@c @implementation
public func cardan_fuse_many(
  _ options: UnsafePointer<cardan_options>?, _ jobs: UnsafeMutablePointer<cardan_job>?, _ count: Int, _ threads: UInt32
) -> cardan_status {
  CheckedOptions.reading(options) { checked in
    guard jobs != nil || count == 0 else { return CARDAN_NULL_ARGUMENT }
    guard count >= 0, threads >= 1 else { return CARDAN_BAD_ARGUMENT }
    ManyRecordings(options: checked.pointee, jobs: UnsafeMutableBufferPointer(start: jobs, count: count)).fuse(
      threads: Int(threads))
    return CARDAN_OK
  }
}

/// The recordings of one call. Each job has its own status and its own memory for results.
struct ManyRecordings: @unchecked Sendable {
  let options: CheckedOptions
  let jobs: UnsafeMutableBufferPointer<cardan_job>

  /// Processes a recording with its own filter.
  func fuseAlone(_ index: Int) {
    guard let memory = HeapMemory.allocate(options.size) else { return jobs[index].status = CARDAN_NO_MEMORY }
    var options = options
    let filter = CheckedOptions.makeFilter(with: &options, at: memory, isOnHeap: true)
    jobs[index].status = cardan_fuse(filter, jobs[index].recording, jobs[index].results)
    cardan_destroy(filter)
  }
}

#if canImport(RecordingFusionDispatch)
  import AttitudeFilters
  import RecordingFusion
  import RecordingFusionDispatch
  import Rotations

  extension ManyRecordings: RecordingJobs {
    var count: Int { jobs.count }

    /// The rows of a job, or its status.
    func rows(of index: Int) -> FusionRows? {
      let (rows, status) = FusionRows.reading(jobs[index].recording, jobs[index].results)
      jobs[index].status = status
      return rows
    }

    /// The jobs with what lanes need.
    var batch: RecordingBatch<ManyRecordings> {
      var reading = ReadParameters(options: options)
      return RecordingBatch(
        self, filter: options.kind, parameters: options.kind.performCompiled(&reading),
        settings: options.settings.stream)
    }

    /// Processes all recordings, in lanes where that is faster.
    func fuse(threads: Int) {
      batch.fuse(
        threads: threads, lanes: .forThisProcessor,
        singleLanes: options.isSinglePrecision ? .forThisProcessor : nil)
    }
  }

  private struct ReadParameters: FilterOperation {
    typealias Scalar = Real
    let options: CheckedOptions

    mutating func perform<Filter: AttitudeFilter>(
      for filter: Filter.Type
    ) -> ParameterValues where Filter.Scalar == Real {
      options.parameters(of: filter).values
    }
  }
#else
  extension ManyRecordings {
    /// Processes all recordings one after the other: firmware has no threads.
    func fuse(threads: Int) {
      for index in jobs.indices { fuseAlone(index) }
    }
  }
#endif
