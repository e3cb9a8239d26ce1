import Foundation
import MotionSamples
import MotionSimulation
import TestSupport
import Testing

@testable import SensorCalibration

@Suite struct AllanDeviationTests {
  /// Readings 1, 2, 4, 7. Differences of neighbours: 1, 2, 3; means of two: 1.5 and 5.5; second differences: 1, 1.
  @Test func intervalsBeyondReasonAreRefused() {
    for interval in [0, -1, 1e-300, 1e308, .nan, .infinity] {
      #expect(throws: AllanError.invalidInterval) { try SegmentedSeries([1, 2, 4, 7], interval: interval) }
    }
  }

  @Test func fourReadingsByHand() throws {
    let series = try SegmentedSeries([1, 2, 4, 7], interval: 0.5)
    let usual = try AllanDeviation(of: series, factors: [1, 2, 3])
    #expect(usual.points.map(\.averagingFactor) == [1, 2])
    #expect(usual.points.map(\.averagingTime) == [0.5, 1])
    #expect(usual.points.map(\.termCount) == [3, 1])
    #expect(abs(usual.points[0].deviation - (14.0 / 6).squareRoot()) < 1e-15)
    #expect(abs(usual.points[1].deviation - 8.0.squareRoot()) < 1e-15)
    let hadamard = try AllanDeviation(of: series, form: .hadamard, factors: [1])
    #expect(abs(hadamard.points[0].deviation - (1.0 / 6).squareRoot()) < 1e-15)
    let modified = try AllanDeviation(of: series, form: .modified, factors: [1])
    #expect(modified.points[0].deviation == usual.points[0].deviation && modified.points[0].termCount == 3)
  }

