import Foundation
import MotionSimulation
import Testing

@testable import ReportPages

/// Columns of numbers in little room. `report.mjs` reads the same bytes in a browser.
@Suite struct PackedColumnTests {
  private func packed(_ numbers: [Float], finest: Int = -9) -> PackedColumn {
    var column = PackedColumn(finestExponent: finest)
    for number in numbers { column.append(Double(number)) }
    return column
  }

  /// The limit that the type promises: half of a quarter of the median second difference of each block, or of the finest step.
  private func expectNear(_ numbers: [Float], finest: Int = -9, sourceLocation: SourceLocation = #_sourceLocation) {
    let read = packed(numbers, finest: finest).numbers
    #expect(read.count == numbers.count, sourceLocation: sourceLocation)
    for start in stride(from: 0, to: numbers.count, by: PackedColumn.blockSize) {
      let block = numbers[start..<min(numbers.count, start + PackedColumn.blockSize)].map(Double.init)
      let present = block.filter(\.isFinite)
      let differences = zip(present.dropFirst(2), zip(present.dropFirst(), present)).map { abs($0 - 2 * $1.0 + $1.1) }
        .filter { $0 > 0 }.sorted()
      let isTold = differences.count >= PackedColumn.fewestDifferences && 8 * differences.count >= present.count
      let noise = isTold ? differences[differences.count / 2] : 0
      let step = max(noise / 4, Double(sign: .plus, exponent: finest, significand: 1))
      let largest = present.map(abs).max() ?? 0
      for (place, number) in block.enumerated() {
        let other = read[start + place]
        guard number.isFinite else {
          #expect(other.isNaN, sourceLocation: sourceLocation)
          continue
        }
        #expect(
          abs(other - number) <= max(step, largest * 0x1p-21) / 2, "\(start + place): \(other), \(number)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test func numbersAreThoseThatCameUpToTheNoise() {
    var random = RandomSource(seed: 48)
    for scale: Float in [1e-5, 0.02, 1, 3000] {
      expectNear((0..<3000).map { _ in scale * Float(random.nextNormal()) })
      let waves: [Float] = (0..<3000).map { 40 * scale * sin(Float($0) / 90) }
      expectNear(waves.map { $0 + scale * Float(random.nextNormal()) })
    }
  }

  @Test func smoothCurvesAndStepsAreKept() {
    expectNear((0..<2000).map { 170 * sin(Float($0) / 400) })
    expectNear((0..<2000).map { Float(($0 * 7) % 360 - 180) })
    expectNear((0..<2000).map { $0 % 701 == 0 ? 1000 : 0.25 })
    let steps: [Int] = (0..<2000).map { row in row * 90 % 360 / 2 + row / 300 * 30 }
    expectNear(steps.map { Float($0) })
    expectNear([.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, 1, 1, .leastNonzeroMagnitude])
  }

  @Test func whatIsAbsentStaysAbsent() {
    var random = RandomSource(seed: 49)
    expectNear((0..<3000).map { $0 % 13 == 0 ? Float(random.nextNormal()) : .nan })
    expectNear((0..<700).map { $0 < 300 ? .nan : Float($0) })
    expectNear([.nan, .infinity, 3, -.infinity])
    expectNear([.nan, .nan])
    expectNear([])
    #expect(!packed([.nan, .nan]).finished.hasNumbers && packed([.nan, 0]).finished.hasNumbers)
  }

  @Test func constantsAreExactAndSmall() {
    let column = packed([Float](repeating: 9.80665, count: 100_000))
    #expect(column.numbers.allSatisfy { Float($0) == 9.80665 })
    #expect(column.finished.bytes.count < 100_000 / 256 * 8)
    let zeros = packed([Float](repeating: 0, count: 1000)).finished
    #expect(zeros.largest == 0 && zeros.numbers == [Double](repeating: 0, count: 1000))
  }

  @Test func integersAreExact() {
    var random = RandomSource(seed: 50)
    var times: [Double] = [0]
    for step in 0..<5000 {
      let interval = (5000 + 300 * random.nextNormal()).rounded()
      times.append(times[step] + (step == 2500 ? 3e14 : step == 4000 ? -1e9 : interval))
    }
    var column = PackedColumn(integersPer: 1_000_000)
    for time in times { column.append(time) }
    #expect(column.numbers == times && column.divisor == 1_000_000)
  }

  /// White noise takes as many bits as are promised: 4 to 6 for each number.
  @Test func noiseTakesLittleRoom() {
    var random = RandomSource(seed: 51)
    let bytes = packed((0..<100_000).map { _ in 10 * Float(random.nextNormal()) }).finished.bytes.count
    #expect((50_000..<75_000).contains(bytes), "\(bytes) bytes")
  }
}
