import LogDiagnosis
import Testing

@Suite struct IntervalStatisticsTests {
  @Test func seesARegularClock() throws {
    var statistics = IntervalStatistics()
    let epoch: Int64 = 1_700_000_000_000_000_000
    for row in 0..<1001 { statistics.add(epoch + Int64(row) * 3_500_000) }
    #expect(statistics.count == 1001)
    #expect(statistics.first == epoch)
    #expect(statistics.duration == 3.5)
    #expect(abs(try #require(statistics.regularInterval) - 0.0035) < 1e-12)
    #expect(try #require(statistics.jitter) < 1e-12)
    #expect(statistics.histogram.map(\.count) == [1000])
    let limits = try #require(statistics.histogram.first?.limits)
    #expect(limits.contains(0.0035) && abs(limits.upperBound / limits.lowerBound - 1.01005) < 1e-5)
    #expect(statistics.gapCount == 0)
    #expect(statistics.duplicateCount == 0)
    #expect(statistics.backwardCount == 0)
  }

  @Test func tellsGapsDuplicatesAndStepsBackApart() throws {
    var statistics = IntervalStatistics()
    var time: Int64 = 0
    for row in 0..<500 {
      time += row == 100 || row == 200 ? 700_000_000 : 10_000_000
      statistics.add(time)
      if row == 300 { statistics.add(time) }
      if row == 400 { statistics.add(time - 5_000_000) }
    }
    #expect(statistics.gapCount == 2)
    #expect(abs(statistics.longest - 0.7) < 1e-12)
    #expect(statistics.histogram.last.map { $0.count == 2 && $0.limits.contains(0.7) } == true)
    #expect(statistics.duplicateCount == 1)
    #expect(statistics.backwardCount == 1)
    #expect(abs(try #require(statistics.regularInterval) - 0.01) < 2e-5)
  }

  @Test func measuresJitter() throws {
    var statistics = IntervalStatistics()
    // Timestamps of 10 ms that are late by 0.1 ms every other time: intervals of 9.9 and 10.1 ms, deviation 0.1 ms.
    for row in 0..<2001 { statistics.add(Int64(row) * 10_000_000 + (row.isMultiple(of: 2) ? 0 : 100_000)) }
    #expect(abs(try #require(statistics.jitter) - 1e-4) < 1e-9)
    #expect(abs(try #require(statistics.regularInterval) - 0.01) < 1e-12)
  }

  @Test(arguments: [[], [5], [5, 5, 5], [5, 4, 3], [0, .max], [.min, .max], [0, 1]] as [[Int64]])
  func survivesOddTimestamps(stamps: [Int64]) {
    var statistics = IntervalStatistics()
    for stamp in stamps { statistics.add(stamp) }
    #expect(statistics.count == stamps.count)
    #expect(statistics.duration >= 0)
    #expect(statistics.gapCount == 0)
    // A clock that was set forward says nothing of the interval.
    #expect(statistics.clockSetCount == (stamps.contains(.max) ? 1 : 0))
    #expect((statistics.regularInterval == nil) == (stamps != [0, 1]))
  }
}
