import Foundation
import TestSupport
import Testing

@testable import FileAccess
@testable import LogFormats
@testable import LogTables

@Suite struct DecimalWriterTests {
  func fixed(_ value: Double, _ decimals: Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalWriter.longest) { buffer in
      let start = buffer.baseAddress!
      let end = DecimalWriter().write(value, decimals: decimals, to: start)
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
  }

  func shortest(_ value: Double) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalWriter.longest) { buffer in
      let start = buffer.baseAddress!
      let end = DecimalWriter().writeShortest(value, to: start)
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
  }

  func seconds(_ nanoseconds: Int64) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalWriter.longest) { buffer in
      let start = buffer.baseAddress!
      let end = DecimalWriter().writeSeconds(nanoseconds: nanoseconds, to: start)
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
  }

  @Test func examples() {
    #expect(fixed(0.5, 9) == "0.500000000")
    #expect(fixed(-1, 9) == "-1.000000000")
    #expect(fixed(0, 3) == "0.000")
    #expect(fixed(-0.0, 3) == "0.000")
    #expect(fixed(-0.0004, 3) == "0.000")
    #expect(fixed(-0.0006, 3) == "-0.001")
    #expect(fixed(123.456, 0) == "123")
    #expect(fixed(2.5, 0) == "2")
    #expect(fixed(3.5, 0) == "4")
    #expect(fixed(0.125, 2) == "0.12")
    #expect(fixed(0.375, 2) == "0.38")
    #expect(fixed(0.9999999999, 9) == "1.000000000")
    #expect(fixed(99.9999996, 6) == "100.000000")
    #expect(fixed(.leastNonzeroMagnitude, 9) == "0.000000000")
    #expect(fixed(.nan, 6) == "nan")
    #expect(fixed(.infinity, 6) == "inf")
    #expect(fixed(-.infinity, 6) == "-inf")
    #expect(fixed(1e300, 6) == "1e+300")
    #expect(seconds(1_700_000_000_123_456_789) == "1700000000.123456789")
    #expect(seconds(-1) == "-0.000000001")
    #expect(seconds(.min) == "-9223372036.854775808")
    #expect(shortest(9.80665) == "9.80665")
    #expect(shortest(3) == "3")
  }

  /// printf rounds the exact binary value to even as well; it only keeps the sign of zero.
  @Test func matchesPrintf() {
    var generator = SplitMix64(seed: 4)
    for round in 0..<200_000 {
      let decimals = Int(generator.next() % 10)
      let scale = Double(sign: .plus, exponent: Int(generator.next() % 50) - 40, significand: 1)
      var value = (Double(generator.next() >> 11) * 0x1p-53 - 0.5) * scale
      // Every third value is near a tie.
      if round % 3 == 0 {
        let power = pow(10, Double(decimals))
        value = ((value * power).rounded(.down) + 0.5) / power
      }
      guard abs(value) * pow(10, Double(decimals)) < 9e17 else { continue }
      var expected = String(format: "%.\(decimals)f", value)
      if expected.allSatisfy({ "-0.".contains($0) }), expected.first == "-" { expected.removeFirst() }
      #expect(fixed(value, decimals) == expected, "\(value) \(decimals)")
    }
  }

  @Test func shortestReadsBack() {
    var generator = SplitMix64(seed: 5)
    let parser = NumberParser()
    for _ in 0..<100_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let text = shortest(value)
      #expect(text.utf8.count <= DecimalWriter.longest)
      let read = (Array(text.utf8) + [UInt8](repeating: 0, count: 17)).withUnsafeBufferPointer { buffer in
        var cursor = buffer.baseAddress!
        return parser.number(at: &cursor)
      }
      #expect(read?.bitPattern == value.bitPattern, "\(text)")
    }
  }
}
