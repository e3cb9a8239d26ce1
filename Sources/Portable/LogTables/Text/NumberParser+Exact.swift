// Decimals that one multiplication does not round: many digits, far exponents, and near ties.

extension NumberParser {
  /// The number that a text is, as a whole; nil for other texts.
  package static func number(in text: some StringProtocol) -> Double? {
    // Behind the text: bytes that are not part of a number, as many as the parser reads.
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 16)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      var cursor = start
      let value = NumberParser().number(at: &cursor)
      return cursor == start + (bytes.count - 16) ? value : nil
    }
  }

  /// A decimal that `scan` has accepted, up to `end`: the nearest `Double`, ties to even.
  ///
  /// Where the first 19 digits and the same plus one in the last place have one nearest number, it is the result. Else it comes from
  /// exact integers.
  @inline(never)
  func longNumber(_ decimal: Decimal, end: UnsafePointer<UInt8>) -> Double? {
    guard var position = decimal.start else { return nil }
    var digits: [UInt8] = []
    while position < end, position.pointee | 0x20 != UInt8(ascii: "e") {
      let digit = position.pointee ^ 0x30
      if digit < 10, digit > 0 || !digits.isEmpty { digits.append(digit) }
      position += 1
    }
    var exponent = decimal.exponent
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    let magnitude = nearest(digits, exponent)
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// The most digits of a number in the middle between two doubles.
  private static let mostDigitsOfTie = 770

  /// The double nearest to digits · 10^exponent.
  private func nearest(_ digits: [UInt8], _ exponent: Int) -> Double {
    // Below half of the least positive number, or beyond the largest.
    guard !digits.isEmpty, digits.count + exponent > -330 else { return 0 }
    guard digits.count + exponent < 330 else { return .infinity }
    let first = digits.prefix(Decimal.mostDigits).reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    let dropped = digits.count - Decimal.mostDigits
    if dropped > 0, let low = product(of: Decimal(significand: first, exponent: exponent + dropped)),
      let high = product(of: Decimal(significand: first + 1, exponent: exponent + dropped)), low == high
    {
      return low
    }
    guard digits.count > Self.mostDigitsOfTie else { return Self.quotient(digits, exponent) }
    // What is cut off is more than nothing.
    let kept = digits.prefix(Self.mostDigitsOfTie) + [1]
    return Self.quotient(Array(kept), exponent + digits.count - kept.count)
  }

  /// The same from the quotient of two integers.
  private static func quotient(_ digits: [UInt8], _ exponent: Int) -> Double {
    var numerator = Natural(0)
    for digit in digits { numerator.multiply(by: 10, adding: UInt32(digit)) }
    var denominator = Natural(1)
    for _ in 0..<abs(exponent) {
      if exponent > 0 { numerator.multiply(by: 10) } else { denominator.multiply(by: 10) }
    }
    // The quotient over 2^power is from 2^52 to 2^54, or less where the power has reached its least.
    var power = max(-1074, numerator.bitCount - denominator.bitCount - 53)
    if power < 0 { numerator.shiftLeft(by: -power) } else { denominator.shiftLeft(by: power) }
    var whole: UInt64 = 0
    denominator.shiftLeft(by: 54)
    for _ in 0..<54 {
      denominator.halve()
      whole <<= 1
      if numerator >= denominator {
        numerator.subtract(denominator)
        whole |= 1
      }
    }
    var isAboveHalf: Bool
    var isHalf: Bool
    if whole >> 53 != 0 {
      isAboveHalf = whole & 1 == 1 && !numerator.isZero
      isHalf = whole & 1 == 1 && numerator.isZero
      whole >>= 1
      power += 1
    } else {
      numerator.shiftLeft(by: 1)
      isAboveHalf = numerator > denominator
      isHalf = numerator == denominator
    }
    if isAboveHalf || (isHalf && whole & 1 == 1) { whole += 1 }
    if whole < 1 << 52 { return Double(bitPattern: whole) }
    guard power + 1075 < 2047 else { return .infinity }
    // A carry out of the significand raises the exponent.
    return Double(bitPattern: UInt64(power + 1075) << 52 + (whole - 1 << 52))
  }
}

/// An integer of any size from zero on: as much of its arithmetic as exact rounding needs.
private struct Natural: Comparable {
  /// The lowest first; the last is not zero.
  private var limbs: [UInt32] = []

  init(_ value: UInt32) { if value > 0 { limbs = [value] } }

  var isZero: Bool { limbs.isEmpty }
  var bitCount: Int { limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0) }

  static func < (left: Self, right: Self) -> Bool {
    if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index]
    }
    return false
  }

  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  mutating func shiftLeft(by bits: Int) {
    for _ in 0..<(bits % 32) { multiply(by: 2) }
    if !isZero { limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0) }
  }

  mutating func halve() {
    var carry: UInt32 = 0
    for index in limbs.indices.reversed() {
      let low = limbs[index] & 1
      limbs[index] = limbs[index] >> 1 | carry << 31
      carry = low
    }
    if limbs.last == 0 { limbs.removeLast() }
  }

  /// Subtracts a number that is not larger.
  mutating func subtract(_ other: Self) {
    var borrow: Int64 = 0
    for index in limbs.indices {
      let difference = Int64(limbs[index]) - (index < other.limbs.count ? Int64(other.limbs[index]) : 0) - borrow
      limbs[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    while limbs.last == 0 { limbs.removeLast() }
  }
}
