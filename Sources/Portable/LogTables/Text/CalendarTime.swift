// Timestamps as date and time of day (ISO 8601), or as a time of day alone.

/// A date and a time of day in text: `2026-11-20T10:00:00.123456789+01:00`, also with a blank for `T`, slashes in the date,
/// and a comma before the fraction. Without an offset it is universal time. A time of day alone, `10:00:00.123` or
/// `10:00:00:123` with milliseconds, counts from midnight.
package struct CalendarTime {
  /// Nanoseconds since 1970, or since midnight.
  package private(set) var nanoseconds: Int64 = 0
  /// Whether it has no date.
  private(set) var isTimeOfDay = false

  static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  /// Whether a field is a date and time.
  package static func matches(_ field: String) -> Bool {
    var bytes = ArraySlice(field.utf8)
    return CalendarTime(&bytes) != nil && bytes.isEmpty
  }

  /// Reads a time at the start of `text`, and removes it; nil for other text.
  package init?(_ text: inout ArraySlice<UInt8>) {
    var rest = text
    guard let first = Self.number(&rest, digits: 1...4) else { return nil }
    var days: Int64 = 0
    var hour = first
    if let separator = Self.take(&rest, ["-", "/"]) {
      guard let month = Self.number(&rest, digits: 1...2), Self.take(&rest, [separator]) != nil,
        let day = Self.number(&rest, digits: 1...2), (1...12).contains(month), (1...31).contains(day),
        Self.years.contains(first), Self.take(&rest, ["T", "t", " "]) != nil,
        let time = Self.number(&rest, digits: 1...2)
      else { return nil }
      days = Self.days(year: first, month: month, day: day)
      hour = time
    } else {
      isTimeOfDay = true
    }
    guard hour < 24, Self.take(&rest, [":"]) != nil, let minute = Self.number(&rest, digits: 1...2), minute < 60,
      Self.take(&rest, [":"]) != nil, let second = Self.number(&rest, digits: 1...2), second <= 60
    else { return nil }
    nanoseconds = days * Self.nanosecondsPerDay + (Int64(hour * 60 + minute) * 60 + Int64(second)) * 1_000_000_000
    if Self.take(&rest, [".", ","]) != nil {
      guard let fraction = Self.fraction(&rest) else { return nil }
      nanoseconds += fraction
    } else if Self.take(&rest, [":"]) != nil {
      guard let milliseconds = Self.number(&rest, digits: 1...3) else { return nil }
      nanoseconds += Int64(milliseconds) * 1_000_000
    }
    if !isTimeOfDay { nanoseconds -= Self.offset(&rest) }
    text = rest
  }

  /// The years whose nanoseconds from 1970 fit 64 bits, with any offset.
  private static let years = 1678...2261

  /// Days from 1 January 1970 in the Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int64 {
    // Years from March, so that the leap day is the last.
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return Int64(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468)
  }

  /// The offset from universal time, such as `Z`, `+01:00` or `-0330`, in nanoseconds.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64 {
    if take(&rest, ["Z", "z"]) != nil { return 0 }
    var after = rest
    guard let sign = take(&after, ["+", "-"]), let hours = number(&after, digits: 2...2) else { return 0 }
    _ = take(&after, [":"])
    let minutes = number(&after, digits: 2...2) ?? 0
    rest = after
    return Int64((sign == "-" ? -1 : 1) * (hours * 60 + minutes)) * 60_000_000_000
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ marks: [Unicode.Scalar]) -> Unicode.Scalar? {
    guard let first = rest.first, let mark = marks.first(where: { $0.value == UInt32(first) }) else { return nil }
    rest.removeFirst()
    return mark
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let text = rest.prefix(digits.upperBound).prefix { $0 ^ 0x30 < 10 }
    guard digits.contains(text.count) else { return nil }
    rest.removeFirst(text.count)
    return text.reduce(0) { $0 * 10 + Int($1 ^ 0x30) }
  }

  /// The digits of a fraction of a second in nanoseconds; digits after the ninth are dropped.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    let text = rest.prefix { $0 ^ 0x30 < 10 }
    guard !text.isEmpty else { return nil }
    rest.removeFirst(text.count)
    let digits = text.prefix(9)
    let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 ^ 0x30) }
    return (digits.count..<9).reduce(value) { value, _ in value * 10 }
  }
}
