import Foundation
import Geomagnetism
import Testing

@Suite struct CalendarDateTests {
  @Test func yearsWithFractionByHand() throws {
    #expect(try #require(CalendarDate(year: 2025, month: 1, day: 1)).decimalYear == 2025)
    // 31 + 28 + 31 + 30 + 31 + 30 + 1 = 182 days lie before 2 July.
    #expect(try #require(CalendarDate(year: 2025, month: 7, day: 2)).decimalYear == 2025 + 182.0 / 365)
    #expect(try #require(CalendarDate(year: 2028, month: 7, day: 2)).decimalYear == 2028 + 183.0 / 366)
    #expect(try #require(CalendarDate(year: 2028, month: 12, day: 31)).decimalYear == 2028 + 365.0 / 366)
  }

  @Test func daysThatDoNotExist() {
    let none = [(2025, 2, 29), (2100, 2, 29), (2025, 4, 31), (2025, 0, 1), (2025, 13, 1), (2025, 1, 0), (0, 1, 1)]
    for (year, month, day) in none { #expect(CalendarDate(year: year, month: month, day: day) == nil) }
    for year in [2000, 2024, 2028] { #expect(CalendarDate(year: year, month: 2, day: 29) != nil) }
  }

  /// Against Foundation's calendar, which is Julian before 1582: every 37 days over 750 years, first and last moment.
  @Test func daysOfMoments() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for dayNumber in stride(from: -130_000.0, to: 146_097, by: 37) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: dayNumber * 86_400))
      let expected = CalendarDate(year: parts.year!, month: parts.month!, day: parts.day!)
      #expect(CalendarDate(secondsSince1970: dayNumber * 86_400) == expected)
      #expect(CalendarDate(secondsSince1970: dayNumber * 86_400 + 86_399.9) == expected)
    }
  }

  @Test func timesAtTheEnds() {
    #expect(CalendarDate(secondsSince1970: -62_135_596_800) == CalendarDate(year: 1, month: 1, day: 1))
    #expect(CalendarDate(secondsSince1970: 253_402_300_799) == CalendarDate(year: 9999, month: 12, day: 31))
    #expect(CalendarDate(secondsSince1970: 253_402_300_800) == nil)
    #expect(CalendarDate(secondsSince1970: -62_135_596_801) == nil)
    #expect(CalendarDate(secondsSince1970: .nan) == nil)
  }

  @Test func texts() throws {
    let date = try #require(CalendarDate("2026-11-20"))
    #expect(date.year == 2026 && date.month == 11 && date.day == 20)
    #expect(date.description == "2026-11-20")
    #expect(try #require(CalendarDate(year: 33, month: 4, day: 3)).description == "0033-04-03")
    let none = [
      "", "2026", "2026-11", "2026-1-20", "2026-11-31", "20.11.2026", "2026-11-20 ", "-026-11-20", "2026-+1-20",
    ]
    for text in none + ["٢٠٢٦-11-20", "2026-11-20-1"] { #expect(CalendarDate(text) == nil) }
  }
}
