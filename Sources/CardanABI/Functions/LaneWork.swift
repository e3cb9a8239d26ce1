#if canImport(RecordingFusionDispatch)
  import AttitudeFilters
  import CCardan
  import RecordingFusion
  import Rotations
  import Synchronization
  import RecordingFusionDispatch

  /// Many recordings, processed in the lanes of several threads.
  ///
  /// The threads take jobs from a shared queue.
  final class LaneWork<Element: LaneElement>: @unchecked Sendable {
    private let kernels: LaneKernels<Element>
    private let options: CheckedOptions
    private let jobs: UnsafeMutablePointer<cardan_job>
    private let order: JobOrder
    private let taken = Atomic<Int>(0)

    init(kernels: LaneKernels<Element>, options: CheckedOptions, jobs: UnsafeMutablePointer<cardan_job>, count: Int) {
      self.kernels = kernels
      self.options = options
      self.jobs = jobs
      let isInSteps = options.kind == .default
      order = JobOrder(
        of: jobs, count: count,
        stepInterval: isInSteps ? options.parameters(of: DefaultFilter<Real>.self).stepInterval : 0)
    }

    /// Processes all jobs; each job holds the status of its recording.
    func run(threads: Int) {
      Threads.run(count: threads) {
        let lanes = UnsafeMutablePointer<LaneRecording<Element>>.allocate(capacity: self.kernels.laneCount)
        for lane in 0..<self.kernels.laneCount {
          (lanes + lane).initialize(to: LaneRecording(settings: self.options.settings.stream))
        }
        self.fuse { lane in lanes[lane].next(self.nextRows) }
        lanes.deinitialize(count: self.kernels.laneCount).deallocate()
      }
    }

    /// The next valid recording.
    private func nextRows() -> FusionRows? {
      while true {
        let place = taken.add(1, ordering: .relaxed).oldValue
        guard place < order.count else { return nil }
        let job = jobs + order[place]
        let (rows, status) = FusionRows.reading(job.pointee.recording, job.pointee.results)
        job.pointee.status = status
        if let rows { return rows }
      }
    }

    private func fuse(_ segments: LaneKernels<Element>.Segments) {
      switch options.kind {
      case .default:
        kernels.runDefault(options.parameters(of: DefaultFilter<Real>.self).values, segments)
      case .vqf: kernels.runVQF(options.parameters(of: VQFFilter<Real>.self).values, segments)
      case .madgwick:
        kernels.runMadgwick(options.parameters(of: MadgwickFilter<Real>.self).values, segments)
      default: kernels.runMahony(options.parameters(of: MahonyFilter<Real>.self).values, segments)
      }
    }
  }

  extension CheckedOptions {
    /// Whether recordings can run in lanes: not every filter has lanes, and two frames need the initial heading, which
    /// lanes do not report.
    var goInLanes: Bool {
      switch kind {
      case .default, .vqf, .madgwick, .mahony: !settings.stream.frame.startsAtZeroHeading
      default: false
      }
    }
  }
#endif
