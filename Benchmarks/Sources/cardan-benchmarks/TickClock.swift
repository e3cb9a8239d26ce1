import Counters
import Foundation

/// The clock of the marks, held against the system's: how long a tick is, and how long a mark takes.
struct TickClock {
  let nanosecondsPerTick: Double
  /// The median time between two marks with nothing between them, in nanoseconds; taken off every time.
  let costOfMark: Double

  init() {
    let (start, startTime) = (Self.ticks(), Self.nanoseconds())
    while Self.nanoseconds() - startTime < 1e8 {}
    let (end, endTime) = (Self.ticks(), Self.nanoseconds())
    nanosecondsPerTick = (endTime - startTime) / Double(end - start)

    var marks = [UInt64](repeating: 0, count: 10_001)
    marks.withUnsafeMutableBufferPointer {
      cardan_marks_begin($0.baseAddress)
      for _ in 0..<$0.count { cardan_mark_time() }
    }
    costOfMark = zip(marks, marks.dropFirst()).map { Double($1 - $0) }.median * nanosecondsPerTick
  }

  /// The time between two marks, without that of a mark.
  func nanoseconds(from start: UInt64, to end: UInt64) -> Double {
    max(0, Double(end - start) * nanosecondsPerTick - costOfMark)
  }

  private static func ticks() -> UInt64 {
    var mark: UInt64 = 0
    withUnsafeMutablePointer(to: &mark) {
      cardan_marks_begin($0)
      cardan_mark_time()
    }
    return mark
  }

  private static func nanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
