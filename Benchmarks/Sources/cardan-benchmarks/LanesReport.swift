import FilterRuns
import Foundation
import ParallelWork
import RecordingFusion
import RecordingFusionDispatch

/// What lanes and threads gain for many recordings, on one core and on all. Wall time.
struct LanesReport: Codable {
  /// One filter with `threads` threads. Medians over the repetitions.
  struct Entry: Codable {
    var filter: String
    var threads: Int
    var nanosecondsPerSample: Double
    /// The time of the same work on one core over this.
    var speedup: Double
  }

  private(set) var many: [Entry] = []
  private static let threadCounts = Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted()

  /// All filters that have lanes.
  init(repetitions: Int, samples: Int) {
    guard let kernels = LaneKernels<Double>.forThisProcessor else { return }
    let runs = LaneRuns<Double>(BenchmarkRecording(rate: 286, sampleCount: samples, streamCount: 16), .withMagnetometer)
    for filter in kernels.filters { addMany(filter.name, runs, repetitions, filter.run) }
  }

  private mutating func addMany(
    _ filter: String, _ runs: LaneRuns<Double>, _ repetitions: Int,
    _ kernel: @escaping @Sendable (LaneKernels<Double>.Segments) -> Void
  ) {
    var times = Self.threadCounts.map { _ in [Double]() }
    for _ in 0..<repetitions {
      for (place, threads) in Self.threadCounts.enumerated() {
        times[place].append(Self.time { Self.run(runs, threads: threads, kernel) } / Double(runs.sampleCount))
      }
    }
    for (threads, each) in zip(Self.threadCounts, times) {
      many.append(
        Entry(
          filter: filter, threads: threads, nanosecondsPerSample: each.median,
          speedup: zip(times[0], each).map { $0 / $1 }.median))
    }
  }

  /// Runs all recordings on several threads.
  private static func run(
    _ runs: LaneRuns<Double>, threads: Int, _ kernel: @escaping @Sendable (LaneKernels<Double>.Segments) -> Void
  ) {
    nonisolated(unsafe) let recordings = runs.segments()
    WorkQueue(recordings.map { .init(cost: $0.samples.count) }, threadCount: threads).run { next in
      kernel { _ in next().map { recordings[$0] } }
    }
  }

  /// How long something takes, in nanoseconds.
  private static func time(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    return (ContinuousClock.now - start) / .nanoseconds(1)
  }

  var text: String {
    var manyTable = MarkdownTable(["64 recordings", "threads", "ns/sample", "of one thread"], wordColumns: 1)
    for entry in many {
      manyTable.add([
        entry.filter, String(entry.threads), String(format: "%.1f", entry.nanosecondsPerSample),
        String(format: "%.2f", entry.speedup),
      ])
    }
    return manyTable.text
  }
}