  /// Golden/allan.csv is allantools' answer to Golden/allan-readings.csv (see make-allan.py).
  @Test func equalsAllantools() throws {
    let readings = try golden("allan-readings.csv").map { Double($0)! }
    let series = try SegmentedSeries(readings, interval: 0.02)
    var compared = 0
    for line in try golden("allan.csv").dropFirst() {
      let cells = line.split(separator: ",").map(String.init)
      let form = try #require(AllanForm(rawValue: cells[0]))
      let (factor, noise) = (try #require(Int(cells[1])), try #require(PowerLawNoise(rawValue: Int(cells[4])!)))
      let values = cells.map { Double($0) ?? .nan }
      let point = try #require(try AllanDeviation(of: series, form: form, factors: [factor]).points.first)
      #expect(abs(point.deviation / values[2] - 1) < 1e-9)
      #expect(Double(point.termCount) == values[3])
      let degrees = EquivalentDegreesOfFreedom(form: form, noise: noise).count(readings: 1500, factor: factor)
      if noise != .differencedWhite || factor <= 128 {
        #expect(abs(degrees / values[5] - 1) < tolerance(form, noise, factor: factor), "\(line): \(degrees)")
      }
      let same = AllanDeviation.Point(
        averagingFactor: factor, averagingTime: 1, deviation: values[2], termCount: 1, degreesOfFreedom: values[5],
        meanTerm: 0)
      let interval = same.interval(probability: 0.9)
      #expect(abs(interval.lowerBound / values[6] - 1) < 1e-9)
      #expect(abs(interval.upperBound / values[7] - 1) < 1e-9)
      compared += 1
    }
    #expect(compared > 100)
  }

  /// Sums of up to 100 lags are taken by both. For more allantools takes fitted tables, and the limit of an infinite averaging
  /// factor, which differ from the sum by up to 3 % at factors just above a third of 100.
  private func tolerance(_ form: AllanForm, _ noise: PowerLawNoise, factor: Int) -> Double {
    let isFormula = noise == .differencedWhite && form != .modified
    return (form.differenceOrder + 1) * factor <= 100 && !(isFormula && form == .hadamard) ? 1e-6 : 0.04
  }

  /// Beyond a factor of 128 the sum is taken at that factor: only the ratio of length and factor counts.
  @Test(arguments: [PowerLawNoise.white, .flicker, .randomWalk], AllanForm.allCases)
  func degreesOfFreedomDependOnTheRatioOnly(noise: PowerLawNoise, form: AllanForm) {
    let rule = EquivalentDegreesOfFreedom(form: form, noise: noise)
    let small = rule.count(readings: 64 * 12, factor: 64)
    let large = rule.count(readings: 100_000 * 12, factor: 100_000)
    #expect(abs(large / small - 1) < 0.03)
  }

  /// At the longest times the slope of white noise is uncertain and may look like quantisation, whose degrees of freedom are
  /// many times as large; it is believed only where it holds from the shortest time on.
  @Test func degreesOfFreedomAtLongTimesAreFew() throws {
    for seed in UInt64(0)..<40 {
      var random = RandomSource(seed: seed)
      let series = try SegmentedSeries((0..<3000).map { _ in random.nextNormal() }, interval: 1)
      let point = try #require(try AllanDeviation(of: series).points.last)
      #expect(point.averagingFactor > 800)
      #expect(point.degreesOfFreedom < 5)
      let minimum = try #require(try AllanDeviation(of: series).minimum)
      #expect(minimum.degreesOfFreedom >= 5 && minimum.averagingFactor > 50)
    }
  }

  @Test func whiteNoiseAndRandomWalkHaveTheirSlopes() throws {
    var random = RandomSource(seed: 5)
    let interval = 0.01
    let white = (0..<200_000).map { _ in random.nextNormal() * 0.3 / interval.squareRoot() }
    try expect(white, interval, deviation: { 0.3 / $0.squareRoot() })
    var walk = 0.0
    let walks = (0..<200_000).map { _ in
      walk += random.nextNormal() * 0.3 * interval.squareRoot()
      return walk
    }
    // A walk in steps: K² tau / 3 · (1 + 1 / (2 m²)).
    try expect(
      walks, interval,
      deviation: { time in
        let windows = time / interval
        return 0.3 * (time / 3 * (1 + 0.5 / (windows * windows))).squareRoot()
      })
  }

  /// Each point within four standard deviations of its chi-square distribution, which is nearly normal above 50 degrees.
  private func expect(_ readings: [Double], _ interval: Double, deviation: (Double) -> Double) throws {
    let found = try AllanDeviation(of: SegmentedSeries(readings, interval: interval))
    for point in found.points where point.degreesOfFreedom > 50 {
      let ratio = point.deviation / deviation(point.averagingTime)
      #expect(abs(ratio * ratio - 1) < 4 * (2 / point.degreesOfFreedom).squareRoot(), "\(point)")
    }
    #expect(found.points.filter { $0.degreesOfFreedom > 50 }.count > 40)
  }

  @Test func aDriftIsSeenExactlyAndHadamardIsBlindToIt() throws {
    let series = try SegmentedSeries((0..<1000).map { 1e4 + 0.25 * Double($0) * 0.1 }, interval: 0.1)
    for point in try AllanDeviation(of: series).points {
      #expect(abs(point.deviation / (0.25 * point.averagingTime / 2.0.squareRoot()) - 1) < 1e-9)
    }
    for point in try AllanDeviation(of: series, form: .hadamard).points { #expect(point.deviation < 1e-8) }
  }

  /// Two stretches with a jump of 1000 between: their terms are pooled, and no term reaches over the gap.
  @Test func gapsAreNotBridged() throws {
    var random = RandomSource(seed: 6)
    let first = (0..<300).map { _ in random.nextNormal() }
    let second = (0..<500).map { _ in 1000 + random.nextNormal() }
    let joined = try SegmentedSeries(first + [.nan, .infinity] + second, interval: 1)
    #expect(joined.segments.map(\.count) == [300, 500])
    #expect(joined.count == 800 && joined.longestCount == 500)
    for form in AllanForm.allCases {
      let factors = [1, 4, 60, 140]
      let whole = try AllanDeviation(of: joined, form: form, factors: factors).points
      let left = try AllanDeviation(of: SegmentedSeries(first, interval: 1), form: form, factors: factors).points
      let right = try AllanDeviation(of: SegmentedSeries(second, interval: 1), form: form, factors: factors).points
      for (index, point) in whole.enumerated() {
        let parts = [right[index]] + (index < left.count ? [left[index]] : [])
        let terms = parts.reduce(0) { $0 + $1.termCount }
        let sum = parts.reduce(0) { $0 + Double($1.termCount) * $1.deviation * $1.deviation }
        #expect(point.termCount == terms)
        #expect(abs(point.deviation / (sum / Double(terms)).squareRoot() - 1) < 1e-9)
      }
    }
  }

  /// Half the readings, in ten stretches: the degrees of freedom add up.
  @Test func stretchesAddTheirDegreesOfFreedom() throws {
    var random = RandomSource(seed: 7)
    let readings = (0..<10_000).map { $0 % 1000 < 500 ? random.nextNormal() : .nan }
    let series = try SegmentedSeries(readings, interval: 1)
    let one = try AllanDeviation(of: SegmentedSeries(series.segments[0], interval: 1), factors: [10])
    let all = try AllanDeviation(of: series, factors: [10])
    #expect(abs(all.points[0].degreesOfFreedom / (10 * one.points[0].degreesOfFreedom) - 1) < 1e-12)
  }

  @Test func timestampsFindGaps() throws {
    // 10 ms with jitter; a lost reading after 3, a timestamp that goes back after 5.
    let stamps: [Int64] = [0, 11, 19, 30, 50, 60, 55, 65, 75]
    let series = try SegmentedSeries(
      stamps.indices.map(Double.init), timestamps: stamps.map { Timestamp(nanoseconds: $0 * 1_000_000) })
    #expect(series.segments == [[0, 1, 2, 3], [4, 5], [6, 7, 8]])
    #expect(abs(series.interval - 0.060 / 6) < 1e-12)
  }

  @Test func badInputIsATypedError() throws {
    #expect(throws: AllanError.noReadings) { try SegmentedSeries([.nan, .nan], interval: 1) }
    #expect(throws: AllanError.noReadings) { try SegmentedSeries([], interval: 1) }
    #expect(throws: AllanError.invalidInterval) { try SegmentedSeries([1, 2, 3], interval: 0) }
    #expect(throws: AllanError.invalidInterval) { try SegmentedSeries([1, 2, 3], interval: .nan) }
    #expect(throws: AllanError.invalidInterval) {
      try SegmentedSeries([1, 2], timestamps: [Timestamp(nanoseconds: 5), Timestamp(nanoseconds: 5)])
    }
    #expect(throws: AllanError.tooShort(longest: 1, needed: 2)) {
      try AllanDeviation(of: SegmentedSeries([1, .nan, 2, .nan, 4], interval: 1))
    }
  }

  /// A curve has four averaging times per octave, so an hour or a day only takes O(N) more work per octave, and the memory
  /// is that of the readings and their integral.
  @Test func aCurveHasFewPoints() throws {
    let factors = AllanDeviation.factors(upTo: 3_600_000 / 3, perOctave: 4)
    #expect(factors.count < 80)
    #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 < $1 })
    #expect(AllanDeviation.factors(upTo: 100, perOctave: 1) == [1, 2, 4, 8, 16, 32, 64])
    #expect(AllanDeviation.factors(upTo: 0, perOctave: 4).isEmpty)
  }
}
