/// Numbers from bytes: the nearest `Double`, ties to even, for every decimal that can be written.
///
/// The contract with the caller: the text ends with a byte that is not part of a number (a delimiter, a line feed), and
/// eight more bytes behind it can be read. There is then no bounds check in the loops.
///
/// Goals, in order: correctly rounded always; no number where there is none; speed. Digits are read eight at a time in
/// one register. Up to 2^53 and 10^±22 one multiplication or division of exact doubles is correctly rounded (W. Clinger,
/// "How to read floating point numbers accurately", PLDI 1990). Beyond, up to 19 digits, the product with a power of five
/// of 128 bits decides (D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51(8),
/// 2021, section 5); where the power is rounded and the product too near to a tie, and for what is longer or farther,
/// the standard library does.
struct NumberParser: Sendable {
  let tables = DecimalTables.shared

  /// The number at the cursor, which moves behind it; nil, and the cursor stays, where there is none. Takes an optional
  /// sign, digits with or without a point, an exponent, `nan`, `inf` and `infinity` in any case.
  @inline(__always)
  func number(at cursor: inout UnsafePointer<UInt8>) -> Double? {
    var decimal = Decimal()
    guard scan(&cursor, into: &decimal) else { return word(at: &cursor) }
    if decimal.digitCount > Decimal.mostDigits {
      guard significantDigitCount(of: decimal) <= Decimal.mostDigits else { return longNumber(decimal, end: cursor) }
    }
    let magnitude: Double
    if decimal.significand <= 1 << 53 && decimal.exponent >= -22 && decimal.exponent <= 22 {
      let exact = Double(Int64(truncatingIfNeeded: decimal.significand))
      magnitude =
        decimal.exponent < 0
        ? exact / tables.exactPowers[0 &- decimal.exponent] : exact * tables.exactPowers[decimal.exponent]
    } else if let rounded = product(of: decimal) {
      magnitude = rounded
    } else {
      return longNumber(decimal, end: cursor)
    }
    return Double(bitPattern: magnitude.bitPattern | (decimal.isNegative ? 1 &<< 63 : 0))
  }

  /// A decimal as it stands in the text: ± significand · 10^exponent.
  struct Decimal {
    /// More digits than these do not fit into 64 bits.
    static let mostDigits = 19

    var significand: UInt64 = 0
    var exponent = 0
    var isNegative = false
    /// Digits read, leading zeros among them.
    var digitCount = 0
    /// Where the text of it began.
    var start: UnsafePointer<UInt8>?
  }

  /// Reads a decimal; false, and the cursor stays, where there is none. With more than 19 digits the significand has
  /// overflown and only the extent in the text is right. `isLong` says that many digits are to be expected before the point.
  @inline(__always)
  func scan(_ cursor: inout UnsafePointer<UInt8>, into decimal: inout Decimal, isLong: Bool = false) -> Bool {
    var position = cursor
    decimal.start = cursor
    // Signs are as good as random, and a branch on them is mispredicted every other time: there is none.
    decimal.isNegative = position.pointee == UInt8(ascii: "-")
    position += decimal.isNegative || position.pointee == UInt8(ascii: "+") ? 1 : 0

    let firstDigit = position
    if isLong {
      digits(&position, onto: &decimal.significand)
    } else {
      fewDigits(&position, onto: &decimal.significand)
    }
    decimal.digitCount = position - firstDigit
    if position.pointee == UInt8(ascii: ".") {
      position += 1
      let firstDecimal = position
      digits(&position, onto: &decimal.significand)
      decimal.exponent = firstDecimal - position
      decimal.digitCount = decimal.digitCount &- decimal.exponent
    }
    guard decimal.digitCount > 0 else { return false }
    if position.pointee | 0x20 == UInt8(ascii: "e") { exponent(&position, onto: &decimal.exponent) }
    cursor = position
    return true
  }

  /// Reads digits, one at a time, and appends them to a number: faster than eight at a time for one or two.
  @inline(__always)
  private func fewDigits(_ position: inout UnsafePointer<UInt8>, onto value: inout UInt64) {
    while position.pointee ^ 0x30 < 10 {
      value = value &* 10 &+ UInt64(position.pointee ^ 0x30)
      position += 1
    }
  }

  /// Reads digits, eight at a time, and appends them to a number.
  @inline(__always)
  private func digits(_ position: inout UnsafePointer<UInt8>, onto value: inout UInt64) {
    var nibbles = Self.nibbles(at: position)
    var marks = Self.marks(of: nibbles)
    guard marks == 0 else {
      // Zeros come in at the front, so that fewer than eight digits are eight with leading zeros. The shift by 64 bits
      // for none is taken in two steps.
      let markBits = marks.trailingZeroBitCount &- 7
      let count = markBits &>> 3
      let eight = Self.eightDigits((nibbles &<< 8) &<< UInt64(truncatingIfNeeded: 56 &- markBits))
      value = value &* tables.integerPowers[count] &+ eight
      position += count
      return
    }
    repeat {
      value = value &* 100_000_000 &+ Self.eightDigits(nibbles)
      position += 8
      nibbles = Self.nibbles(at: position)
      marks = Self.marks(of: nibbles)
    } while marks == 0
    fewDigits(&position, onto: &value)
  }

