#if canImport(VectorLanes)
  import AttitudeFilters
  import CCardan
  import RecordingFusion
  import Rotations
  import Synchronization
  import VectorLanes

  /// Many recordings in the lanes of several threads, the longest first, so that none is left over at the end.
  final class LaneWork {
    private let kernels: LaneKernels
    private let options: CheckedOptions
    private let jobs: UnsafeMutablePointer<cardan_job>
    private let order: [Int]
    private let taken = Atomic<Int>(0)

    init(kernels: LaneKernels, options: CheckedOptions, jobs: UnsafeMutablePointer<cardan_job>, count: Int) {
      self.kernels = kernels
      self.options = options
      self.jobs = jobs
      let lengths = (0..<count).map { jobs[$0].recording?.pointee.count ?? 0 }
      order = lengths.indices.sorted { lengths[$0] > lengths[$1] }
    }

    /// Does all of it; what became of each recording is in its job.
    func run(threads: Int) {
      WorkerThreads.run(threads: threads, count: threads) { _ in
        let lanes = UnsafeMutablePointer<LaneRecording>.allocate(capacity: LaneKernels.laneCount)
        for lane in 0..<LaneKernels.laneCount {
          (lanes + lane).initialize(to: LaneRecording(settings: self.options.settings))
        }
        self.fuse { lane in lanes[lane].next(self.nextRows) }
        lanes.deinitialize(count: LaneKernels.laneCount).deallocate()
      }
    }

    /// The next recording that is in order.
    private func nextRows() -> RecordingRows? {
      while true {
        let place = taken.add(1, ordering: .relaxed).oldValue
        guard place < order.count else { return nil }
        let job = jobs + order[place]
        let (rows, status) = RecordingRows.reading(job.pointee.recording, job.pointee.results)
        job.pointee.status = status
        if let rows { return rows }
      }
    }

    private func fuse(_ segments: LaneKernels.Segments) {
      switch options.kind {
      case CARDAN_FILTER_DEFAULT: kernels.runDefault(options.parameters(of: DefaultFilter<Real>.self), segments)
      case CARDAN_FILTER_DEFAULT14: kernels.runDefault14(options.parameters(of: DefaultFilter14<Real>.self), segments)
      case CARDAN_FILTER_VQF: kernels.runVQF(options.parameters(of: VQFFilter<Real>.self), segments)
      case CARDAN_FILTER_MADGWICK: kernels.runMadgwick(options.parameters(of: MadgwickFilter<Real>.self), segments)
      case CARDAN_FILTER_MAHONY: kernels.runMahony(options.parameters(of: MahonyFilter<Real>.self), segments)
      case CARDAN_FILTER_MEKF:
        kernels.runMultiplicativeKalman(options.parameters(of: MultiplicativeKalmanFilter<Real>.self), segments)
      default:
        kernels.runComplementary(options.parameters(of: ComplementaryFilter<Real>.self), segments)
      }
    }
  }
#endif
