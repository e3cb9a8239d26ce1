import MotionSamples
import TestSupport
import Testing

/// Timestamps are in whole milliseconds here, which are easy to read; the clock itself counts nanoseconds.
@Suite struct SampleClockTests {
  typealias Kind = ClockReading.Kind

  /// The kinds and the intervals in milliseconds of a list of timestamps in milliseconds.
  func read(
    _ milliseconds: [Int64], _ parameters: SampleClock.Parameters = .init()
  ) -> (kinds: [Kind], intervals: [Double]) {
    var clock = SampleClock(parameters: parameters)
    let readings = milliseconds.map { clock.read(Timestamp(nanoseconds: $0 * 1_000_000)) }
    return (readings.map(\.kind), readings.map { Double($0.nanoseconds) / 1e6 })
  }

  /// Regular timestamps, 10 ms apart.
  func regular(_ range: ClosedRange<Int64>) -> [Int64] { range.map { $0 * 10 } }

  @Test func regularTimestamps() {
    let (kinds, intervals) = read([1000, 1010, 1020, 1031, 1040])
    #expect(kinds == [.first, .regular, .regular, .regular, .regular])
    #expect(intervals == [0, 10, 10, 11, 9])
  }

  @Test func theFirstIntervalIsTheNominalOneWhereItIsKnown() {
    var clock = SampleClock(parameters: .init(nominalInterval: 0.01))
    #expect(clock.nominalInterval == 0.01)
    #expect(clock.read(Timestamp(nanoseconds: 77)).interval == 0.01)
    var unknown = SampleClock()
    #expect(unknown.nominalInterval == 0)
    #expect(unknown.read(Timestamp(nanoseconds: 77)).interval == 0)
  }

  @Test func epochTimestampsKeepTheirNanoseconds() {
    var clock = SampleClock()
    _ = clock.read(Timestamp(nanoseconds: 1_403_636_579_763_555_584))
    #expect(clock.read(Timestamp(nanoseconds: 1_403_636_579_768_555_585)).interval == 0.005000001)
  }

  @Test func aGapIsLongerThanTheFactorTimesTheNominalInterval() {
    let before = regular(0...20)
    #expect(read(before + [225]).kinds.last == .regular)
    #expect(read(before + [226]).kinds.last == .gap)
    #expect(read(before + [226]).intervals.last == 26)
    #expect(read(before + [5200]).intervals.last == 5000)
    #expect(read(before + [200 + 18_000_000]).intervals.last == 18_000_000)
    #expect(read(before + [231], .init(gapFactor: 3)).kinds.last == .gap)
    #expect(read(before + [230], .init(gapFactor: 3)).kinds.last == .regular)
  }

  @Test func aGapIsFoundAtOnceWhereTheNominalIntervalIsGiven() {
    #expect(read([0, 50], .init(nominalInterval: 0.01)).kinds == [.first, .gap])
    #expect(read([0, 50]).kinds == [.first, .regular])
  }

  @Test func aLastingChangeOfRateIsFollowedAfterEightSteps() {
    let (kinds, intervals) = read(regular(0...20) + (1...12).map { 200 + 100 * $0 })
    #expect(kinds[21..<29] == ArraySlice(repeating: .gap, count: 8))
    #expect(kinds[29...] == ArraySlice(repeating: .regular, count: 4))
    #expect(intervals[21...].allSatisfy { $0 == 100 })
  }

  @Test func gapsDoNotMoveTheNominalInterval() {
    var clock = SampleClock()
    var stamp: Int64 = 0
    for sample in 1...300 {
      stamp += sample % 3 == 0 ? 5_000_000_000 : 10_000_000
      _ = clock.read(Timestamp(nanoseconds: stamp))
    }
    #expect(clock.nominalInterval == 0.01)
  }

  @Test func aDuplicateTakesNoTime() {
    let (kinds, intervals) = read([0, 10, 20, 30, 40, 40, 50])
    #expect(kinds[5...] == [.duplicate, .regular])
    #expect(intervals[5...] == [0, 10])
  }