  /// Eight bytes, each of which is below 10 where it was a digit.
  @inline(__always)
  static func nibbles(at position: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
  }

  /// The top bit of each byte that was no digit; only the first one counts, since it can spoil those behind it.
  @inline(__always)
  static func marks(of nibbles: UInt64) -> UInt64 {
    ((nibbles &+ 0x7676_7676_7676_7676) | nibbles) & 0x8080_8080_8080_8080
  }

  /// The number of eight digits, the first in the lowest byte: pairs, then fours, then eight, by one multiplication each.
  @inline(__always)
  static func eightDigits(_ nibbles: UInt64) -> UInt64 {
    let pairs = (nibbles &* 10 &+ (nibbles &>> 8)) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_ffff_0000_ffff
    return (fours &* 10_000 &+ (fours &>> 32)) & 0xffff_ffff
  }

  /// Reads `e`, a sign and digits, where all of it is there; else the cursor stays before the `e`, and the caller will
  /// find that the field does not end there.
  @inline(never)
  private func exponent(_ cursor: inout UnsafePointer<UInt8>, onto exponent: inout Int) {
    var position = cursor + 1
    let isNegative = position.pointee == UInt8(ascii: "-")
    if isNegative || position.pointee == UInt8(ascii: "+") { position += 1 }
    let firstDigit = position
    var value = 0
    while position.pointee ^ 0x30 < 10 {
      value = min(value * 10 + Int(position.pointee ^ 0x30), 1_000_000)
      position += 1
    }
    guard position > firstDigit else { return }
    exponent += isNegative ? -value : value
    cursor = position
  }

  /// significand · 10^exponent by a product of 64 by 128 bits; nil outside of the table and where the product does not
  /// decide.
  @inline(__always)
  private func product(of decimal: Decimal) -> Double? {
    guard decimal.significand != 0 else { return 0 }
    guard decimal.exponent >= DecimalTables.smallestExponent, decimal.exponent <= DecimalTables.largestExponent
    else { return nil }
    let index = decimal.exponent - DecimalTables.smallestExponent
    let power = tables.significands[index]
    let leadingZeros = decimal.significand.leadingZeroBitCount
    let significand = decimal.significand &<< UInt64(leadingZeros)

    let low = significand.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power))
    let high = significand.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power &>> 64))
    let top = (UInt128(high.high) &<< 64 | UInt128(high.low)) &+ UInt128(low.high)
    let rest = low.low

    // 53 bits are kept; `top` has its leading bit at 127 or 126.
    let dropped = 75 - top.leadingZeroBitCount
    var kept = UInt64(truncatingIfNeeded: top &>> UInt128(dropped))
    let remainder = top & ((UInt128(1) &<< UInt128(dropped)) &- 1)
    let half = UInt128(1) &<< UInt128(dropped - 1)
    if decimal.exponent >= 0 {
      let isTie = remainder == half && rest == 0
      if isTie ? kept & 1 == 1 : remainder >= half { kept += 1 }
    } else {
      // The power is rounded down by less than one unit, so the true product is less than 2 above `top`.
      if remainder >= half {
        guard remainder > half || rest > 0 else { return nil }
        kept += 1
      } else if remainder + 2 > half {
        return nil
      }
    }
    let exponent = dropped + 64 + tables.exponents[index] + decimal.exponent - leadingZeros
    return Double(bitPattern: UInt64(exponent + 52 + 1023 - 1) &<< 52 &+ kept)
  }
}

extension NumberParser {
  /// Digits without the leading zeros, which do not count against the 19 that fit.
  @inline(never)
  func significantDigitCount(of decimal: Decimal) -> Int {
    guard var position = decimal.start else { return 0 }
    if position.pointee == UInt8(ascii: "-") || position.pointee == UInt8(ascii: "+") { position += 1 }
    var zeros = 0
    while zeros < decimal.digitCount, position.pointee == UInt8(ascii: "0") || position.pointee == UInt8(ascii: ".") {
      if position.pointee == UInt8(ascii: "0") { zeros += 1 }
      position += 1
    }
    return decimal.digitCount - zeros
  }

  /// The rare rest: many digits, far exponents, near ties, by the standard library, which knows no locale. It sees only
  /// what `scan` has accepted.
  @inline(never)
  private func longNumber(_ decimal: Decimal, end: UnsafePointer<UInt8>) -> Double? {
    guard let start = decimal.start else { return nil }
    return Double(String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self))
  }

  /// `nan`, `inf` or `infinity` with an optional sign.
  @inline(never)
  private func word(at cursor: inout UnsafePointer<UInt8>) -> Double? {
    var position = cursor
    let isNegative = position.pointee == UInt8(ascii: "-")
    if isNegative || position.pointee == UInt8(ascii: "+") { position += 1 }
    let value: Double
    if Self.take("nan", at: &position) {
      value = .nan
    } else if Self.take("inf", at: &position) {
      _ = Self.take("inity", at: &position)
      value = .infinity
    } else {
      return nil
    }
    cursor = position
    return isNegative ? -value : value
  }

  /// Moves behind a word in lower case, if it stands at the cursor in any case.
  @inline(__always)
  private static func take(_ word: StaticString, at cursor: inout UnsafePointer<UInt8>) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where cursor[index] | 0x20 != word.utf8Start[index] { return false }
    cursor += word.utf8CodeUnitCount
    return true
  }
}
