import AttitudeFilters
import FilterRuns
import Foundation
import MotionSamples
import RecordingFusion
import Rotations
import RecordingFusionDispatch

/// What lanes and threads gain: many recordings on one core and on all, and one recording of hours in pieces. Wall time.
struct LanesReport: Codable {
  /// One filter with `threads` threads. Medians over the repetitions.
  struct Entry: Codable {
    var filter: String
    var threads: Int
    var nanosecondsPerSample: Double
    /// The time of the same work on one core over this: in lanes for many recordings, sample by sample for a long one.
    var speedup: Double
    /// For a long recording, how the results came about.
    var way: String?
    /// For a long recording, the largest angle from the results of the whole one, in degrees.
    var largestAngle: Double?
  }

  private(set) var many: [Entry] = []
  private(set) var long: [Entry] = []
  private static let threadCounts = Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted()

  /// All filters with lane kernels; `hours` is the length of the long recording, at 100 Hz.
  init(repetitions: Int, samples: Int, hours: Double) {
    guard let kernels = LaneKernels<Double>.forThisProcessor else { return }
    let runs = LaneRuns<Double>(BenchmarkRecording(rate: 286, sampleCount: samples, streamCount: 16), .withMagnetometer)
    addMany("default", runs, repetitions) { kernels.runDefault(.init(), $0) }
    addMany("vqf", runs, repetitions) { kernels.runVQF(.init(), $0) }
    addMany("madgwick", runs, repetitions) { kernels.runMadgwick(.init(), $0) }
    addMany("mahony", runs, repetitions) { kernels.runMahony(.init(), $0) }

    let rate = 100.0
    let recording = BenchmarkRecording(rate: rate, sampleCount: Int(hours * 3600 * rate))
    let stream = LongRun(recording.firstStream(.withMagnetometer), laneCount: kernels.laneCount)
    addLong("vqf", VQFFilter<Double>(), stream, repetitions) { kernels.runVQF(.init(), $0) }
    addLong("madgwick", MadgwickFilter<Double>(), stream, repetitions) { kernels.runMadgwick(.init(), $0) }
    addLong("mahony", MahonyFilter<Double>(), stream, repetitions) { kernels.runMahony(.init(), $0) }
  }

  private mutating func addMany(
    _ filter: String, _ runs: LaneRuns<Double>, _ repetitions: Int, _ kernel: @escaping LongRecording<Double>.Kernel
  ) {
    var times = Self.threadCounts.map { _ in [Double]() }
    for _ in 0..<repetitions {
      for (place, threads) in Self.threadCounts.enumerated() {
        times[place].append(Self.time { runs.run(threads: threads, kernel) } / Double(runs.sampleCount))
      }
    }
    for (threads, each) in zip(Self.threadCounts, times) {
      many.append(
        Entry(
          filter: filter, threads: threads, nanosecondsPerSample: each.median,
          speedup: zip(times[0], each).map { $0 / $1 }.median))
    }
  }

  private mutating func addLong<Filter: AttitudeFilter>(
    _ name: String, _ filter: Filter, _ run: LongRun, _ repetitions: Int,
    _ kernel: @escaping LongRecording<Double>.Kernel
  ) where Filter.Scalar == Double {
    for threads in Self.threadCounts {
      var (times, ratios, way) = ([Double](), [Double](), LongRecording<Double>.Way.oneByOne)
      for _ in 0..<repetitions {
        let whole = Self.time { run.whole(filter) }
        times.append(Self.time { way = run.pieces(filter, threads: threads, kernel) })
        ratios.append(whole / (times.last ?? .nan))
      }
      long.append(
        Entry(
          filter: name, threads: threads, nanosecondsPerSample: times.median / Double(run.count),
          speedup: ratios.median, way: "\(way)", largestAngle: run.largestAngle))
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
    var longTable = MarkdownTable(
      ["one long recording", "pieces", "threads", "ns/sample", "of one by one", "largest angle, degrees"],
      wordColumns: 2)
    for entry in long {
      longTable.add([
        entry.filter, entry.way ?? "", String(entry.threads), String(format: "%.1f", entry.nanosecondsPerSample),
        String(format: "%.2f", entry.speedup), String(format: "%.1e", entry.largestAngle ?? .nan),
      ])
    }
    return manyTable.text + "\n\n" + longTable.text
  }
}
