import CMathShims

// Numbers as most logs have them: a sign or none, digits, a point, decimals, and at once the end of the field. All
// digits are gathered in two registers without a loop or a branch on their count, and checked together.

extension NumberParser {
  /// What the rows before say of a column: how many decimals its last number had, and where the tables have what that means.
  struct Habit {
    /// At most 16.
    let decimals: Int
    /// 10^decimals and -10^decimals.
    fileprivate let powers: UnsafePointer<Double>
    /// Which of the last sixteen bytes stand behind the point; as many entries on as there are digits before the point, which
    /// are digits.
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

  /// The number at the cursor, which moves behind it; nil, and the cursor stays, where it has no point within seven
  /// bytes (fifteen with vectors), more than 16 digits or more than 2^53 without the point, or is not followed by the
  /// terminator: `number(at:)` will find out. 32 bytes before and after it can be read.
  @inline(__always)
  func fixedNumber(
    at cursor: inout UnsafePointer<UInt8>, habit: inout Habit, terminator: UInt8
  ) -> Double? {
    var position = cursor
    guard let fixed = fixed(at: &position, habit: &habit, terminator: terminator),
      fixed.significand <= 1 << 53
    else { return nil }
    cursor = position
    // Both are exact, so that their quotient is correctly rounded.
    return Double(Int64(truncatingIfNeeded: fixed.significand)) / habit.powers[fixed.sign]
  }

  /// The stamp at the cursor in nanoseconds, as `timestamp(at:unitExponent:)` has it; nil for what `fixedNumber` does
  /// not read, and for decimals of nanoseconds.
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
    // As many decimals as last time is a guess that is nearly always right.
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

  /// How many bytes stand before the first point; nil where that is not near.
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
