import TestSupport
import Testing

@testable import MotionSamples

@Suite("Recent median")
struct RecentMedianTests {
  @Test(
    "It is the lower median of the last 15 values, whatever comes",
    arguments: [UInt64(1), 2, 3, 5, 9, 1000, UInt64(Int64.max)])
  func isMedian(range: UInt64) {
    var random = SplitMix64(seed: range)
    var median = RecentMedian()
    #expect(median.median == 0)
    var values: [Int64] = []
    for _ in 0..<5000 {
      let value = Int64(random.next() % range) - Int64(range / 2)
      median.insert(value)
      values.append(value)
      let recent = values.suffix(15).sorted()
      #expect(median.median == recent[(recent.count - 1) / 2])
    }
  }

  @Test("Extreme values and steps up and down are followed")
  func followsExtremes() {
    var median = RecentMedian()
    for value in [Int64.min, .max] {
      for index in 0..<20 {
        median.insert(value)
        let followsAtOnce = value == .min || index >= 7
        #expect((median.median == value) == followsAtOnce)
      }
    }
  }
}
