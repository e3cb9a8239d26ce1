import Counters
import Foundation

/// Runs cases interleaved: each repetition runs every case once, so that clock-frequency changes affect all equally.
struct BenchmarkSuite {
  var cases: [BenchmarkCase]
  var repetitions: Int

  /// All times, and allocations per sample.
  func measure(progress: (_ repetition: Int) -> Void) -> [Measurement] {
    var measurements = cases.map(Self.warmedUp)
    for repetition in 1...repetitions {
      progress(repetition)
      for index in cases.indices {
        measurements[index].nanosecondsPerSample.append(Self.nanosecondsPerSample(of: cases[index]))
      }
    }
    return measurements
  }

  /// A first run, untimed, that counts allocations. The sum of its outputs shows that the run did its work.
  private static func warmedUp(_ benchmark: BenchmarkCase) -> Measurement {
    let before = cardan_allocation_count()
    let checksum = benchmark.run()
    let after = cardan_allocation_count()
    let allocations = before < 0 ? nil : Double(after - before) / Double(max(1, benchmark.sampleCount))
    return Measurement(
      label: benchmark.label, allocationsPerSample: allocations, checksum: checksum, nanosecondsPerSample: [])
  }

  private static func nanosecondsPerSample(of benchmark: BenchmarkCase) -> Double {
    let start = threadTime()
    let checksum = benchmark.run()
    let time = threadTime() - start
    precondition(!checksum.isNaN, "a filter's output is not a number")
    return time / Double(max(1, benchmark.sampleCount))
  }

  /// CPU time of this thread, ns.
  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
