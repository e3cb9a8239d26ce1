#if canImport(VectorLanes)
  import CCardan

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The order in which jobs are taken: the longest first, so that none is left over at the end. It is no array of Swift, whose
  /// type is made when the program runs and never freed.
  struct JobOrder: ~Copyable, @unchecked Sendable {
    /// How many jobs there are.
    let count: Int
    private let places: UnsafeMutablePointer<Place>

    /// A job among the others.
    private struct Place {
      let index: Int
      let length: Int
    }

    init(of jobs: UnsafePointer<cardan_job>, count: Int) {
      self.count = count
      places = .allocate(capacity: count)
      for index in 0..<count {
        (places + index).initialize(to: Place(index: index, length: jobs[index].recording?.pointee.count ?? 0))
      }
      qsort(places, count, MemoryLayout<Place>.stride) { left, right in
        guard let left = left?.load(as: Place.self), let right = right?.load(as: Place.self) else { return 0 }
        if left.length != right.length { return left.length > right.length ? -1 : 1 }
        return left.index < right.index ? -1 : 1
      }
    }

    deinit { places.deallocate() }

    /// The job that is taken as that one.
    subscript(place: Int) -> Int { places[place].index }
  }
#endif
