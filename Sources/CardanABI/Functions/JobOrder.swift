#if canImport(RecordingFusionDispatch)
  import CCardan
  import MotionSamples

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The order in which jobs are processed. Recordings whose filter steps after the same number of samples run
  /// consecutively, so that lanes rarely wait for one another. Within such a group the longest runs first, and the
  /// group with the longest recording comes first, so that no long job remains at the end.
  ///
  /// Not a Swift array: its type metadata would be created at run time and never freed.
  struct JobOrder: ~Copyable, @unchecked Sendable {
    /// The number of jobs.
    let count: Int
    private let places: UnsafeMutablePointer<Place>

    /// A job and its sort keys.
    private struct Place {
      let index: Int
      let length: Int
      let samplesPerStep: Int
      /// The length of the longest job with the same number of samples per step, once known.
      var longest = 0

      func isBefore(_ other: Place) -> Bool {
        if longest != other.longest { return longest > other.longest }
        if samplesPerStep != other.samplesPerStep { return samplesPerStep < other.samplesPerStep }
        return length != other.length ? length > other.length : index < other.index
      }
    }

    /// The order for a filter with this step interval in seconds; 0 for a filter without steps.
    init(of jobs: UnsafePointer<cardan_job>, count: Int, stepInterval: Double) {
      self.count = count
      places = .allocate(capacity: count)
      for index in 0..<count {
        let rows = jobs[index].recording.flatMap { SampleRows($0.pointee) }
        let samples = rows.map { $0.samples(in: stepInterval) } ?? 0
        (places + index).initialize(to: Place(index: index, length: rows?.count ?? 0, samplesPerStep: samples))
      }
      sort()
      for place in 0..<count {
        let isFirst = place == 0 || places[place].samplesPerStep != places[place - 1].samplesPerStep
        places[place].longest = isFirst ? places[place].length : places[place - 1].longest
      }
      sort()
    }

    private func sort() {
      qsort(places, count, MemoryLayout<Place>.stride) { left, right in
        guard let left = left?.load(as: Place.self), let right = right?.load(as: Place.self) else { return 0 }
        return left.isBefore(right) ? -1 : 1
      }
    }

    deinit { places.deallocate() }

    /// The index of the job at this place in the order.
    subscript(place: Int) -> Int { places[place].index }
  }
#endif
