import Foundation
import MotionSamples
import MotionSimulation
import Rotations
import Testing

@testable import SensorCalibration

/// Simulated sensors whose noise is known.
@Suite struct AllanNoiseFitTests {
  private func fits(_ errors: TriadErrorModel, rate: Double, duration: Double, seed: UInt64) throws -> [NoiseFit] {
    let still = ConstantRateTrajectory(angularRate: .zero)
    var model = SensorErrorModel.none
    model.gyroscope = errors
    let rates = SimulatedRecording(trajectory: still, errors: model, rate: rate, duration: duration, seed: seed)
      .map(\.angularRate)
    return try (0..<3).map { axis in
      try NoiseFit(of: SegmentedSeries(rates.map { $0[axis] }, interval: 1 / rate))
    }
  }

  /// How often the truth lies within one and two (1.96) standard deviations. Of 150 draws 68 ± 3.8 % and 95 ± 1.8 % are
  /// due; three of these deviations are allowed.
  private func expectCoverage(_ squares: [(found: NoiseCoefficient?, truth: Double)]) {
    let errors = squares.map { square in
      square.found.map { abs($0.square - square.truth * square.truth) / $0.squareDeviation } ?? .infinity
    }
    let count = Double(errors.count)
    let within = Double(errors.count { $0 < 1 }) / count
    let withinTwo = Double(errors.count { $0 < 1.96 }) / count
    #expect(abs(within - 0.683) < 3 * (0.683 * 0.317 / count).squareRoot(), "\(within)")
    #expect(withinTwo > 0.95 - 3 * (0.95 * 0.05 / count).squareRoot(), "\(withinTwo)")
  }

  /// Half an hour at 20 Hz, 50 seeds, three axes each.
  @Test func whiteNoiseAndRandomWalkAreRecoveredWithinTheirIntervals() throws {
    var errors = TriadErrorModel(noiseDensity: 1e-4, bias: Vector3(x: 0.1, y: -0.2, z: 0.3))
    errors.biasInstability = .randomWalk(density: 2e-5)
    var white: [(NoiseCoefficient?, Double)] = []
    var walk: [(NoiseCoefficient?, Double)] = []
    for seed in UInt64(1)...50 {
      for fit in try fits(errors, rate: 20, duration: 1800, seed: seed) {
        white.append((fit[.whiteNoise], 1e-4))
        walk.append((fit[.randomWalk], 2e-5))
      }
    }
    expectCoverage(white)
    expectCoverage(walk)
  }

  /// White noise alone: no other process is claimed in more than a sixth of the draws (each of four others exceeds two
  /// standard deviations on the positive side in 2.3 % of them, and half of them at times together).
  @Test func whiteNoiseAloneIsSeenAlone() throws {
    var alone = 0
    var white: [(NoiseCoefficient?, Double)] = []
    for seed in UInt64(1)...50 {
      for fit in try fits(TriadErrorModel(noiseDensity: 0.02), rate: 100, duration: 120, seed: seed) {
        white.append((fit[.whiteNoise], 0.02))
        if fit.coefficients.count == 1 { alone += 1 }
      }
    }
    expectCoverage(white)
    #expect(alone > 125)
  }

  /// The angle, rounded to steps of 1e-3, read as a rate. From reading to reading it wanders by a step, so that the errors of
  /// rounding are uniform and independent: Q is 1e-3 / √12.
  @Test func quantizationOfTheAngle() throws {
    var random = RandomSource(seed: 3)
    let (interval, step) = (0.01, 1e-3)
    var (angle, before) = (0.0, 0.0)
    let readings = (0..<60_000).map { _ in
      angle += 0.0123 * interval + random.nextNormal() * 0.01 * interval.squareRoot()
      let rounded = (angle / step).rounded() * step
      defer { before = rounded }
      return (rounded - before) / interval
    }
    let fit = try NoiseFit(of: SegmentedSeries(readings, interval: interval))
    let found = try #require(fit[.quantization])
    #expect(found.interval(deviations: 3).contains(step / 12.0.squareRoot()))
    #expect(found.standardDeviation < 0.05 * found.value)
    #expect(try #require(fit[.whiteNoise]).interval(deviations: 3).contains(0.01))
  }

