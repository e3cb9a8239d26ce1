#if canImport(RecordingFusionDispatch)
  import CCardan
  import MotionSamples

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The order in which jobs are taken. Recordings whose filter takes its steps after as many samples go one after the other,
  /// so that few lanes wait for one another; among these the longest first, and first of all the longest with its like, so
  /// that none is left over at the end.
  ///
  /// It is no array of Swift, whose type is made when the program runs and never freed.
  struct JobOrder: ~Copyable, @unchecked Sendable {
    /// How many jobs there are.
    let count: Int
    private let places: UnsafeMutablePointer<Place>

    /// A job among the others.
    private struct Place {
      let index: Int
      let length: Int
      let samplesPerStep: Int
      /// The length of the longest one with as many samples per step, once it is known.
      var longest = 0

      func isBefore(_ other: Place) -> Bool {
        if longest != other.longest { return longest > other.longest }
        if samplesPerStep != other.samplesPerStep { return samplesPerStep < other.samplesPerStep }
        return length != other.length ? length > other.length : index < other.index
      }
    }

    /// The order for a filter that takes a step after so many seconds; 0 for one without steps.
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

    /// The job that is taken as that one.
    subscript(place: Int) -> Int { places[place].index }
  }
#endif
