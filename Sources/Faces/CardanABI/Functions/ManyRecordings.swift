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
  private func fuse(_ index: Int) {
    guard let memory = HeapMemory.allocate(options.size) else { return jobs[index].status = CARDAN_NO_MEMORY }
    var options = options
    let filter = CheckedOptions.makeFilter(with: &options, at: memory, isOnHeap: true)
    jobs[index].status = cardan_fuse(filter, jobs[index].recording, jobs[index].results)
    cardan_destroy(filter)
  }
}

#if canImport(RecordingFusionDispatch)
  import AttitudeFilters
  import ParallelWork
  import RecordingFusion
  import RecordingFusionDispatch
  import Rotations

  extension ManyRecordings {
    /// Processes all recordings, in lanes where that is faster.
    func fuse(threads: Int) {
      if options.isSinglePrecision, fuseInLanes(of: LaneKernels<Float>.forThisProcessor, threads) { return }
      // A vector step costs about as much as three scalar steps.
      if jobs.count >= 4 * threads, fuseInLanes(of: LaneKernels<Double>.forThisProcessor, threads) { return }
      queue(threads: threads).run { next in
        while let index = next() { fuse(index) }
      }
    }

    /// Processes all recordings in the lanes of the threads; false if the processor or the options do not allow it.
    private func fuseInLanes<Element: LaneElement>(of kernels: LaneKernels<Element>?, _ threads: Int) -> Bool {
      // Two frames need the initial heading, which lanes do not report.
      guard let kernels, let kernel = kernels.kernel(for: options.kind),
        !options.settings.stream.frame.startsAtZeroHeading
      else { return false }
      var reading = ReadParameters(options: options)
      let parameters = options.kind.performCompiled(&reading)
      let fullThreads = (jobs.count + kernels.laneCount - 1) / kernels.laneCount
      queue(threads: min(threads, fullThreads)).run { next in
        let lanes = (0..<kernels.laneCount).map { _ in LaneRecording<Element>(settings: options.settings.stream) }
        kernel(parameters) { lane in lanes[lane].next { nextRows(next) } }
      }
      return true
    }

    /// The next valid recording for lanes; those with velocities are processed here.
    private func nextRows(_ next: () -> Int?) -> FusionRows? {
      while let index = next() {
        let (rows, status) = FusionRows.reading(jobs[index].recording, jobs[index].results)
        jobs[index].status = status
        guard let rows else { continue }
        // Lanes take no velocities.
        if !rows.samples.hasVelocities { return rows }
        fuse(index)
      }
      return nil
    }

    /// The recordings by length. Those whose filter steps after the same number of samples form a group, so that lanes
    /// rarely wait for one another.
    func queue(threads: Int) -> WorkQueue {
      let stepInterval = options.kind == .default ? options.parameters(of: DefaultFilter<Real>.self).stepInterval : 0
      let work = jobs.map { job in
        guard let rows = job.recording.flatMap({ SampleRows($0.pointee) }) else { return WorkQueue.Job(cost: 0) }
        return WorkQueue.Job(cost: rows.count, group: rows.samples(in: stepInterval))
      }
      return WorkQueue(work, threadCount: threads)
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
      for index in jobs.indices { fuse(index) }
    }
  }
#endif
