import AttitudeFilters
import Glibc
import Rotations
import Synchronization

/// Many recordings through one filter on several threads, in lanes; the longest first, so that none is left over at the end.
public struct RecordingQueue: Sendable {
  /// The number of threads, at least 1. With 1 no thread is started.
  public var threadCount: Int

  /// A queue for so many threads.
  public init(threadCount: Int = 1) { self.threadCount = max(1, threadCount) }

  /// Runs all recordings; returns when all results are there. They do not depend on the order of the recordings, on what
  /// runs beside them, or on the number of threads.
  ///
  /// - Parameters:
  ///   - filter: The filter in lanes, for example `DefaultFilter<DoubleLanes>.self`.
  ///   - parameters: What is tuned in it.
  ///   - recordings: The recordings.
  @inlinable
  public func run<Backend: LaneBackend, Filter: SteppedFilter>(
    _ filter: Filter.Type, parameters: Filter.Parameters, _ recordings: [Recording<Backend.Element>]
  ) where Filter.Scalar == Lanes<Backend> {
    let order = recordings.indices.sorted { recordings[$0].samples.count > recordings[$1].samples.count }
    let taken = Atomic<Int>(0)
    let workers = min(threadCount, (recordings.count + Lanes<Backend>.count - 1) / Lanes<Backend>.count)
    Threads.run(count: workers) {
      var scheduler = LaneScheduler<Backend, Filter>(parameters: parameters)
      scheduler.run { _ in
        let place = taken.add(1, ordering: .relaxed).oldValue
        return place < order.count ? recordings[order[place]].segment : nil
      }
    }
  }
}