  /// imu_tools#3: a driver that delivers five samples under one timestamp.
  @Test func burstsUnderOneTimestampAreShared() {
    let stamps = (0..<20).flatMap { Array(repeating: Int64($0) * 50, count: 5) }
    let (kinds, intervals) = read(stamps)
    // Four different steps make the nominal step known; from then on every sample gets its share.
    #expect(kinds[21..<25] == [.shared, .shared, .shared, .shared])
    for sample in 25..<100 { #expect(intervals[sample] == 10, "sample \(sample)") }
    #expect(intervals[..<95].reduce(0, +) + intervals[95] == 950)
    #expect(!kinds.contains(.gap))
  }

  @Test func unevenBurstsAddUpToTheirTimestamps() {
    var generator = SplitMix64(seed: 5)
    var (clock, total, first) = (SampleClock(), Int64(0), true)
    for stamp in 1...400 {
      let nanoseconds = Int64(stamp) * 50_000_001
      for _ in 0..<Int.random(in: 3...7, using: &generator) {
        let reading = clock.read(Timestamp(nanoseconds: nanoseconds))
        #expect(reading.nanoseconds >= 0 && reading.nanoseconds <= 100_000_002)
        total += reading.nanoseconds
        first = false
      }
      // What is given out is never behind the timestamp, and less than one step ahead of it.
      let ahead = total - (nanoseconds - 50_000_001)
      #expect(!first && ahead >= 0 && ahead < 50_000_001)
    }
  }

  @Test func aLateSampleTakesNoTimeAndDoesNotDisturb() {
    let (kinds, intervals) = read(regular(0...20) + [195, 210, 220])
    #expect(kinds[21...] == [.late, .regular, .regular])
    #expect(intervals[21...] == [0, 10, 10])
  }

  @Test func aClockSetBackGoesOnFromThere() {
    let (kinds, intervals) = read(regular(100...120) + [3, 13, 23, 33])
    #expect(kinds[21...] == [.reset, .regular, .regular, .regular])
    #expect(intervals[21...] == [10, 10, 10, 10])
  }

  @Test func aClockSetBackBeforeAnyRateIsKnownGoesOnToo() {
    let (kinds, intervals) = read([1_000_000, 0, 10, 20])
    #expect(kinds == [.first, .reset, .regular, .regular])
    #expect(intervals == [0, 0, 10, 10])
  }

  @Test func aClockSetBackByLittleIsFoundAfterEightSamples() {
    // Back by 20 ms, which might be one late sample, and then on at 1 kHz: late, late, ...
    let (kinds, _) = read(regular(0...20) + (0...10).map { 180 + $0 })
    #expect(kinds[21..<29] == ArraySlice(repeating: .late, count: 8))
    #expect(kinds[29] == .reset)
    #expect(kinds[30] == .regular)
  }

  @Test(arguments: [10_000_000_000, 3_600_000, -1, -1_000_000_000, 0] as [Int64])
  func oneWildTimestampCostsNothingButItsSample(wild: Int64) {
    let (kinds, intervals) = read(regular(100...120) + [wild, 1220, 1230, 1240])
    #expect(kinds[22...] == [.returned, .regular, .regular])
    // The wild sample and the one after it share the 20 ms that really passed; an hour could have been a gap.
    #expect(kinds[21] == (wild == 3_600_000 ? .gap : .reset))
    #expect(intervals[21] == (wild == 3_600_000 ? 3_598_800 : 10))
    #expect(intervals[22...] == [10, 10, 10])
  }

  @Test func aRowOfWildTimestampsCostsOnlyThem() {
    // A logger that writes 0 while it waits for its clock.
    let (kinds, intervals) = read(regular(100...120) + [0, 0, 0, 0, 1250, 1260])
    #expect(kinds[21...] == [.reset, .duplicate, .duplicate, .duplicate, .returned, .regular])
    #expect(intervals[21...] == [10, 0, 0, 0, 40, 10])
  }

  @Test func aJumpToAnotherEpochIsBelievedWhenItGoesOn() {
    let epoch: Int64 = 1_700_000_000_000
    let (kinds, intervals) = read(regular(0...20) + (0...3).map { epoch + 10 * $0 })
    #expect(kinds[21...] == [.reset, .regular, .regular, .regular])
    #expect(intervals[21...] == [10, 10, 10, 10])
  }

  @Test func twoClocksThatAlternateGiveTheTimeOfOne() {
    let stamps = (0..<60).map { (row: Int64) in row * 10 + (row.isMultiple(of: 2) ? 0 : 1_700_000_000_000) }
    let (kinds, intervals) = read(regular(-20 ... -1) + stamps)
    #expect(kinds[22...].allSatisfy { $0 == .returned })
    #expect(intervals[20...].reduce(0, +) == 600)
  }

  @Test func onlyGapsAndDisorderAreDiscontinuities() {
    let all: [Kind: Bool] = [
      .first: false, .regular: false, .duplicate: false, .shared: false, .gap: true, .late: true, .reset: true,
      .returned: true,
    ]
    var clock = SampleClock(parameters: .init(nominalInterval: 0.01))
    for stamp in regular(0...20) + [200, 195, 400, 410, 0, 10, 420, 430] {
      let reading = clock.read(Timestamp(nanoseconds: stamp * 1_000_000))
      #expect(reading.isDiscontinuity == all[reading.kind])
    }
  }

  @Test func noIntervalIsEverNegativeWhateverTheTimestamps() {
    var generator = SplitMix64(seed: 3)
    let awkward: [Int64] = [.min, .max, 0, -1, 1, .min + 1, .max - 1]
    for stream in 0..<1000 {
      var clock = SampleClock(
        parameters: .init(
          nominalInterval: stream % 2 == 0 ? nil : 0.01, gapFactor: [1, 2.5, 1000, 1e30][stream % 4],
          longestGap: [0.01, 1, 86_400, 1e8][stream / 4 % 4]))
      var stamp: Int64 = 0
      for _ in 0..<300 {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: stamp = awkward.randomElement(using: &generator)!
        case 1: stamp = Int64(bitPattern: generator.next())
        case 2: break
        case 3: stamp &-= Int64.random(in: 0..<100_000_000_000, using: &generator)
        default: stamp &+= Int64.random(in: 0..<20_000_000, using: &generator)
        }
        let reading = clock.read(Timestamp(nanoseconds: stamp))
        #expect(reading.nanoseconds >= 0 && reading.interval >= 0 && reading.interval.isFinite)
      }
      // Within 20 good samples the clock is on its feet again.
      var last = clock.read(Timestamp(nanoseconds: 5_000_000))
      for step in 1...20 { last = clock.read(Timestamp(nanoseconds: 5_000_000 + Int64(step) * 5_000_000)) }
      #expect(last.interval == 0.005, "stream \(stream): \(last)")
    }
  }

