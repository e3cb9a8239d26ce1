import FileAccess
import Glibc
import TestSupport
import Testing

@testable import LogTables

/// The short way through a field: where it gives a number, that is the nearest double and the whole field.
@Suite struct FixedNumberTests {
  static let parser = NumberParser()

  /// A text between garbage, with 32 bytes on both sides, and what the short way makes of it: the number, how many bytes
  /// were taken, and the decimals it expects next time.
  private func fixed(
    _ text: [UInt8], before: UInt8, behind: UInt8, decimals: Int
  ) -> (value: Double?, stamp: Int64?, count: Int, stampCount: Int) {
    let front = [UInt8](repeating: before, count: 32)
    let bytes = front + text + [behind] + [UInt8](repeating: UInt8(ascii: "7"), count: 40)
    return bytes.withUnsafeBufferPointer { buffer in
      let start = buffer.baseAddress! + 32
      var (cursor, habit) = (start, NumberParser.Habit(decimals: decimals, tables: .shared))
      let value = Self.parser.fixedNumber(at: &cursor, habit: &habit, terminator: behind)
      let count = cursor - start
      if value != nil { #expect(habit.decimals >= 0 && habit.decimals <= 16) }
      cursor = start
      habit = NumberParser.Habit(decimals: decimals, tables: .shared)
      let stamp = Self.parser.fixedTimestamp(
        at: &cursor, unitExponent: 9, habit: &habit, terminator: behind)
      return (value, stamp, count, cursor - start)
    }
  }

  private func stamp(_ text: [UInt8]) -> Int64? {
    (text + [10] + [UInt8](repeating: 0, count: 16)).withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress!
      guard case .value(let value) = Self.parser.timestamp(at: &cursor, unitExponent: 9) else { return nil }
      return value
    }
  }

