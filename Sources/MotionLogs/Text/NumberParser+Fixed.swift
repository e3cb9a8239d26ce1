import CMathShims

// Numbers as most logs have them: a sign or none, digits, a point, decimals, and at once the end of the field. All
// digits are gathered in two registers without a loop or a branch on their count, and checked together.

extension NumberParser {
  /// What the rows before say of a column.
  struct Habit {
    /// How many decimals its last number had.
    var decimals = 0
  }

  /// A number without its exponent: ± significand / 10^decimals.
  struct Fixed {
    var significand: UInt64
    var isNegative: Bool
  }

  /// The number at the cursor, which moves behind it; nil, and the cursor stays, where it has no point within seven
  /// bytes, more than 16 digits or more than 2^53 without the point, or is followed by neither the delimiter nor `end`:
  /// `number(at:)` will find out. 32 bytes before and after it can be read.
  @inline(__always)
  func fixedNumber(
    at cursor: inout UnsafePointer<UInt8>, habit: inout Habit, delimiter: UInt8, end: UnsafePointer<UInt8>
  ) -> Double? {
    var position = cursor
    guard let fixed = fixed(at: &position, habit: &habit, delimiter: delimiter, end: end),
      fixed.significand <= 1 << 53
    else { return nil }
    cursor = position
    // Both are exact, so that their quotient is correctly rounded.
    let magnitude = Double(Int64(truncatingIfNeeded: fixed.significand)) / tables.exactPowers[habit.decimals]
    return Double(bitPattern: magnitude.bitPattern | (fixed.isNegative ? 1 &<< 63 : 0))
  }

  /// The stamp at the cursor in nanoseconds, as `timestamp(at:unitExponent:)` has it; nil for what `fixedNumber` does
  /// not read, and for decimals of nanoseconds.
  @inline(__always)
  func fixedTimestamp(
    at cursor: inout UnsafePointer<UInt8>, unitExponent: Int, habit: inout Habit, delimiter: UInt8,
    end: UnsafePointer<UInt8>
  ) -> Int64? {
    var position = cursor
    guard let fixed = fixed(at: &position, habit: &habit, delimiter: delimiter, end: end),
      habit.decimals <= unitExponent
    else { return nil }
    // At most seven digits before the point: below 10^7 seconds, and this fits.
    let nanoseconds = Int64(
      truncatingIfNeeded: fixed.significand &* tables.integerPowers[unitExponent &- habit.decimals])
    cursor = position
    return fixed.isNegative ? 0 &- nanoseconds : nanoseconds
  }

  @inline(__always)
  private func fixed(
    at cursor: inout UnsafePointer<UInt8>, habit: inout Habit, delimiter: UInt8, end: UnsafePointer<UInt8>
  ) -> Fixed? {
    // The first point has the lowest mark; marks above it may be wrong.
    let points = Self.word(at: cursor) ^ 0x2e2e_2e2e_2e2e_2e2e
    let marks = (points &- 0x0101_0101_0101_0101) & ~points & 0x8080_8080_8080_8080
    guard marks != 0 else { return nil }
    let wholeLength = marks.trailingZeroBitCount &>> 3
    let firstDecimal = cursor + (wholeLength &+ 1)
    // As many decimals as last time is a guess that is nearly always right.
    var last = firstDecimal + habit.decimals
    if last.pointee != delimiter && last != end {
      guard let decimals = decimals(at: firstDecimal) else { return nil }
      last = firstDecimal + decimals
      guard last.pointee == delimiter || last == end else { return nil }
      habit.decimals = decimals
    }
    let isNegative = cursor.pointee == UInt8(ascii: "-")
    let digitCount = wholeLength &- (isNegative ? 1 : 0) &+ habit.decimals
    guard digitCount > 0, digitCount <= 16 else { return nil }

    let significand = Self.digits(
      before: last, behindPoint: tables.lastDigits + habit.decimals, digits: tables.lastDigits + digitCount)
    guard significand != .max else { return nil }
    cursor = last
    return Fixed(significand: significand, isNegative: isNegative)
  }

  /// The number in the sixteen bytes before `end` without the point: the bytes behind it as they stand, and what is before
  /// them one byte on. `.max` where a byte that is to be a digit is none.
  @inline(__always)
  static func digits(
    before end: UnsafePointer<UInt8>, behindPoint: UnsafePointer<DecimalTables.SixteenBytes>,
    digits: UnsafePointer<DecimalTables.SixteenBytes>
  ) -> UInt64 {
    #if arch(x86_64)
      cardan_sixteen_digits(end, behindPoint, digits)
    #else
      portableDigits(before: end, behindPoint: behindPoint.pointee, digits: digits.pointee)
    #endif
  }

  /// The same without vectors, for processors of any kind.
  @inline(__always)
  static func portableDigits(
    before end: UnsafePointer<UInt8>, behindPoint: DecimalTables.SixteenBytes, digits: DecimalTables.SixteenBytes
  ) -> UInt64 {
    let first = Self.blend(Self.word(at: end - 16), Self.word(at: end - 17), behindPoint.first)
    let second = Self.blend(Self.word(at: end - 8), Self.word(at: end - 9), behindPoint.last)
    let upper = (first ^ 0x3030_3030_3030_3030) & digits.first
    let lower = (second ^ 0x3030_3030_3030_3030) & digits.last
    guard Self.marks(of: upper) | Self.marks(of: lower) == 0 else { return .max }
    return Self.eightDigits(upper) &* 100_000_000 &+ Self.eightDigits(lower)
  }

  /// The count of digits, at most 16, from a position on; nil for more.
  @inline(__always)
  private func decimals(at position: UnsafePointer<UInt8>) -> Int? {
    let marks = Self.marks(of: Self.nibbles(at: position))
    if marks != 0 { return marks.trailingZeroBitCount &>> 3 }
    let more = Self.marks(of: Self.nibbles(at: position + 8))
    return more != 0 ? 8 &+ more.trailingZeroBitCount &>> 3 : nil
  }

  @inline(__always)
  private static func word(at position: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
  }

  /// The bits of `one` where the mask is set, else those of `other`.
  @inline(__always)
  private static func blend(_ one: UInt64, _ other: UInt64, _ mask: UInt64) -> UInt64 { other ^ ((one ^ other) & mask) }
}
