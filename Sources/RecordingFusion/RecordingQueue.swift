import AttitudeFilters
import Glibc
import Rotations
import Synchronization

/// A queue that runs many recordings through one filter in lanes on several threads.
///
/// The longest recordings run first, so that none is left over at the end.
public struct RecordingQueue: Sendable {
  /// The number of threads, at least 1. With 1, no thread is started.
  public var threadCount: Int

  /// A queue for a number of threads. Default: 1.
  public init(threadCount: Int = 1) { self.threadCount = max(1, threadCount) }

  /// Runs all recordings and returns when all results are complete.
  ///
  /// Results do not depend on the order of the recordings, on what runs beside them, or on the number of threads.
  ///
  /// - Parameters:
  ///   - filter: The filter in lanes, for example `DefaultFilter<DoubleLanes>.self`.
  ///   - parameters: The parameters of the filter.
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