  /// Numbers as logs have them, with decimals that are expected, or others, and digits or points on both sides.
  @Test func fuzzAgainstTheCLibrary() {
    var generator = SplitMix64(seed: 31)
    var (taken, wrong) = (0, [String]())
    for round in 0..<400_000 {
      let bits = generator.next()
      let (wholeDigits, decimals) = (Int(bits & 0xff) % 9, Int(bits >> 8 & 0xff) % 18)
      var text: [UInt8] = bits >> 16 & 1 == 1 ? [UInt8(ascii: "-")] : []
      for _ in 0..<wholeDigits { text.append(48 + UInt8(generator.next() % 10)) }
      text.append(UInt8(ascii: "."))
      for _ in 0..<decimals { text.append(48 + UInt8(generator.next() % 10)) }
      let result = fixed(
        text, before: [48, 46, 44, 57][Int(bits >> 18 & 3)], behind: bits >> 17 & 1 == 1 ? 10 : 44,
        decimals: bits >> 20 & 3 == 0 ? Int(bits >> 24 & 15) : min(decimals, 16))
      let expected = (text + [0]).withUnsafeBytes { strtod($0.baseAddress!.assumingMemoryBound(to: CChar.self), nil) }
      let name = "\(round): \(String(decoding: text, as: UTF8.self))"
      let digits = wholeDigits + decimals
      if let value = result.value {
        taken += 1
        if value.bitPattern != expected.bitPattern || result.count != text.count || digits == 0 { wrong.append(name) }
      } else if result.count != 0 || (digits > 0 && digits < 16 && text.count - decimals <= 8) {
        // What has fewer than 16 digits, and its point within eight bytes, must be taken.
        wrong.append(name)
      }
      if let stamp = result.stamp {
        if stamp != self.stamp(text) || result.stampCount != text.count { wrong.append("stamp " + name) }
      } else if result.stampCount != 0 {
        wrong.append("stamp " + name)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(taken > 200_000)
  }

  /// Sixteen bytes of anything give the same with the processor's vectors and without.
  @Test func vectorsAgreeWithNone() {
    var generator = SplitMix64(seed: 34)
    var numbers = 0
    for _ in 0..<200_000 {
      let bits = generator.next()
      // Digits, and in one of two texts a few bytes of any kind.
      var bytes = (0..<17).map { _ in 48 + UInt8(generator.next() % 10) }
      if bits & 1 == 1 {
        for _ in 0..<(1 + bits >> 1 & 3) { bytes[Int(generator.next() % 17)] = UInt8(generator.next() & 0xff) }
      }
      let (decimals, digits) = (Int(bits >> 8 & 0xff) % 17, Int(bits >> 16 & 0xff) % 17)
      let tables = DecimalTables.shared.lastDigits
      bytes.withUnsafeBufferPointer { bytes in
        let end = bytes.baseAddress! + 17
        let value = NumberParser.digits(before: end, behindPoint: tables + decimals, digits: tables + digits)
        #expect(
          value
            == NumberParser.portableDigits(before: end, behindPoint: tables[decimals], digits: tables[digits]))
        numbers += value == .max ? 0 : 1
      }
    }
    #expect(numbers > 100_000 && numbers < 199_000)
  }

  /// Whatever the bytes of a line are, the short way takes nothing that the long way does not take the same.
  @Test func agreesWithTheLongWayOnGarbage() {
    var generator = SplitMix64(seed: 32)
    let alphabet = Array("0123456789012345678901234567890123456789....,,--+eE nN#;\r\n\t\u{0}:/".utf8)
    var taken = 0
    for _ in 0..<400_000 {
      let line = (0..<40).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
      let bytes = [UInt8](repeating: UInt8(ascii: "5"), count: 32) + line + [10] + [UInt8](repeating: 57, count: 40)
      bytes.withUnsafeBufferPointer { buffer in
        let start = buffer.baseAddress! + 32
        let terminator = line[20 + Int(generator.next() % 20)] > 45 ? UInt8(ascii: ",") : 10
        var (cursor, habit) = (start, NumberParser.Habit(decimals: Int(generator.next() % 17), tables: .shared))
        let value = Self.parser.fixedNumber(at: &cursor, habit: &habit, terminator: terminator)
        guard let value else { return #expect(cursor == start) }
        taken += 1
        var other = start
        let long = Self.parser.number(at: &other)
        #expect(long?.bitPattern == value.bitPattern && other == cursor)
        #expect(cursor.pointee == terminator)
      }
    }
    // Not for nothing: more than one line in a hundred begins with a number.
    #expect(taken > 4000)
  }

  /// Rows whose columns change their form from row to row are read as strtod reads their fields.
  @Test func rowsOfAnyFormAreExact() throws {
    var generator = SplitMix64(seed: 33)
    func field() -> String {
      let bits = generator.next()
      let value = (Double(bits >> 11) * 0x1p-53 - 0.5) * [0.01, 1, 30, 2000][Int(bits & 3)]
      switch bits >> 2 & 15 {
      case 0: return "\(value)"
      case 1: return "\(Float(value))"
      case 2: return "\(Int(value))"
      case 3: return "\(Int(value)).25e\(Int(bits >> 6 & 7) - 3)"
      case 4: return " \(value) "
      default:
        // Fixed decimals, of which there are sometimes more.
        let decimals = bits >> 2 & 15 < 8 ? Int(bits >> 6 & 15) : 6
        let scaled = (value.magnitude * 1e6).rounded(.down)
        let fraction = String(Int(scaled) % 1_000_000)
        let digits = String(repeating: "0", count: 6 - fraction.count) + fraction
        let padded = (digits + String(repeating: "3", count: 16)).prefix(decimals)
        return "\(value < 0 ? "-" : "")\(Int(scaled) / 1_000_000).\(padded)"
      }
    }
    let rows = (0..<5000).map { _ in (0..<9).map { _ in field() } }
    let names = [
      "gyro_x [rad/s]", "gyro_y", "gyro_z", "accel_x [m/s^2]", "accel_y", "accel_z", "mag_x [uT]", "mag_y", "mag_z",
    ]
    let text =
      "t [s],\(names.joined(separator: ","))\n"
      + rows.enumerated().map { index, fields in
        "\(index / 100).\(10 + index % 90)\(index % 3 == 0 ? "5" : ""),\(fields.joined(separator: ","))\(index % 2 == 0 ? "\r\n" : "\n")"
      }.joined()
    let read = try withTemporaryFolder { folder in
      var reader = try CSVLogReader(ByteReader(path: folder.write(text)))
      var records: [LogRecord] = []
      while let record = try reader.next() { records.append(record) }
      return records
    }
    try #require(read.count == rows.count)
    for (index, (record, fields)) in zip(read, rows).enumerated() {
      let hundredths = Int64(index / 100 * 100 + 10 + index % 90)
      #expect(record.timestamp == hundredths * 10_000_000 + (index % 3 == 0 ? 5_000_000 : 0))
      let vectors = [record.angularRate, record.specificForce, record.magneticField]
      for (place, field) in fields.enumerated() {
        #expect(vectors[place / 3][place % 3].bitPattern == strtod(field, nil).bitPattern, "\(field)")
      }
    }
  }
}
