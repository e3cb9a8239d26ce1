#if !hasFeature(Embedded) && !CARDAN_SINGLE_PRECISION
  import AttitudeFilters
  import CCardan
  import MotionSamples
  import RecordingFusion
  import Rotations

  /// A few recordings through one filter, side by side in the lanes of a processor core.
  struct LaneGroup {
    /// With fewer recordings the lanes that are empty cost more than the others save.
    static let smallest = 3
    /// Twice the lanes, so that those of short recordings are given others; more would only take memory.
    static let largest = 2 * DoubleLanes.count

    let options: CheckedOptions
    let jobs: UnsafeMutablePointer<cardan_job>
    /// Which of the jobs.
    let members: ArraySlice<Int>

    /// Whether there are lanes for a filter. For the others one recording after another is as good.
    static func serves(_ kind: cardan_filter_kind) -> Bool {
      [CARDAN_FILTER_DEFAULT, CARDAN_FILTER_VQF, CARDAN_FILTER_MADGWICK, CARDAN_FILTER_MAHONY].contains(kind)
    }

    /// Fuses the recordings and says in each job what became of it.
    func fuse() {
      switch options.kind {
      case CARDAN_FILTER_DEFAULT: fuse(DefaultFilter<DoubleLanes>.self)
      case CARDAN_FILTER_VQF: fuse(VQFFilter<DoubleLanes>.self)
      case CARDAN_FILTER_MADGWICK: fuse(MadgwickFilter<DoubleLanes>.self)
      case CARDAN_FILTER_MAHONY: fuse(MahonyFilter<DoubleLanes>.self)
      default: break
      }
    }

    private func fuse<Filter: AttitudeFilter>(_ filter: Filter.Type)
    where Filter.Scalar == DoubleLanes, Filter.Parameters: NamedParameters {
      let tapes = members.compactMap { member -> RecordingTape? in
        let (operation, status) = FuseRecording.reading(jobs[member].recording, jobs[member].results)
        jobs[member].status = status
        guard let operation else { return nil }
        let tape = RecordingTape(operation)
        if tape == nil { jobs[member].status = CARDAN_NO_MEMORY }
        tape?.write(in: options.settings)
        return tape
      }
      var scheduler = LaneScheduler<DoubleBy8, Filter>(parameters: options.filterParameters())
      var next = 0
      scheduler.run {
        defer { next += 1 }
        return next < tapes.count ? tapes[next].recording : nil
      }
      for tape in tapes {
        tape.play(in: options.settings)
        tape.free()
      }
    }
  }
#endif
