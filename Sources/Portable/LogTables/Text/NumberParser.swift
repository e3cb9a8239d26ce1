/// Reads numbers from bytes: the nearest `Double`, ties to even, for every decimal.
///
/// The caller guarantees that the text ends with a byte that is not part of a number (a delimiter, a line feed), and that
/// eight more bytes are readable after it. The loops then need no bounds checks.
///
/// Goals, in order: correctly rounded always; never a number that is not in the text; speed. Digits are read eight at a time in
/// one register. Up to 2^53 and 10^±22 one multiplication or division of exact doubles is correctly rounded (W. Clinger,
/// "How to read floating point numbers accurately", PLDI 1990). Beyond, up to 19 digits, the product with a power of five
/// of 128 bits decides (D. Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51(8),
/// 2021, section 5); exact integers decide what is longer or farther, and products of rounded powers too near to a tie.
package struct NumberParser: Sendable {
  let tables = DecimalTables.shared

  /// A parser.
  package init() {}

  /// The number at the cursor, which advances; nil, without advancing, if no number is there. Accepts an optional sign, digits
  /// with or without a point, an exponent, `nan`, `inf` and `infinity` in any case.
  @inline(__always)
  package func number(at cursor: inout UnsafePointer<UInt8>) -> Double? {
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

  /// A decimal in the text: ± significand · 10^exponent.
  struct Decimal {
    /// The digits that fit into 64 bits.
    package static let mostDigits = 19

    package var significand: UInt64 = 0
    package var exponent = 0
    package var isNegative = false
    /// Digits read, with leading zeros.
    var digitCount = 0
    /// The start of its text.
    package var start: UnsafePointer<UInt8>?
  }

  /// Reads a decimal; false, without advancing, if none is there. With more than 19 digits the significand has overflown and
  /// only the extent in the text is right. Set `isLong` if many digits before the point are likely.
  @inline(__always)
  func scan(_ cursor: inout UnsafePointer<UInt8>, into decimal: inout Decimal, isLong: Bool = false) -> Bool {
    var position = cursor
    decimal.start = cursor
    // No branch on the sign: it would be mispredicted every other time.
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
      // Zeros are shifted in at the front, so that fewer than eight digits become eight with leading zeros. The shift by 64
      // bits for no digits is split in two.
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

  /// Eight bytes, each below 10 if it was a digit.
  @inline(__always)
  static func nibbles(at position: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
  }

  /// The top bit of each byte that was not a digit. Only the first is reliable: it can corrupt those after it.
  @inline(__always)
  package static func marks(of nibbles: UInt64) -> UInt64 {
    ((nibbles &+ 0x7676_7676_7676_7676) | nibbles) & 0x8080_8080_8080_8080
  }

  /// The number of eight digits, the first in the lowest byte: pairs, then fours, then eight, by one multiplication each.
  @inline(__always)
  package static func eightDigits(_ nibbles: UInt64) -> UInt64 {
    let pairs = (nibbles &* 10 &+ (nibbles &>> 8)) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* 100 &+ (pairs &>> 16)) & 0x0000_ffff_0000_ffff
    return (fours &* 10_000 &+ (fours &>> 32)) & 0xffff_ffff
  }

  /// Reads `e`, an optional sign and digits. If they are incomplete the cursor stays before the `e`, and the caller finds that
  /// the field does not end there.
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

  /// significand · 10^exponent by a product of 64 by 128 bits; nil outside of the table and for products too
  /// near to a tie.
  @inline(__always)
  func product(of decimal: Decimal) -> Double? {
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
  /// Digits without leading zeros.
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

  /// Consumes a word, given in lower case, in any case.
  @inline(__always)
  private static func take(_ word: StaticString, at cursor: inout UnsafePointer<UInt8>) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where cursor[index] | 0x20 != word.utf8Start[index] { return false }
    cursor += word.utf8CodeUnitCount
    return true
  }
}
