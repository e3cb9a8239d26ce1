/// A day of the Gregorian calendar, in universal time.
///
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2021. Years are counted from 1 March, so that the leap
/// day is the last.
@frozen
public struct CalendarDate: Hashable, Sendable {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// A day; nil if it does not exist: month 13, 30 February, 29 February 2025.
  @export(implementation)
  public init?(year: Int, month: Int, day: Int) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
    guard day <= Self.dayCount(ofMonth: month, year: year) else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// The day of a Unix time in seconds; nil outside of the years 1 to 9999.
  @export(implementation)
  public init?(secondsSince1970 seconds: Double) {
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    // Days since 1 March of the year 0, truncated.
    var rest = Int32(seconds / 86_400 + 719_468)
    let era = rest / 146_097
    rest -= era * 146_097
    // In an era of 400 years every 1460th day is a leap day, except every 36 524th, except the 146 096th.
    let yearOfEra = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    rest -= 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100
    // From March on, the lengths of months repeat 31, 30, 31, 30, 31: 153 days in five months.
    let monthFromMarch = (5 * rest + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      unchecked: Int(400 * era + yearOfEra + (month <= 2 ? 1 : 0)), Int(month),
      Int(rest - (153 * monthFromMarch + 2) / 5 + 1))
  }

  @export(implementation)
  init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The start of the day as a decimal year: 2 July 2025 is 2025 + 182/365.
  @export(implementation)
  public var decimalYear: Double {
    var daysBefore = day - 1
    var earlier = 1
    while earlier < month {
      daysBefore += Self.dayCount(ofMonth: earlier, year: year)
      earlier += 1
    }
    let dayCount = Self.isLeap(year) ? 366.0 : 365.0
    return Double(year) + Double(daysBefore) / dayCount
  }

  @export(implementation)
  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  @export(implementation)
  static func dayCount(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }
}

#if !hasFeature(Embedded)
  extension CalendarDate: LosslessStringConvertible {
    /// The day in ISO 8601: `2026-11-20`.
    public var description: String {
      func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
      }
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day of a text such as `2026-11-20`; nil for other forms and for days that do not exist.
    public init?(_ description: String) {
      let parts = description.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }) else {
        return nil
      }
      let numbers = parts.compactMap { Int($0) }
      self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }
  }
#endif
