import FileAccess
import LogTables

/// Writes numbers as bytes: with fixed decimals, or as the shortest text that reads back to the same `Double`.
///
/// The caller provides `longest` bytes for each number. Every function returns the end of the text and may write a few bytes
/// beyond it.
///
/// Goals, in order: correctly rounded (ties to even, on the exact binary value); the text reads back to the same
/// rounded digits; speed. A double is m · 2^e with m < 2^53, so m · 10^decimals fits into 128 bits and a shift with its
/// remainder is the exact rounding; a product of doubles decides first if it is far enough from a tie. Digits come three
/// at a time from a table, or eight at a time from one register.
struct DecimalWriter: Sendable {
  private let tables = DecimalTables.shared

  /// The bytes to reserve for one number. No text is longer than 25 bytes.
  static let longest = 40

  /// Writes a number with `decimals` decimals, up to 9. Zero has no sign. From 10^18 / 10^decimals on it is the
  /// shortest exact text instead; `nan` and `inf` for values that are not finite.
  @inline(__always)
  func write(
    _ value: Double, decimals: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let scaled: UInt64
    if let quick = Self.quicklyScaled(value, by: tables.exactPowers[decimals]) {
      scaled = quick
    } else if let exact = Self.scaled(value, by: tables.integerPowers[decimals]) {
      scaled = exact
    } else {
      return writeShortest(value, to: output)
    }
    // No branch on the sign, which is unpredictable.
    output.pointee = UInt8(ascii: "-")
    let sign = Int(truncatingIfNeeded: value.bitPattern &>> 63) & (scaled > 0 ? 1 : 0)
    return write(scaled, decimals: decimals, to: output + sign)
  }

  /// |value| · factor, rounded to a whole number; nil if the rounded product is too near to a tie, and from 2^40 on.
  @inline(__always)
  private static func quicklyScaled(_ value: Double, by factor: Double) -> UInt64? {
    let product = value.magnitude * factor
    // Doubles from 2^52 to 2^53 are the whole numbers: the sum is rounded to one, and its low bits are that number.
    let sum = product + 0x1p52
    let rest = product - (sum - 0x1p52)
    // The error of the product is below 2^-13, so a rest farther from a half than that decides.
    guard product < 0x1p40, rest.magnitude < 0.5 - 0x1p-13 else { return nil }
    return sum.significandBitPattern
  }

  /// |value| · factor, rounded to a whole number; nil from 10^18 on and for values that are not finite.
  @inline(__always)
  private static func scaled(_ value: Double, by factor: UInt64) -> UInt64? {
    let biasedExponent = Int(truncatingIfNeeded: value.bitPattern &>> 52 & 0x7ff)
    let shift = 1075 &- biasedExponent
    // The usual range, |value| from 2^-11 to 2^24: the product is below 2^54 after a shift by less than 64.
    guard shift > 28, shift < 64 else { return scaledFarFromOne(value, by: factor) }
    let significand = value.significandBitPattern | 1 &<< 52
    let product = significand.multipliedFullWidth(by: factor)
    let whole = product.high &<< UInt64(64 &- shift) | product.low &>> UInt64(shift)
    let remainder = product.low &<< UInt64(64 &- shift)
    let half: UInt64 = 1 &<< 63
    return whole &+ (remainder > half || (remainder == half && whole & 1 == 1) ? 1 : 0)
  }

  /// The same for any value.
  @inline(never)
  private static func scaledFarFromOne(_ value: Double, by factor: UInt64) -> UInt64? {
    guard value.magnitude < 0x1p60 else { return nil }
    let biasedExponent = Int(value.bitPattern &>> 52 & 0x7ff)
    let significand = value.significandBitPattern | (biasedExponent == 0 ? 0 : 1 &<< 52)
    let shift = 1075 - max(biasedExponent, 1)
    let product = UInt128(significand) * UInt128(factor)
    // Smaller values: m · 10^9 < 2^83 is less than half of a unit.
    guard shift < 90 else { return 0 }
    guard shift > 0 else {
      let whole = product << UInt128(-shift)
      return whole < largest ? UInt64(whole) : nil
    }
    var whole = product >> UInt128(shift)
    let remainder = product & ((UInt128(1) << UInt128(shift)) - 1)
    let half = UInt128(1) << UInt128(shift - 1)
    if remainder > half || (remainder == half && whole & 1 == 1) { whole += 1 }
    return whole < largest ? UInt64(whole) : nil
  }

  /// Scaled values from here on are written as the shortest exact text.
  private static let largest: UInt128 = 1_000_000_000_000_000_000

