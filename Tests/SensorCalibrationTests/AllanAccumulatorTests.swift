import Foundation
import MotionSamples
import MotionSimulation
import Rotations
import TestSupport
import Testing

@testable import SensorCalibration

/// Allan deviations of readings that come one by one, in bounded memory.
@Suite struct AllanAccumulatorTests {
  private func accumulated(
    _ readings: some Sequence<Double>, _ form: AllanForm, exactFactor: Int = 8192
  ) -> AllanAccumulator {
    var accumulator = AllanAccumulator(form: form, exactFactor: exactFactor)
    for reading in readings { accumulator.add(reading) }
    return accumulator
  }

  /// White noise, a walk and a bias, with gaps; stretches of all lengths, some shorter than a window.
  private func readings(_ count: Int, gapEvery gap: Int = .max) -> [Double] {
    var random = RandomSource(seed: 21)
    var walk = 5.0
    return (0..<count).map { index in
      walk += 0.01 * random.nextNormal()
      let reading = walk + random.nextNormal()
      return index % gap == gap - 1 ? .nan : reading
    }
  }

  /// Up to the exact factor it is the plain definition, in blocks or at once, with gaps or without.
  @Test(arguments: AllanForm.allCases, [Int.max, 7001, 333])
  func equalsThePlainDefinitionUpToTheExactFactor(form: AllanForm, gap: Int) throws {
    let readings = readings(30_000, gapEvery: gap)
    let found = try accumulated(readings, form, exactFactor: 1024).deviation(interval: 0.1)
    let plain = try AllanDeviation(of: SegmentedSeries(readings, interval: 0.1), form: form)
    let longest = gap == .max ? 30_000 : gap - 1
    #expect(found.stretches[longest] != nil)
    #expect(found.points.contains { $0.averagingFactor == min(1024, 1 << Int(log2(Double(longest / 3)))) })
    for point in found.points where point.averagingFactor <= 1024 {
      let other = try #require(plain.points.first { $0.averagingFactor == point.averagingFactor })
      #expect(abs(point.deviation / other.deviation - 1) < 1e-10, "\(point.averagingFactor)")
      #expect(point.termCount == other.termCount && point.averagingTime == other.averagingTime)
    }
  }

  /// Golden/allan-decimated.csv is allantools' answer for the integral at every d-th reading (see make-allan.py).
  @Test func equalsAllantoolsBeyondTheExactFactor() throws {
    let readings = try golden("allan-readings.csv").map { Double($0)! }
    var compared = 0
    for line in try golden("allan-decimated.csv").dropFirst() {
      let cells = line.split(separator: ",").map(String.init)
      let form = try #require(AllanForm(rawValue: cells[0]))
      let numbers = cells.dropFirst().compactMap(Double.init)
      let found = try accumulated(readings, form, exactFactor: 16).deviation(interval: 1)
      let factor = Int(numbers[0] * numbers[1])
      let point = try #require(found.points.first { $0.averagingFactor == factor })
      #expect(abs(point.deviation / numbers[2] - 1) < 1e-9, "\(line)")
      #expect(point.termCount == Int(numbers[3]))
      compared += 1
    }
    #expect(compared == 36)
  }

  /// What fewer places cost: nothing that the interval would show. Ten hours of 10 readings a second.
  @Test func fewerPlacesOfLongWindowsChangeLittle() throws {
    let readings = readings(360_000)
    let found = try accumulated(readings, .overlapping, exactFactor: 2048).deviation(interval: 0.1)
    let factors = found.points.map(\.averagingFactor)
    #expect(try #require(factors.last) > 100_000)
    let plain = try AllanDeviation(of: SegmentedSeries(readings, interval: 0.1), factors: factors)
    for (point, other) in zip(found.points, plain.points) {
      let interval = other.interval()
      #expect(abs(point.deviation - other.deviation) < 0.01 * (interval.upperBound - interval.lowerBound))
    }
  }

  /// Ten hours at 100 Hz of three axes: what is held stops growing, and the noise is found.
  @Test func tenHoursTakeBoundedMemory() throws {
    var random = RandomSource(seed: 22)
    var stream = ReadingStream()
    func bytes() -> Int {
      let integrals = stream.axes.flatMap(\.levels).reduce(0) { $0 + 8 * $1.integral.capacity }
      return integrals + stream.waiting.capacity * MemoryLayout<ReadingStream.Reading>.stride
    }
    var held: [Int] = []
    var walk = 0.0
    for row in 0..<3_600_000 {
      walk += 2e-6 * random.nextNormal()
      // One draw for all axes: only the memory is of interest in y and z.
      let reading = 0.1 + walk + 0.01 * random.nextNormal()
      stream.add(
        Vector3(x: reading, y: -reading, z: 2 * reading), Timestamp(nanoseconds: Int64(row) * 10_000_000))
      if row % 360_000 == 359_999 { held.append(bytes()) }
    }
    #expect(held[9] < 12_000_000 && Double(held[9]) < 1.5 * Double(held[2]), "\(held)")
    let deviation = try stream.deviation(axis: 0)
    #expect(deviation.points.last.map { $0.averagingTime > 9000 } == true)
    let fit = try NoiseFit(of: deviation)
    // 0.01 at intervals of 0.01 s: a density of 0.001; steps of 2e-6: 2e-5.
    #expect(try #require(fit[.whiteNoise]).interval(deviations: 3).contains(0.001))
    #expect(try #require(fit[.randomWalk]).interval(deviations: 3).contains(2e-5))
  }

  @Test func nothingAndTooLittleAreTypedErrors() throws {
    #expect(throws: AllanError.noReadings) { try AllanAccumulator().deviation(interval: 1) }
    #expect(throws: AllanError.invalidInterval) { try accumulated([1, 2, 3], .overlapping).deviation(interval: 0) }
    #expect(throws: AllanError.tooShort(longest: 1, needed: 2)) {
      try accumulated([1, .nan, 2, .infinity, 3], .overlapping).deviation(interval: 1)
    }
    var stream = ReadingStream()
    for _ in 0..<5000 { stream.add(.zero, Timestamp(nanoseconds: 7)) }
    #expect(throws: AllanError.invalidInterval) { try stream.deviation(axis: 0) }
  }

  /// Asking changes nothing: the open stretch goes on.
  @Test func aDeviationCanBeAskedForAtAnyTime() throws {
    let readings = readings(5000)
    var asked = AllanAccumulator(exactFactor: 64)
    for reading in readings {
      asked.add(reading)
      if asked.count % 1000 == 500 { _ = try asked.deviation(interval: 1) }
    }
    let other = try accumulated(readings, .overlapping, exactFactor: 64).deviation(interval: 1)
    #expect(try asked.deviation(interval: 1).points == other.points)
  }
}
