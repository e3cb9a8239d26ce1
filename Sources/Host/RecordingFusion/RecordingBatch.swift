import AttitudeFilters
import ParallelWork
import Rotations

/// Many recordings with one filter and the same settings, on several threads: in lanes where that is faster, else one by one.
public struct RecordingBatch<Jobs: RecordingJobs>: Sendable {
  @usableFromInline let jobs: Jobs
  @usableFromInline let filter: FilterKind
  @usableFromInline let parameters: ParameterValues
  @usableFromInline let settings: StreamSettings<Double>

  /// Recordings, their filter with its parameters, and the settings around it.
  @inlinable
  public init(_ jobs: Jobs, filter: FilterKind, parameters: ParameterValues, settings: StreamSettings<Double>) {
    self.jobs = jobs
    self.filter = filter
    self.parameters = parameters
    self.settings = settings
  }

  /// Processes all recordings.
  ///
  /// - Parameters:
  ///   - threads: The number of threads, including the calling one; at least 1.
  ///   - lanes: The kernels in double precision, used for at least four recordings per thread. Nil for none.
  ///   - singleLanes: The kernels in single precision, always used if they have the filter. Nil for none.
  @inlinable
  public func fuse(threads: Int, lanes: LaneKernels<Double>?, singleLanes: LaneKernels<Float>? = nil) {
    if fuseInLanes(of: singleLanes, threads) { return }
    // A vector step costs about as much as three scalar steps.
    if jobs.count >= 4 * threads, fuseInLanes(of: lanes, threads) { return }
    let jobs = jobs
    queue(threads: threads).run { next in
      while let index = next() { jobs.fuseAlone(index) }
    }
  }

  /// Processes all recordings in the lanes of the threads; false if the processor, the filter or the frame does not allow it.
  @inlinable
  func fuseInLanes<Element: LaneElement>(of kernels: LaneKernels<Element>?, _ threads: Int) -> Bool {
    // Two frames need the initial heading, which lanes do not report.
    guard let kernels, let kernel = kernels.kernel(for: filter), !settings.frame.startsAtZeroHeading else {
      return false
    }
    let fullThreads = (jobs.count + kernels.laneCount - 1) / kernels.laneCount
    let (jobs, parameters, settings) = (jobs, parameters, settings)
    queue(threads: min(threads, fullThreads)).run { next in
      let lanes = (0..<kernels.laneCount).map { _ in LaneRecording<Element, Jobs>(jobs, settings: settings) }
      kernel(parameters) { lane in lanes[lane].next(next) }
    }
    return true
  }

  /// The recordings by length. Those whose filter steps after the same number of samples form a group, so that lanes
  /// rarely wait for one another.
  @inlinable
  public func queue(threads: Int) -> WorkQueue {
    let stepInterval = filter == .default ? VelocityBoundedParameters<Double>(parameters).stepInterval : 0
    let work = (0..<jobs.count).map { index in
      guard let rows = jobs.rows(of: index) else { return WorkQueue.Job(cost: 0) }
      return WorkQueue.Job(cost: rows.count, group: rows.samples(in: stepInterval))
    }
    return WorkQueue(work, threadCount: threads)
  }
}
