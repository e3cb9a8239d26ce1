import FilterRuns
import Foundation

/// Cost per sample from one log to a thousand and from a second to ten hours: it must not grow with the work.
struct ScalingReport: Codable {
  /// One amount of work.
  struct Entry: Codable {
    var logs: Int
    var seconds: Double
    var threads: Int
    var samples: Int
    /// Medians over the repetitions.
    var processorNanosecondsPerSample: Double
    var wallNanosecondsPerSample: Double
    var peakMegabytes: Double
  }

  private(set) var entries: [Entry] = []

  /// All amounts of work on one thread, many logs also on every core.
  init(repetitions: Int, rate: Double = 286) {
    let minute = RepeatingLog(BenchmarkRecording(rate: rate, sampleCount: Int(60 * rate)), rowCount: 0)
    for seconds in [1.0, 10, 60, 600, 3600, 36000] {
      measure(minute, rate: rate, seconds: seconds, logs: 1, threads: 1, repetitions: repetitions)
    }
    for threads in Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() {
      for logs in [1, 10, 100, 1000] where threads == 1 || logs > 1 {
        measure(minute, rate: rate, seconds: 60, logs: logs, threads: threads, repetitions: repetitions)
      }
    }
  }

  private mutating func measure(
    _ minute: RepeatingLog, rate: Double, seconds: Double, logs: Int, threads: Int, repetitions: Int
  ) {
    let work = Array(repeating: RepeatingLog(minute, rowCount: Int(seconds * rate)), count: logs)
    let samples = logs * Int(seconds * rate)
    // Short work is done several times over, so that the clock's steps do not show.
    let rounds = max(1, 300_000 / samples)
    var (processor, wall, peak): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<repetitions {
      PeakMemory.reset()
      let (startProcessor, startWall) = (Self.time(CLOCK_PROCESS_CPUTIME_ID), Self.time(CLOCK_MONOTONIC))
      for _ in 0..<rounds {
        precondition(LogFuser.fuse(work, threadCount: threads) == samples, "not every sample was fused")
      }
      let perSample = 1 / Double(rounds * samples)
      processor.append((Self.time(CLOCK_PROCESS_CPUTIME_ID) - startProcessor) * perSample)
      wall.append((Self.time(CLOCK_MONOTONIC) - startWall) * perSample)
      peak.append(PeakMemory.megabytes)
    }
    entries.append(
      Entry(
        logs: logs, seconds: seconds, threads: threads, samples: samples,
        processorNanosecondsPerSample: processor.median, wallNanosecondsPerSample: wall.median,
        peakMegabytes: peak.median))
  }

  /// Nanoseconds on a clock of the system.
  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  var table: String {
    var table = MarkdownTable(
      ["logs", "seconds each", "threads", "samples", "processor ns/sample", "wall ns/sample", "peak MB"], wordColumns: 0
    )
    for entry in entries {
      table.add([
        String(entry.logs), String(Int(entry.seconds)), String(entry.threads), String(entry.samples),
        String(format: "%.0f", entry.processorNanosecondsPerSample),
        String(format: "%.0f", entry.wallNanosecondsPerSample),
        String(format: "%.0f", entry.peakMegabytes),
      ])
    }
    return table.text
  }
}
