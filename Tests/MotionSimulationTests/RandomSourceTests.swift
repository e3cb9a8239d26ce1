import Testing

@testable import MotionSimulation

@Suite struct RandomSourceTests {
  /// The bits, pinned: any change to the generator changes every simulated file.
  @Test func firstNumbersArePinned() {
    var random = RandomSource(seed: 1)
    let bits = (0..<4).map { _ in random.next() }
    #expect(
      bits == [
        15_127_443_473_077_725_464, 1_461_602_467_546_418_123, 12_757_047_563_339_836_543, 14_020_266_613_861_970_574,
      ])
    let normals = (0..<4).map { _ in random.nextNormal().bitPattern }
    #expect(
      normals == [
        4_609_839_156_995_344_002, 4_610_617_846_259_061_530, 4_609_795_022_637_673_292, 4_608_571_859_657_812_193,
      ])
  }

  /// The reference implementation from the state (1, 2, 3, 4) begins with 11520, 0, 1509978240.
  @Test func generatorMatchesItsReference() {
    var random = RandomSource(state: (1, 2, 3, 4))
    #expect(random.next() == 11520)
    #expect(random.next() == 0)
    #expect(random.next() == 1_509_978_240)
  }

  @Test func streamsAndSeedsDiffer() {
    var first: Set<UInt64> = []
    for seed in UInt64(0)..<20 {
      for stream in UInt64(0)..<20 {
        var random = RandomSource(seed: seed, stream: stream)
        first.insert(random.next())
      }
    }
    #expect(first.count == 400)
  }

  /// Mean, variance, skewness, kurtosis and tail of 400 000 numbers, each within four of its standard deviations.
  @Test func normalNumbersAreNormal() {
    var random = RandomSource(seed: 42)
    let count = 400_000
    var moments = [0.0, 0.0, 0.0, 0.0]
    var beyondTwo = 0
    for _ in 0..<count {
      let value = random.nextNormal()
      var power = 1.0
      for order in 0..<4 {
        power *= value
        moments[order] += power / Double(count)
      }
      if abs(value) > 2 { beyondTwo += 1 }
    }
    let unit = 1 / Double(count).squareRoot()
    #expect(abs(moments[0]) < 4 * unit)
    #expect(abs(moments[1] - 1) < 4 * 1.4142 * unit)
    #expect(abs(moments[2]) < 4 * 3.873 * unit)
    #expect(abs(moments[3] - 3) < 4 * 9.798 * unit)
    #expect(abs(Double(beyondTwo) / Double(count) - 0.0455) < 4 * 0.2084 * unit)
  }

  @Test func uniformNumbersFillTheUnitInterval() {
    var random = RandomSource(seed: 5)
    var histogram = [Int](repeating: 0, count: 10)
    for _ in 0..<100_000 { histogram[Int(random.nextUniform() * 10)] += 1 }
    // 10 000 per bin with a standard deviation of 95.
    for bin in histogram { #expect(abs(bin - 10_000) < 400) }
  }

  /// Values of mpmath with 30 digits.
  @Test(arguments: [
    (0.5, -0.69314718055994531), (1.0, 0.0), (1.4999, 0.40539843921917673), (1.5001, 0.40553177255270758),
    (1e-17, -39.143946580898777), (0.999999, -1.0000005000290890e-06), (2.0, 0.69314718055994531),
  ])
  func naturalLogarithm(value: Double, expected: Double) {
    let result = RandomSource.naturalLogarithm(value)
    #expect(abs(result - expected) <= 4e-16 * max(abs(expected), 1e-6))
  }
}
