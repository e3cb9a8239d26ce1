import MotionSamples
import TestSupport
import Testing

@Suite struct TimestampTests {
  @Test func intervalOfEpochTimestampsIsExactToTheNanosecond() {
    let earlier = Timestamp(nanoseconds: 1_403_636_579_763_555_584)
    let later = Timestamp(nanoseconds: 1_403_636_579_768_555_585)
    #expect(later.nanoseconds(since: earlier) == 5_000_001)
    #expect(later.seconds(since: earlier) == 0.005000001)
    #expect(earlier.seconds(since: later) == -0.005000001)
    #expect(later > earlier)
  }

  @Test(
    arguments: [
      0, 1, -1, 999_999_999, 4_294_967_295, 4_294_967_296, -4_294_967_297, 1 << 53, (1 << 53) - 1, -(1 << 53), .max,
      .min,
    ] as [Int64])
  func secondsOfACountAreThoseOfTheStandardConversion(count: Int64) {
    #expect(Timestamp.seconds(ofNanoseconds: count) == Double(count) / 1e9)
  }

  @Test func secondsOfRandomCountsAreThoseOfTheStandardConversion() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      let count = Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<63, using: &generator)
      #expect(Timestamp.seconds(ofNanoseconds: count) == Double(count) / 1e9)
    }
  }

  @Test func wholeUnitsAreConvertedExactlyAndOverflowIsRefused() {
    #expect(Timestamp(3, in: .seconds)?.nanoseconds == 3_000_000_000)
    #expect(Timestamp(-3, in: .milliseconds)?.nanoseconds == -3_000_000)
    #expect(Timestamp(1_403_636_579_763_555, in: .microseconds)?.nanoseconds == 1_403_636_579_763_555_000)
    #expect(Timestamp(.max, in: .nanoseconds)?.nanoseconds == .max)
    #expect(Timestamp(9_223_372_036, in: .seconds)?.nanoseconds == 9_223_372_036_000_000_000)
    #expect(Timestamp(9_223_372_037, in: .seconds) == nil)
    #expect(Timestamp(.min, in: .microseconds) == nil)
  }

  @Test func secondsAsDoubleAreRoundedToTheNanosecond() {
    #expect(Timestamp(seconds: 0.1)?.nanoseconds == 100_000_000)
    #expect(Timestamp(seconds: -1.000000001)?.nanoseconds == -1_000_000_001)
    #expect(Timestamp(seconds: 123_456.789012345)?.nanoseconds == 123_456_789_012_345)
    // 2^-20 s is a multiple of the step of a Double near 1.4e9, so nothing is lost before the conversion.
    #expect(Timestamp(seconds: 1_403_636_579 + 0x1p-20)?.nanoseconds == 1_403_636_579_000_000_954)
    for wild in [Double.nan, .infinity, -.infinity, 9.3e9, -1e300] { #expect(Timestamp(seconds: wild) == nil) }
  }

  @Test func arithmeticBeyondTheRangeStopsAtItsEnds() {
    let (first, last) = (Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max))
    #expect(last.nanoseconds(since: first) == .max)
    #expect(first.nanoseconds(since: last) == .min)
    #expect(last.advanced(byNanoseconds: 1) == last)
    #expect(first.advanced(byNanoseconds: -1) == first)
    #expect(Timestamp(nanoseconds: 5).advanced(byNanoseconds: -7).nanoseconds == -2)
  }
}
