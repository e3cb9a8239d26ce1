import Counters
import FilterRuns
import Foundation

/// How long single updates of a filter take: the time of every update of a recording, again and again.
struct Latency: Codable {
  static let percentiles = [0.5, 0.99, 0.999, 0.9999, 1]

  var label: FilterRun.Label
  /// Nanoseconds at the percentiles over the recording, of the median of each update's repetitions: what the filter
  /// itself does. An interruption hits another update in the next repetition, an update that is slow is slow in each.
  var ofUpdates: [Double]
  /// Which update is the slowest, counted from 1; the first finds its code outside the cache.
  var slowestUpdate: Int
  /// The same over all updates of all repetitions, interruptions by the machine among them.
  var asMeasured: [Double]

  /// Measures `updateCount` updates `repetitions` times.
  init(
    label: FilterRun.Label, updateCount: Int, repetitions: Int, clock: TickClock, run: (_ mark: FilterRun.Mark) -> Void
  ) {
    var marks = [UInt64](repeating: 0, count: updateCount + 1)
    let times = (0..<repetitions).map { _ in
      marks.withUnsafeMutableBufferPointer { cardan_marks_begin($0.baseAddress) }
      run { cardan_mark_time() }
      return zip(marks, marks.dropFirst()).map { clock.nanoseconds(from: $0, to: $1) }
    }
    self.label = label
    let medians = (0..<updateCount).map { update in times.map { $0[update] }.median }
    ofUpdates = Self.percentiles(of: medians)
    slowestUpdate = 1 + (medians.indices.max { medians[$0] < medians[$1] } ?? 0)
    asMeasured = Self.percentiles(of: times.flatMap { $0 })
  }

  private static func percentiles(of times: [Double]) -> [Double] {
    let ordered = times.sorted()
    return percentiles.map { ordered[Int((Double(ordered.count - 1) * $0).rounded(.up))] }
  }
}
