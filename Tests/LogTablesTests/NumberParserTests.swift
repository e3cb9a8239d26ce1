import Glibc
import TestSupport
import Testing

@testable import LogTables

@Suite struct NumberParserTests {
  /// Parses a whole text; nil where something is left.
  func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8) + [UInt8](repeating: 10, count: 1) + [UInt8](repeating: 0, count: 16)
    return bytes.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress!
      let value = NumberParser().number(at: &cursor)
      return cursor == buffer.baseAddress! + text.utf8.count ? value : nil
    }
  }

  func nanoseconds(_ text: String, unitExponent: Int) -> Int64? {
    let bytes = Array(text.utf8) + [10] + [UInt8](repeating: 0, count: 16)
    return bytes.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress!
      guard case .value(let value) = NumberParser().timestamp(at: &cursor, unitExponent: unitExponent) else {
        return nil
      }
      return cursor == buffer.baseAddress! + text.utf8.count ? value : nil
    }
  }

  @Test(arguments: [
    "0", "-0", "1", "+1", "-1.5", ".5", "5.", "00012.500", "1e0", "1E+2", "1e-2", "9.80665", "0.1",
    "123456789012345678",
    "9007199254740993", "9007199254740992.5", "0.0026179938779914941", "-0.099134701513277898",
    "1.7976931348623157e308",
    "1e400", "-1e400", "4.9406564584124654e-324", "2.4703282292062327e-324", "2.2250738585072011e-308", "1e-400",
    "1e1000000000000", "0e1000000000000", "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "6929495644600919.5", "3.7455744005952583e15", "8.5e22", "1e23", "12345678901234567890123",
    "0.00000000000000000001",
    "18446744073709551615", "99999999999999999999", "9999999999999999999e-30", "1e22", "1e-22", "123456.7e30",
  ])
  func matchesTheCLibrary(_ text: String) throws {
    #expect(try #require(parse(text)).bitPattern == strtod(text, nil).bitPattern)
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "e5", "1e", "1e+", "--1", "1-", "1.2.3", "0x10", "1,5", "abc", "nanx", "in", "1 ", "1_000",
    "١", "1d5", "１",
  ])
  func refusesJunk(_ text: String) { #expect(parse(text) == nil) }

  @Test func takesWords() throws {
    for text in ["nan", "NaN", "-nan", "+NAN"] { #expect(try #require(parse(text)).isNaN) }
    for text in ["inf", "+Inf", "INFINITY"] { #expect(parse(text) == .infinity) }
    #expect(parse("-infinity") == -.infinity)
  }

  /// Random texts of the shapes that logs have, and random bit patterns at 17 digits, bit for bit against strtod.
  @Test func fuzzAgainstTheCLibrary() {
    var generator = SplitMix64(seed: 1)
    var text = [UInt8](repeating: 0, count: 64)
    var wrong: [String] = []
    for round in 0..<1_000_000 {
      var count = 0
      func put(_ byte: UInt8) {
        text[count] = byte
        count += 1
      }
      let bits = generator.next()
      if bits & 1 == 1 { put(UInt8(ascii: "-")) }
      // One in four texts has up to 25 digits and any exponent; the others look like a log.
      let isWild = bits & 6 == 0
      let wholeDigits = Int(bits >> 8 & 0xff) % (isWild ? 12 : 5)
      let decimals = Int(bits >> 16 & 0xff) % (isWild ? 14 : 19) + (wholeDigits == 0 ? 1 : 0)
      for _ in 0..<wholeDigits { put(48 + UInt8(generator.next() % 10)) }
      if decimals > 0 {
        put(UInt8(ascii: "."))
        let zeros = bits >> 24 & 3 == 0 ? decimals / 2 : 0
        for index in 0..<decimals { put(index < zeros ? 48 : 48 + UInt8(generator.next() % 10)) }
      }
      if isWild || bits >> 26 & 7 == 0 {
        put(UInt8(ascii: bits >> 30 & 1 == 0 ? "e" : "E"))
        let exponent = Int(bits >> 32 & 0x3ff) % (isWild ? 700 : 40) - (isWild ? 350 : 20)
        for byte in String(exponent).utf8 { put(byte) }
      }
      text[count] = 0
      let expected = text.withUnsafeBytes { strtod($0.baseAddress!.assumingMemoryBound(to: CChar.self), nil) }
      let (value, end) = text.withUnsafeBufferPointer { buffer in
        var cursor = buffer.baseAddress!
        let value = Self.parser.number(at: &cursor)
        return (value, cursor - buffer.baseAddress!)
      }
      if value?.bitPattern != expected.bitPattern || end != count {
        wrong.append("\(round): \(String(decoding: text[..<count], as: UTF8.self))")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  /// Up to 800 digits, and texts at and beside the middle of two doubles, against strtod.
  @Test func longDecimalsMatchTheCLibrary() throws {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<3000 {
      var text = generator.next() & 1 == 0 ? "-" : ""
      for _ in 0..<(1 + generator.next() % 800) { text += String(generator.next() % 10) }
      text += ".\(generator.next())e\(Int(generator.next() % 1500) - 1150)"
      #expect(try #require(parse(text)).bitPattern == strtod(text, nil).bitPattern, "\(text)")
    }
    for _ in 0..<3000 {
      // An odd number of 54 bits, times a power of two or of one half, lies in the middle of two doubles.
      let odd = UInt128(generator.next() >> 10 | 1 << 53 | 1)
      let power = Int(generator.next() % 28)
      let middle = (0..<power).reduce(odd) { value, _ in value * (generator.next() & 1 == 0 ? 2 : 1) }
      let fraction = (0..<power).reduce(odd) { value, _ in value * 5 }
      for text in ["\(middle)", "\(fraction)e-\(power)"] {
        let parts = text.split(separator: "e")
        let exponent = parts.count > 1 ? "e" + parts[1] : ""
        for ending in ["", ".0000000000000000000000000000000001", ".5"] {
          let long = "\(parts[0])\(ending)\(exponent)"
          #expect(try #require(parse(long)).bitPattern == strtod(long, nil).bitPattern, "\(long)")
        }
      }
    }
  }

  static let parser = NumberParser()

  /// Halfway between two doubles, and one digit above and below: where rounding goes wrong first.
  @Test func roundsTiesToEven() throws {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<2000 {
      // A 53-bit whole number plus one half has at most 17 digits and is exactly halfway.
      let significand = generator.next() >> 11 | 1 << 52
      for tail in ["5", "49", "51", "50000000", "500000001"] {
        let text = "\(significand).\(tail)"
        #expect(try #require(parse(text)) == strtod(text, nil), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("1700000000.123456789", 9, 1_700_000_000_123_456_789),
    ("1403636579763555584", 0, 1_403_636_579_763_555_584),
    ("0", 9, 0), ("-0.5", 9, -500_000_000), ("0.010078907", 9, 10_078_907), ("12.5", 6, 12_500_000),
    ("1.5e3", 3, 1_500_000), ("1e-9", 9, 1), ("0.5", 0, 0), ("1.5", 0, 2), ("2.5", 0, 2),
    ("2.50000000000000000000001", 0, 3),
    ("2.5000000000000000000000", 0, 2), ("0.4999999999999999999999", 0, 0), ("1e-30", 9, 0),
    ("1700000000.12345678949999999999", 9, 1_700_000_000_123_456_789),
    ("1700000000.12345678950000000001", 9, 1_700_000_000_123_456_790),
    ("000000000000000000000012", 9, 12_000_000_000), ("9223372036.854775807", 9, .max), ("1e0", 9, 1_000_000_000),
  ])
  func timestampsAreExact(_ text: String, _ unitExponent: Int, _ expected: Int) {
    #expect(nanoseconds(text, unitExponent: unitExponent) == Int64(expected))
  }

  @Test(arguments: ["9223372036.854775808", "1e10", "1e300", "", "x", "nan", "2024-01-01"])
  func timestampsOutOfRangeAreRejected(_ text: String) { #expect(nanoseconds(text, unitExponent: 9) == nil) }

  @Test func timestampsOfAnyLengthMatchIntegers() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let timestamp = Int64(bitPattern: generator.next()) >> Int64(generator.next() % 50)
      let whole = timestamp.magnitude / 1_000_000_000
      let fraction = String(timestamp.magnitude % 1_000_000_000)
      let text = "\(timestamp < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 9 - fraction.count))\(fraction)"
      #expect(nanoseconds(text, unitExponent: 9) == timestamp)
      #expect(nanoseconds(String(timestamp), unitExponent: 0) == timestamp)
    }
  }
}
