import AllocationCounter
import Foundation

/// Runs cases in turn, again and again: each repetition runs every case once, so that a machine that slows down or
/// speeds up does so for all of them.
struct BenchmarkSuite {
  var cases: [BenchmarkCase]
  var repetitions: Int

  /// All times, and allocations per update.
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
      label: benchmark.label, allocationsPerUpdate: allocations, checksum: checksum, nanosecondsPerSample: [])
  }

  private static func nanosecondsPerSample(of benchmark: BenchmarkCase) -> Double {
    let start = threadTime()
    let checksum = benchmark.run()
    let time = threadTime() - start
    precondition(!checksum.isNaN, "a filter's output is not a number")
    return time / Double(max(1, benchmark.sampleCount))
  }

  /// Nanoseconds for which this thread has been on a processor: what other programs take away does not count.
  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// What was found out about one case.
struct Measurement: Codable {
  var label: BenchmarkCase.Label
  /// Heap blocks per update; nil where they cannot be counted.
  var allocationsPerUpdate: Double?
  var checksum: Double
  /// One time per repetition.
  var nanosecondsPerSample: [Double]

  var median: Double { nanosecondsPerSample.median }
  var smallest: Double { nanosecondsPerSample.min() ?? .nan }

  /// The median over repetitions of this case's time over another's in the same repetition.
  func ratio(to other: Measurement) -> Double {
    zip(nanosecondsPerSample, other.nanosecondsPerSample).map { $0 / $1 }.median
  }
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let ordered = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? 0.5 * (ordered[middle - 1] + ordered[middle]) : ordered[middle]
  }
}
