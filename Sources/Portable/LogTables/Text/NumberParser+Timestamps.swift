// Timestamps are converted from text to nanoseconds in integers: 1700000000.123456789 s has more digits than a `Double`.

extension NumberParser {
  /// The result of parsing a timestamp.
  package enum Timestamp {
    /// In nanoseconds.
    case value(Int64)
    /// No number.
    case missing
    /// Beyond 64 bits of nanoseconds, 292 years.
    case outOfRange
  }

  /// The size of the digits cut off, in units of the last digit kept.
  private enum Tail {
    case nothing, lessThanHalf, half, moreThanHalf
  }

  /// The timestamp at the cursor in nanoseconds, rounded to nearest, ties to even; the cursor advances. The unit of the text
  /// is 10^unitExponent ns.
  @inline(__always)
  package func timestamp(at cursor: inout UnsafePointer<UInt8>, unitExponent: Int) -> Timestamp {
    var decimal = Decimal()
    guard scan(&cursor, into: &decimal, isLong: true) else { return .missing }
    var tail = Tail.nothing
    if decimal.digitCount > Decimal.mostDigits, significantDigitCount(of: decimal) > Decimal.mostDigits {
      tail = shorten(&decimal, end: cursor)
    }
    let exponent = decimal.exponent + unitExponent
    guard let magnitude = whole(decimal.significand, exponent: exponent, tail: tail) else { return .outOfRange }
    return .value(decimal.isNegative ? -magnitude : magnitude)
  }

  /// significand · 10^exponent as an integer; nil if it is too large.
  @inline(__always)
  private func whole(_ significand: UInt64, exponent: Int, tail: Tail) -> Int64? {
    if exponent == 0 {
      let isUp = tail == .moreThanHalf || (tail == .half && significand & 1 == 1)
      return Int64(exactly: isUp ? significand + 1 : significand)
    }
    if exponent > 0 {
      guard significand != 0 else { return 0 }
      guard exponent <= Decimal.mostDigits else { return nil }
      let (product, overflow) = significand.multipliedReportingOverflow(by: tables.integerPowers[exponent])
      return overflow ? nil : Int64(exactly: product)
    }
    // 19 digits are below half of 10^20.
    guard exponent >= -Decimal.mostDigits else { return 0 }
    let power = tables.integerPowers[-exponent]
    var (quotient, remainder) = significand.quotientAndRemainder(dividingBy: power)
    let toNext = power - remainder
    let isTie = remainder == toNext && tail == .nothing
    if isTie ? quotient & 1 == 1 : remainder >= toNext { quotient += 1 }
    return Int64(exactly: quotient)
  }

  /// Reads a long decimal again, keeps its first 19 significant digits, and returns the size of the rest.
  @inline(never)
  private func shorten(_ decimal: inout Decimal, end: UnsafePointer<UInt8>) -> Tail {
    guard var position = decimal.start else { return .nothing }
    var (significand, count, dropped) = (UInt64(0), 0, 0)
    var (firstDropped, hasMore) = (UInt8(0), false)
    while position < end, position.pointee | 0x20 != UInt8(ascii: "e") {
      let digit = position.pointee ^ 0x30
      position += 1
      guard digit < 10 else { continue }
      if count < Decimal.mostDigits {
        significand = significand * 10 + UInt64(digit)
        if significand > 0 { count += 1 }
      } else {
        dropped += 1
        if dropped == 1 { firstDropped = digit } else if digit > 0 { hasMore = true }
      }
    }
    decimal.significand = significand
    decimal.exponent += dropped
    if firstDropped == 5 && !hasMore { return .half }
    if firstDropped >= 5 { return .moreThanHalf }
    return hasMore || firstDropped > 0 ? .lessThanHalf : .nothing
  }
}
