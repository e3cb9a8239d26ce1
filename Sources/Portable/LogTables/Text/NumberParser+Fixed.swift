import CMathShims

// The usual form of numbers in logs: an optional sign, digits, a point, decimals, and the end of the field. All digits are
// gathered in two registers without a loop or a branch on their count, and checked together.

extension NumberParser {
  /// The decimals of the last number of a column, and the table entries for them.
  struct Habit {
    /// At most 16.
    package let decimals: Int
    /// 10^decimals and -10^decimals.
    fileprivate let powers: UnsafePointer<Double>
    /// The mask of the bytes after the point among the last sixteen; n entries on, that of all digits if n precede the point.
    fileprivate let lastDigits: UnsafePointer<DecimalTables.SixteenBytes>

    @inline(__always)
    init(decimals: Int = 0, tables: DecimalTables) {
      self.decimals = decimals
      powers = tables.signedPowers + 2 &* decimals
      lastDigits = tables.lastDigits + decimals
    }
  }

  /// A number without its exponent: ± significand / 10^decimals.
  private struct Fixed {
    var significand: UInt64
    /// 1 where it is negative, else 0.
    var sign: Int
  }

  /// The number at the cursor, which advances. Nil, without advancing, for numbers without a point within seven bytes
  /// (fifteen with vectors), with more than 16 digits, above 2^53 without the point, or not followed by the terminator:
  /// then call `number(at:)`. 32 bytes before and after it must be readable.
  @inline(__always)
  func fixedNumber(
    at cursor: inout UnsafePointer<UInt8>, habit: inout Habit, terminator: UInt8
  ) -> Double? {
    var position = cursor
    guard let fixed = fixed(at: &position, habit: &habit, terminator: terminator),
      fixed.significand <= 1 << 53
    else { return nil }
    cursor = position
    // Both are exact, so their quotient is correctly rounded.
    return Double(Int64(truncatingIfNeeded: fixed.significand)) / habit.powers[fixed.sign]
  }

  /// The timestamp at the cursor in nanoseconds, equal to that of `timestamp(at:unitExponent:)`; nil for texts that
  /// `fixedNumber` does not read, and for fractions of nanoseconds.
  @inline(__always)
  func fixedTimestamp(
    at cursor: inout UnsafePointer<UInt8>, unitExponent: Int, habit: inout Habit, terminator: UInt8
  ) -> Int64? {
    var position = cursor
    guard let fixed = fixed(at: &position, habit: &habit, terminator: terminator),
      habit.decimals <= unitExponent
    else { return nil }
    let (magnitude, isTooLong) = fixed.significand.multipliedReportingOverflow(
      by: tables.integerPowers[unitExponent &- habit.decimals])
    guard !isTooLong, let nanoseconds = Int64(exactly: magnitude) else { return nil }
    cursor = position
    return fixed.sign == 0 ? nanoseconds : 0 &- nanoseconds
  }

  @inline(__always)
  private func fixed(
    at cursor: inout UnsafePointer<UInt8>, habit: inout Habit, terminator: UInt8
  ) -> Fixed? {
    guard let wholeLength = Self.lengthBeforePoint(at: cursor) else { return nil }
    let firstDecimal = cursor + (wholeLength &+ 1)
    // The same decimals as last time: nearly always right.
    var last = firstDecimal + habit.decimals
    if last.pointee != terminator {
      guard let decimals = decimals(at: firstDecimal) else { return nil }
      last = firstDecimal + decimals
      guard last.pointee == terminator else { return nil }
      habit = Habit(decimals: decimals, tables: tables)
    }
    let sign = cursor.pointee == UInt8(ascii: "-") ? 1 : 0
    let wholeDigits = wholeLength &- sign
    guard UInt(bitPattern: wholeDigits &+ habit.decimals &- 1) < 16 else { return nil }

    let significand = Self.digits(
      before: last, behindPoint: habit.lastDigits, digits: habit.lastDigits + wholeDigits)
    guard significand != .max else { return nil }
    cursor = last
    return Fixed(significand: significand, sign: sign)
  }

  /// Bytes before the first point; nil if it is too far.
  @inline(__always)
  private static func lengthBeforePoint(at position: UnsafePointer<UInt8>) -> Int? {
    #if arch(x86_64)
      let points = cardan_points(position)
      return points != 0 ? points.trailingZeroBitCount : nil
    #else
      // The first point has the lowest mark; marks above it may be wrong.
      let points = word(at: position) ^ 0x2e2e_2e2e_2e2e_2e2e
      let marks = (points &- 0x0101_0101_0101_0101) & ~points & 0x8080_8080_8080_8080
      return marks != 0 ? marks.trailingZeroBitCount &>> 3 : nil
    #endif
  }

  /// The number in the sixteen bytes before `end` without the point: the bytes after the point, and those before it shifted by
  /// one. `.max` if a byte is not a digit.
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

  /// The same without vector instructions.
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

  /// The number of digits from a position on, up to 16; nil for more.
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
