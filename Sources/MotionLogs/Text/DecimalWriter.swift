/// Numbers as bytes: fixed decimals from exact integers, and the shortest text that reads back to the same `Double`.
///
/// The caller provides the room; every function returns where it stopped. A fixed number takes at most `longest` bytes.
///
/// Goals, in order: correctly rounded (ties to even, on the exact binary value); what is written reads back to the same
/// rounded digits; speed. A double is m · 2^e with m < 2^53, so m · 10^decimals fits into 128 bits and a shift with its
/// remainder is the exact rounding; digits then come in pairs from a table.
struct DecimalWriter: Sendable {
  private let tables = DecimalTables.shared

  /// The most bytes that one number takes.
  static let longest = 40
  /// The most decimals of a fixed number.
  static let mostDecimals = 12

  /// Writes a number with a fixed count of decimals, at most `mostDecimals`. Zero has no sign. From 10^18 / 10^decimals
  /// on it is the shortest exact text instead; what is not a number is `nan`, and infinity `inf`.
  @inline(__always)
  func write(
    _ value: Double, decimals: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let scaled = Self.scaled(value, by: tables.integerPowers[decimals]) else {
      return writeShortest(value, to: output)
    }
    var output = output
    if value < 0 && scaled > 0 {
      output.pointee = UInt8(ascii: "-")
      output += 1
    }
    return write(scaled, decimals: decimals, to: output)
  }

  /// |value| · factor, rounded to a whole number; nil from 10^18 on and for what is not finite.
  @inline(__always)
  private static func scaled(_ value: Double, by factor: UInt64) -> UInt64? {
    let biasedExponent = Int(value.bitPattern &>> 52 & 0x7ff)
    // 2^60 at most after the shift: the exponent of the product is bounded before it is taken.
    guard biasedExponent < 1023 + 60 else { return nil }
    let significand = value.significandBitPattern | (biasedExponent == 0 ? 0 : 1 &<< 52)
    let shift = 1075 - max(biasedExponent, 1)
    let product = significand.multipliedFullWidth(by: factor)
    let wide = UInt128(product.high) &<< 64 | UInt128(product.low)
    if shift <= 0 {
      guard product.high == 0, wide < (UInt128(1) &<< 60) &>> UInt128(-shift) else { return nil }
      return UInt64(truncatingIfNeeded: wide) &<< UInt64(-shift)
    }
    // Below: m · 10^decimals < 2^93, so nothing is left, nor half of a unit.
    guard shift < 100 else { return 0 }
    var whole = wide &>> UInt128(shift)
    let remainder = wide & ((UInt128(1) &<< UInt128(shift)) &- 1)
    let half = UInt128(1) &<< UInt128(shift - 1)
    if remainder > half || (remainder == half && whole & 1 == 1) { whole += 1 }
    return whole < 1_000_000_000_000_000_000 ? UInt64(truncatingIfNeeded: whole) : nil
  }

  /// Writes value / 10^decimals.
  @inline(__always)
  func write(
    _ value: UInt64, decimals: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard decimals > 0 else { return write(value, to: output) }
    let power = tables.integerPowers[decimals]
    let whole = value / power
    var end = whole < 10 ? writeDigit(whole, to: output) : write(whole, to: output)
    end.pointee = UInt8(ascii: ".")
    end += 1
    writeDigits(value &- whole &* power, count: decimals, to: end)
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
    var count = 1
    while count < 20 && value >= tables.integerPowers[count] { count += 1 }
    writeDigits(value, count: count, to: output)
    return output + count
  }

  @inline(__always)
  private func writeDigit(_ digit: UInt64, to output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    output.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
    return output + 1
  }

  /// Writes exactly `count` digits, from the last pair to the first.
  @inline(__always)
  private func writeDigits(_ value: UInt64, count: Int, to output: UnsafeMutablePointer<UInt8>) {
    var rest = value
    var place = output + count
    var left = count
    while left >= 2 {
      let pair = Int(rest % 100) * 2
      rest /= 100
      place -= 2
      place[0] = tables.digitPairs[pair]
      place[1] = tables.digitPairs[pair + 1]
      left -= 2
    }
    if left == 1 { _ = writeDigit(rest, to: output) }
  }
}
