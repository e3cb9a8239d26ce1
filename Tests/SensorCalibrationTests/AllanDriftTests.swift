import Foundation
import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// Straight lines in the readings of simulated sensors.
@Suite struct AllanDriftTests {
  private static let rate = 20.0
  private static let duration = 200.0
  private static let density = 1e-4
  /// One standard deviation of the slope of a line through white noise: N √12 / L^1.5.
  private static let unit = density * 12.0.squareRoot() / (duration * duration.squareRoot())

  /// 201 draws, three axes of 67 recordings; a seed's ramp is `ramps[seed]` times `unit`, of the other sign about y.
  private func drifts(
    walk: Double = 0, ramps: [Double]
  ) throws -> [(drift: SteadyDrift, truth: Double)] {
    var errors = TriadErrorModel(noiseDensity: Self.density, bias: Vector3(x: 0.1, y: -0.2, z: 0.3))
    if walk > 0 { errors.biasInstability = .randomWalk(density: walk) }
    var model = SensorErrorModel.none
    model.gyroscope = errors
    let still = ConstantRateTrajectory(angularRate: .zero)
    return try (UInt64(1)...67).flatMap { seed in
      let recording = SimulatedRecording(
        trajectory: still, errors: model, rate: Self.rate, duration: Self.duration, seed: seed)
      let rates = recording.map(\.angularRate)
      return try (0..<3).map { axis in
        let slope = ramps[Int(seed) % ramps.count] * Self.unit * (axis == 1 ? -1 : 1)
        let readings = rates.enumerated().map { $1[axis] + slope * Double($0) / Self.rate }
        var blocks = MeanBlocks()
        for reading in readings { blocks.add(reading) }
        return (try #require(DriftRegression(blocks, interval: 1 / Self.rate).solution()), slope)
      }
    }
  }

  private func coverage(_ drifts: [(drift: SteadyDrift, truth: Double)], _ probability: Double) -> Double {
    let count = drifts.count { $0.drift.interval(probability: probability).contains($0.truth) }
    return Double(count) / Double(drifts.count)
  }

  private func seen(_ drifts: [(drift: SteadyDrift, truth: Double)]) -> Int { drifts.count { $0.drift.isSignificant } }

  /// From no ramp to a strong one, in a random walk that shows: of 201 draws 68 ± 3.3 % and 95 ± 1.5 % are due within the
  /// intervals, no more and no fewer; three of these deviations are allowed.
  @Test(arguments: [3e-5, 1e-4, 1e-3])
  func intervalsHoldWhatTheySay(walk: Double) throws {
    let found = try drifts(walk: walk, ramps: [0, 1, 3, 10, 1000])
    #expect(abs(coverage(found, 0.6827) - 0.6827) < 0.1)
    #expect(abs(coverage(found, 0.95) - 0.95) < 0.046)
    #expect(found.allSatisfy { abs($0.drift.slope - $0.truth) < 5 * $0.drift.standardDeviation })
  }

  /// The random walk is sought although there is none, which widens the intervals: 79 and 97 % of many draws.
  @Test func intervalsInWhiteNoiseAreLittleWiderThanTheySay() throws {
    let found = try drifts(ramps: [0, 1, 3, 10, 1000])
    #expect((0.68...0.89).contains(coverage(found, 0.6827)) && coverage(found, 0.95) > 0.934)
    let deviations = found.map(\.drift.standardDeviation).sorted()
    #expect(abs(deviations[100] / Self.unit - 1) < 0.1)
  }

  /// A random walk that does not show yet costs coverage: 66 and 85 % of many draws where it costs most.
  @Test func intervalsWhereTheRandomWalkIsAboutToShow() throws {
    let found = try drifts(walk: 3e-6, ramps: [0, 1, 3, 10, 1000])
    #expect(coverage(found, 0.6827) > 0.62 - 0.1 && coverage(found, 0.95) > 0.84 - 0.075)
  }

  /// No ramp: none of 201 may be reported where 1 in 1000 is due; 1 % are 2 ± 1.4, 5 % are 10 ± 3.1.
  @Test func whereThereIsNoRampNoneIsReported() throws {
    #expect(seen(try drifts(ramps: [0])) <= 1)
    #expect(seen(try drifts(walk: 3e-6, ramps: [0])) <= 5)
    #expect(seen(try drifts(walk: 1e-5, ramps: [0])) <= 19)
    #expect(seen(try drifts(walk: 1e-3, ramps: [0])) <= 6)
  }

  /// In white noise half of the ramps of six standard deviations are seen, as a random walk could look the same, and nearly
  /// all of twelve.
  @Test func weakRampsAreSeen() throws {
    #expect(seen(try drifts(ramps: [6])) > 80)
    #expect(seen(try drifts(ramps: [12])) > 190)
    #expect(seen(try drifts(ramps: [20])) > 197)
  }

  /// 0.002 per second, by hand: means of 1 s differ by 0.002; falling, it is negative.
  @Test(arguments: [0.002, -0.002])
  func aRampByHand(slope: Double) throws {
    // A step of 1e-9 up and down, or there would be no noise at all.
    let readings = (0..<10_000).map { 7 + slope * Double($0) * 0.01 + ($0.isMultiple(of: 3) ? 1e-9 : 0) }
    let fit = try NoiseFit(of: SegmentedSeries(readings, interval: 0.01))
    let found = fit.drift
    let drift = try #require(found)
    let isRight = drift.isSignificant && abs(drift.slope - slope) < 1e-9
    #expect(isRight)
    let ramp = fit[.ramp]
    #expect(abs(try #require(ramp).value - 0.002) < 1e-9)
    #expect(drift.interval(probability: 0.5).contains(drift.slope))
    #expect(drift.interval(probability: 0.99).upperBound > drift.interval(probability: 0.5).upperBound)
  }

  /// A strong ramp does not spoil what is said about the noise: Allan variances are those of the readings without it.
  @Test func theNoiseUnderARampIsThatWithoutIt() throws {
    var random = RandomSource(seed: 4)
    let noise = (0..<50_000).map { _ in random.nextNormal() * 0.01 / 0.02.squareRoot() }
    let readings = noise.enumerated().map { $1 + 1e-4 * Double($0) * 0.02 }
    let series = try SegmentedSeries(readings, interval: 0.02)
    let fit = try NoiseFit(of: series)
    #expect(try #require(fit.drift).interval(probability: 0.997).contains(1e-4))
    #expect(try #require(fit[.whiteNoise]).interval(deviations: 3).contains(0.01))
    #expect(fit.coefficients.count == 2)
    let plain = try AllanDeviation(of: SegmentedSeries(noise, interval: 0.02))
    let without = try AllanDeviation(of: series).without(
      SteadyDrift(slope: 1e-4, standardDeviation: 0, degreesOfFreedom: 1, evidence: 1))
    for (point, other) in zip(plain.points, without.points) {
      #expect(abs(point.deviation / other.deviation - 1) < 1e-8)
      #expect(abs(point.meanTerm - other.meanTerm) < 1e-9)
    }
  }

  /// A random walk under a ramp keeps its coefficient: 68 and 95 % of 60 draws, with three deviations.
  @Test func theRandomWalkUnderARampKeepsItsIntervals() throws {
    var errors = TriadErrorModel(noiseDensity: 1e-4)
    errors.biasInstability = .randomWalk(density: 2e-5)
    var model = SensorErrorModel.none
    model.gyroscope = errors
    var ratios: [Double] = []
    for seed in UInt64(1)...20 {
      let recording = SimulatedRecording(
        trajectory: ConstantRateTrajectory(angularRate: .zero), errors: model, rate: 20, duration: 1800, seed: seed)
      let rates = recording.map(\.angularRate)
      for axis in 0..<3 {
        let readings = rates.enumerated().map { $1[axis] + 1e-5 * Double($0) / 20 }
        let fit = try NoiseFit(of: SegmentedSeries(readings, interval: 0.05))
        #expect(fit[.ramp] != nil)
        ratios.append(fit[.randomWalk].map { abs($0.square - 4e-10) / $0.squareDeviation } ?? .infinity)
      }
    }
    #expect(abs(Double(ratios.count { $0 < 1 }) / 60 - 0.683) < 0.18)
    #expect(ratios.count { $0 < 1.96 } >= 52)
  }

  /// The line is one of all stretches, their levels are their own; the answer of many readings is that of few blocks.
  @Test func gapsAndManyReadings() throws {
    var random = RandomSource(seed: 5)
    var blocks = MeanBlocks()
    for row in 0..<1_000_000 {
      if row % 90_001 == 90_000 {
        blocks.endStretch()
        continue
      }
      let level = row / 90_001 % 2 == 0 ? 0.3 : -0.2
      blocks.add(level + 2e-6 * Double(row) + 0.01 * random.nextNormal())
    }
    let held = blocks.stretches.reduce(0) { $0 + $1.count }
    #expect(held > 200 && held <= 512 && blocks.blockLength == 2048)
    let drift = try #require(DriftRegression(blocks, interval: 1).solution())
    #expect(drift.isSignificant && drift.interval(probability: 0.997).contains(2e-6))
  }

  /// Joined again and again, a block's mean is that of its readings.
  @Test func blocksAreTheMeansOfTheirReadings() {
    var random = RandomSource(seed: 6)
    let readings = (0..<7777).map { _ in 1e6 + random.nextNormal() }
    var blocks = MeanBlocks()
    for reading in readings { blocks.add(reading) }
    #expect(blocks.blockLength == 16 && blocks.stretches == [blocks.stretches[0]] && blocks.stretches[0].count == 486)
    for (place, mean) in blocks.stretches[0].enumerated() {
      let plain = readings[16 * place..<16 * (place + 1)].reduce(0) { $0 + ($1 - readings[0]) } / 16
      #expect(abs(mean - plain) < 1e-9)
    }
  }

  @Test func tooLittleTellsNoDrift() {
    var blocks = MeanBlocks()
    #expect(DriftRegression(blocks, interval: 1).solution() == nil)
    for _ in 0..<100 {
      blocks.add(3)
      blocks.endStretch()
    }
    #expect(DriftRegression(blocks, interval: 1).solution() == nil)
    for _ in 0..<1000 { blocks.add(3) }
    #expect(DriftRegression(blocks, interval: 1).solution() == nil)
  }
}