  @Test func aCopyIsASnapshot() {
    var clock = SampleClock()
    for stamp in regular(0...20) { _ = clock.read(Timestamp(nanoseconds: stamp * 1_000_000)) }
    var copy = clock
    let next = Timestamp(nanoseconds: 300_000_000)
    #expect(clock.read(next) == copy.read(next))
  }

  @Test func statistics() {
    var (clock, statistics) = (SampleClock(), ClockStatistics())
    for stamp in [0, 9, 20, 29, 40, 40, 49, 60, 160, 155, 170, 0, 10] as [Int64] {
      statistics.record(clock.read(Timestamp(nanoseconds: stamp * 1_000_000)))
    }
    #expect(statistics.sampleCount == 13)
    #expect(statistics.count(of: .first) == 1)
    #expect(statistics.count(of: .duplicate) == 1)
    #expect(statistics.count(of: .gap) == 1)
    #expect(statistics.count(of: .late) == 1)
    #expect(statistics.count(of: .reset) == 1)
    #expect(statistics.longestBurst == 2)
    // 9, 11, 9, 11, 9, 11, 10, 10: mean 10, squares add up to 6 over 7 degrees of freedom.
    #expect(abs(statistics.meanInterval - 0.010) < 1e-15)
    #expect(abs(statistics.jitter - (6.0 / 7).squareRoot() * 1e-3) < 1e-15)
    #expect(statistics.shortestInterval == 0.009)
    #expect(statistics.longestInterval == 0.1)
    #expect(abs(statistics.gapDuration - 0.1) < 1e-15)
    #expect(abs(statistics.duration - 0.190) < 1e-15)
  }
}
