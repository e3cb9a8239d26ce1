import AttitudeEvaluation
import Testing

@Suite struct MeanIntervalTests {
  /// t of four degrees of freedom is 2.776445; the standard deviation of 1 ... 5 is √2.5.
  @Test func fiveValues() {
    let interval = MeanInterval(of: [1, 2, 3, 4, 5])
    #expect(interval.count == 5 && interval.mean == 3)
    #expect(abs(interval.halfWidth - 2.7764451 * (2.5 / 5).squareRoot()) < 1e-6)
    #expect(interval.excludesZero)
    #expect(!MeanInterval(of: [-1, 0, 1.5]).excludesZero)
    let narrow = MeanInterval(of: [1, 2, 3, 4, 5], probability: 0.5)
    #expect(narrow.halfWidth < interval.halfWidth / 3)
  }

  @Test func fewValuesHaveNoInterval() {
    let one = MeanInterval(of: [4])
    #expect(one.mean == 4 && one.halfWidth.isNaN && !one.excludesZero)
    #expect(MeanInterval(of: []).mean.isNaN)
  }
}