  /// The same over 200 draws of three minutes each.
  @Test func quantizationIsRecoveredWithinItsIntervals() throws {
    let (interval, step) = (0.01, 1e-3)
    var found: [(NoiseCoefficient?, Double)] = []
    for seed in UInt64(1)...200 {
      var random = RandomSource(seed: seed, stream: 7)
      var (angle, before) = (random.nextUniform(), 0.0)
      var readings: [Double] = []
      for row in 0..<18_000 {
        angle += 0.0123 * interval + random.nextNormal() * 0.01 * interval.squareRoot()
        let rounded = (angle / step).rounded() * step
        if row > 0 { readings.append((rounded - before) / interval) }
        before = rounded
      }
      let fit = try NoiseFit(of: SegmentedSeries(readings, interval: interval))
      found.append((fit[.quantization], step / 12.0.squareRoot()))
    }
    expectCoverage(found)
  }

  /// The simulator's Gauss-Markov bias: two hours at 10 Hz, 16 seeds, three axes. The share of 48 draws within one deviation
  /// is 68 ± 6.7 %; only those count in which the process was told from flicker and random walk, most of them.
  @Test func aWanderingBiasIsRecoveredWithinItsIntervals() throws {
    var errors = TriadErrorModel(noiseDensity: 1e-4, bias: Vector3(x: 0.02, y: 0, z: 0))
    errors.biasInstability = .gaussMarkov(standardDeviation: 1e-4, correlationTime: 60)
    var white: [(NoiseCoefficient?, Double)] = []
    var found: [NoiseCoefficient] = []
    for seed in UInt64(1)...16 {
      for fit in try fits(errors, rate: 10, duration: 7200, seed: seed) {
        white.append((fit[.whiteNoise], 1e-4))
        if let bias = fit[.gaussMarkovBias] { found.append(bias) }
      }
    }
    expectCoverage(white)
    #expect(found.count > 30)
    expectCoverage(found.map { ($0, 1e-4) })
    let times = found.map { abs(log($0.correlationTime / 60)) / $0.logCorrelationTimeDeviation }
    #expect(Double(times.count { $0 < 1.96 }) > 0.8 * Double(times.count))
  }

  /// A sensor with a low-pass of 0.1 s inside: its shortest times are no white noise, the longer ones are.
  @Test func aFilterInsideTheSensorDoesNotSpoilTheFit() throws {
    var random = RandomSource(seed: 14)
    var state = 0.0
    let readings = (0..<100_000).map { _ in
      state += (random.nextNormal() * 0.01 / 0.01.squareRoot() - state) * 0.1
      return state
    }
    let fit = try NoiseFit(of: SegmentedSeries(readings, interval: 0.01))
    #expect(try #require(fit[.whiteNoise]).interval(deviations: 3).contains(0.01))
    #expect(fit[.biasInstability] == nil && fit[.randomWalk] == nil && fit[.ramp] == nil)
    #expect(fit.skippedCount > 0 && fit.coefficients.count <= 2)
  }

  @Test func gapsLeaveTheAnswerRight() throws {
    var random = RandomSource(seed: 8)
    let readings = (0..<120_000).map { index in
      index % 7001 < 20 ? .nan : 5 + random.nextNormal() * 0.01 / 0.01.squareRoot()
    }
    let fit = try NoiseFit(of: SegmentedSeries(readings, interval: 0.01))
    let found = try #require(fit[.whiteNoise])
    #expect(found.interval(deviations: 3).contains(0.01))
    #expect(found.standardDeviation < 0.01 * found.value)
  }

  @Test func badRecordingsAreTypedErrors() throws {
    var random = RandomSource(seed: 9)
    let second = (0..<1000).map { _ in random.nextNormal() }
    #expect(throws: AllanError.tooShort(longest: 1, needed: 10)) {
      try NoiseFit(of: SegmentedSeries(second, interval: 0.001))
    }
    #expect(throws: AllanError.tooShort(longest: 0.5, needed: 51.2)) {
      // 100 s in all, but the longest stretch is half a second.
      try NoiseFit(of: SegmentedSeries((0..<1000).map { $0 % 6 == 5 ? .nan : second[$0] }, interval: 0.1))
    }
    #expect(throws: AllanError.constant) {
      try NoiseFit(of: SegmentedSeries([Double](repeating: 0.25, count: 5000), interval: 0.01))
    }
    let message = AllanError.tooShort(longest: 1, needed: 10).description
    #expect(message.contains("lasts 1.0 s") && message.contains("firm table"))
  }

  /// Stuck at one step with single excursions: a large share of zero differences must not break the fit.
  @Test func aCoarseSensorGivesFiniteNumbers() throws {
    let readings = (0..<20_000).map { $0 % 997 == 0 ? 1.0 : 0.0 }
    let fit = try NoiseFit(of: SegmentedSeries(readings, interval: 0.01))
    #expect(fit.coefficients.values.allSatisfy { $0.square.isFinite && $0.squareDeviation.isFinite })
  }
}