  /// Writes value / 10^decimals.
  @inline(__always)
  func write(
    _ value: UInt64, decimals: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    // Division by a constant is a multiplication.
    let whole =
      decimals == 9 ? value / 1_000_000_000 : decimals == 6 ? value / 1_000_000 : value / tables.integerPowers[decimals]
    var end = whole < 10 ? writeDigit(whole, to: output) : write(whole, to: output)
    guard decimals > 0 else { return end }
    end = writeByte(UInt8(ascii: "."), to: end)
    let fraction = value &- whole &* tables.integerPowers[decimals]
    // As a fraction of 2^54, rounded up by too little to change a digit. Each step takes three digits, since 2^54 · 1000
    // fits into 64 bits.
    if decimals == 9 {
      var rest = fraction &* 18_014_398_510
      writeThree(rest &>> 54, to: end)
      rest = (rest & Self.belowPoint) &* 1000
      writeThree(rest &>> 54, to: end + 3)
      rest = (rest & Self.belowPoint) &* 1000
      writeThree(rest &>> 54, to: end + 6)
      return end + 9
    }
    if decimals == 6 {
      var rest = fraction &* 18_014_398_509_482
      writeThree(rest &>> 54, to: end)
      rest = (rest & Self.belowPoint) &* 1000
      writeThree(rest &>> 54, to: end + 3)
      return end + 6
    }
    writeEight(fraction &* tables.integerPowers[8 - decimals], to: end)
    return end + decimals
  }

  /// Writes a whole number.
  @inline(__always)
  func write(_ value: Int64, to output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var output = output
    if value < 0 {
      output.pointee = UInt8(ascii: "-")
      output += 1
    }
    return write(value.magnitude, to: output)
  }

  /// Writes nanoseconds as seconds with nine decimals.
  @inline(__always)
  func writeSeconds(
    nanoseconds: Int64, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var output = output
    if nanoseconds < 0 {
      output.pointee = UInt8(ascii: "-")
      output += 1
    }
    return write(nanoseconds.magnitude, decimals: 9, to: output)
  }

  /// Writes the shortest text that reads back to the same number.
  @inline(never)
  func writeShortest(
    _ value: Double, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var text = value.description
    return text.withUTF8 { bytes in
      // A whole number needs no ".0" to be read back.
      let isWhole =
        bytes.count > 2 && bytes[bytes.count - 1] == UInt8(ascii: "0") && bytes[bytes.count - 2] == UInt8(ascii: ".")
      let count = isWhole ? bytes.count - 2 : bytes.count
      for index in 0..<count { output[index] = bytes[index] }
      return output + count
    }
  }

  /// Writes a whole number without leading zeros.
  @inline(__always)
  private func write(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    guard value >= 100_000_000 else { return writeFew(value, to: output) }
    let (upper, lowest) = value.quotientAndRemainder(dividingBy: 100_000_000)
    var end = output
    if upper < 100_000_000 {
      end = writeFew(upper, to: end)
    } else {
      let (highest, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      end = writeFew(highest, to: end)
      writeEight(middle, to: end)
      end += 8
    }
    writeEight(lowest, to: end)
    return end + 8
  }

  /// Writes a whole number below 10^8 without leading zeros.
  @inline(__always)
  private func writeFew(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let digits = Self.eightDigits(of: value)
    let zeros = min(7, digits.trailingZeroBitCount &>> 3)
    store((digits | Self.asciiZeros) &>> UInt64(truncatingIfNeeded: 8 &* zeros), to: output)
    return output + (8 &- zeros)
  }

  /// Writes a whole number below 10^8 as eight digits.
  @inline(__always)
  private func writeEight(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) {
    store(Self.eightDigits(of: value) | Self.asciiZeros, to: output)
  }

  /// The bits of a fraction of 2^54 behind its point.
  private static let belowPoint: UInt64 = 1 << 54 - 1

  /// Writes a whole number below 1000 as three digits, and a byte more.
  @inline(__always)
  private func writeThree(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) {
    let digits = tables.threeDigits[Int(truncatingIfNeeded: value)]
    UnsafeMutableRawPointer(output).storeBytes(of: digits.littleEndian, as: UInt32.self)
  }

  private static let asciiZeros: UInt64 = 0x3030_3030_3030_3030

  /// The eight digits of a number below 10^8, the first in the lowest byte: halves of four digits, then pairs, then
  /// digits, each step one multiplication for all parts. 10486 / 2^20 and 103 / 2^10 are 1/100 and 1/10 for four and two
  /// digits.
  @inline(__always)
  private static func eightDigits(of value: UInt64) -> UInt64 {
    let upper = value / 10_000
    let halves = upper | (value &- upper &* 10_000) &<< 32
    let hundreds = (halves &* 10_486) &>> 20 & 0x0000_007f_0000_007f
    let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
  }

  @inline(__always)
  private func store(_ bytes: UInt64, to output: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(output).storeBytes(of: bytes.littleEndian, as: UInt64.self)
  }

  @inline(__always)
  private func writeByte(_ byte: UInt8, to output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    output.pointee = byte
    return output + 1
  }

  @inline(__always)
  private func writeDigit(_ digit: UInt64, to output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    writeByte(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit), to: output)
  }
}
